import { expect, test } from 'vitest'
import type { CiJob } from '../pipelines/ci.ts'
import { EarlierJobs } from './earlier-jobs.ts'

test('each of many stages is looked at once, however many wait for those before them', () => {
  let looks = 0
  const jobs = Array.from({ length: 1000 }, (_, i) => ({
    id: i,
    name: `job ${i}`,
    stageIndex: i,
    get status() {
      looks++
      return 'success'
    },
  })) as unknown as readonly CiJob[]
  const earlier = new EarlierJobs(jobs)
  expect(new Set(jobs.map((job) => earlier.statusBefore(job)))).toEqual(new Set(['success']))
  expect(looks).toBeLessThan(10 * jobs.length)
})
