import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gathered } from './gathered.ts'

const text = fc.record({
  to: fc.constantFrom('out' as const, 'err' as const),
  text: fc.string({ minLength: 1 }),
})

test('texts are written in their order, those of a turn together', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text), async (texts) => {
      let written = ''
      let writes = 0
      const write = (one: string) => {
        written += one
        writes++
      }
      const io = gathered({ out: write, err: write })
      for (const { to, text } of texts) io[to](text)
      await new Promise(setImmediate)
      expect(written).toBe(texts.map(({ text }) => text).join(''))
      const complaints = texts.filter(({ to }) => to === 'err').length
      expect(writes).toBeLessThanOrEqual(2 * complaints + 1)
    }),
    { numRuns: 50 },
  )
})

test('what is much, or what the end needs, is written at once', () => {
  const written: string[] = []
  const io = gathered({ out: (text) => written.push(text), err: () => {} })
  io.out('line\n')
  expect(written).toEqual([])
  io.flush()
  expect(written).toEqual(['line\n'])
  io.out('x'.repeat(40_000))
  expect(written).toHaveLength(2)
})
