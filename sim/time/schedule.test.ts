import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyWorld } from '../model/world.ts'
import { nextDue } from './schedule.ts'

const jobs = fc.uniqueArray(fc.record({ id: fc.nat({ max: 50 }), due: fc.nat({ max: 5 }) }), {
  selector: (job) => job.id,
  maxLength: 20,
})

test('jobs come by due time, then by sequence, and never before they are due', () => {
  fc.assert(
    fc.property(jobs, fc.nat({ max: 6 }), (planned, now) => {
      const world = emptyWorld()
      for (const job of planned) world.jobs.insert({ ...job, kind: 'any', args: {} })
      const done = []
      for (let job = nextDue(world.jobs, now); job !== undefined; job = nextDue(world.jobs, now)) {
        world.jobs.delete(job.id)
        done.push({ id: job.id, due: job.due })
      }
      const expected = planned.filter((job) => job.due <= now).sort((a, b) => a.due - b.due || a.id - b.id)
      expect(done).toEqual(expected)
    }),
    { seed: 1 },
  )
})
