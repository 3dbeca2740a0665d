import type { Json } from '../lib/json.ts'
import { table } from '../store/database.ts'
import { index, type Table } from '../store/table.ts'
import type { Instant } from './calendar.ts'

/** Work for later. A row, never a closure: a world without functions can be forked, saved and compared. */
export interface Job {
  /** Sequence number: the order among jobs that are due at the same time. */
  readonly id: number
  readonly kind: string
  readonly args: { readonly [name: string]: Json }
  readonly due: Instant
}

export const jobsTable = table<Job>()('jobs', {
  byDue: index((job) => [job.due]),
  byKind: index((job) => [job.kind, job.due]),
})

/** Jobs that have begun and cannot go on before somebody outside has answered. */
export const waitingJobsTable = table<Job>()('waitingJobs', {})

export type Jobs = Table<Job, 'byDue' | 'byKind'>

/** The next job that is due at `now`: by due time, then by sequence. */
export function nextDue(jobs: Jobs, now: Instant): Job | undefined {
  const job = jobs.by('byDue').first()
  return job !== undefined && job.due <= now ? job : undefined
}
