import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finished, type Steps } from '../lib/steps.ts'
import { testSimulator } from '../testing/calls.ts'
import { Background } from './background.ts'

const base = testSimulator()

test('runs as many jobs as it may, in their order, and tells when the last of them was due', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 12 }),
      fc.integer({ min: 1, max: 15 }),
      (delays, most) => {
        const { world } = base.fork().snapshot()
        for (const job of world.jobs.all().list()) world.jobs.delete(job.id)
        const dues = delays.map((delay, i) => ({
          id: i + 1,
          kind: 'pipeline' as const,
          args: {},
          due: delay,
        }))
        for (const job of dues) world.jobs.insert(job)
        const run: number[] = []
        const background = new Background(
          {
            world: () => world,
            ask: () => undefined,
            broke: (error) => {
              throw error
            },
            inTurn: (begin: () => Steps<void>) => finished(begin()),
          },
          { pipeline: (_world, _args, due) => void run.push(due) },
        )
        const stopped = finished(background.runUntil(50, most))
        const inOrder = delays.toSorted((a, b) => a - b)
        expect(run).toEqual(inOrder.slice(0, most))
        expect(stopped).toBe(inOrder.length > most ? run.at(-1) : undefined)
        expect(world.jobs.size).toBe(Math.max(0, inOrder.length - most))
      },
    ),
    { numRuns: 30 },
  )
})
