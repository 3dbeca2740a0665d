import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('nobody works beside somebody who goes alone, and everybody comes to their turn', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.record({ alone: fc.boolean(), fails: fc.boolean() }), { maxLength: 8 }),
      async (scheduler, wishes) => {
        const turns = createTurns()
        const working = new Set<number>()
        const seen: string[] = []
        const ends = wishes.map(({ alone, fails }, i) =>
          turns
            .take(alone, async () => {
              working.add(i)
              if (alone) expect([...working]).toEqual([i])
              expect([...working].some((other) => other !== i && wishes[other]?.alone)).toBe(false)
              await scheduler.schedule(Promise.resolve())
              working.delete(i)
              seen.push(`${i}`)
              if (fails) throw new Error('it failed')
            })
            .catch(() => undefined),
        )
        await scheduler.waitFor(Promise.all(ends))
        expect(seen.sort()).toEqual(wishes.map((_, i) => `${i}`))
      },
    ),
    { numRuns: 50 },
  )
})
