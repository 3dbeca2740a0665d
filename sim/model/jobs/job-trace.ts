import { concat } from '../../lib/bytes.ts'
import type { CiJob } from '../pipelines/ci.ts'
import type { World } from '../world.ts'
import type { JobArtifact } from './job-artifact.ts'
import { isFinishedJob } from './job-artifacts.ts'

/** Bytes that a job may print (runners#job-trace-size). */
export const LONGEST_TRACE = 100 * 1024 * 1024

const EMPTY = new Uint8Array()

export function traceOf(world: World, job: CiJob): Uint8Array {
  return world.jobTraces.get(job.id)?.bytes ?? EMPTY
}

/** Appends to the log of a job, if `from` is its length; returns the new length. */
export function appendTrace(world: World, job: CiJob, from: number, bytes: Uint8Array): number {
  const before = traceOf(world, job)
  if (from !== before.length || bytes.length === 0) return before.length
  const after = concat(before, bytes)
  world.jobTraces.put({ id: job.id, projectId: job.projectId, bytes: after })
  return after.length
}

/** The log of a job that is over, as it stands among its artifacts (jobs#trace-artifact). */
export function archivedTrace(
  world: World,
  job: CiJob,
): Pick<JobArtifact, 'type' | 'format' | 'name' | 'bytes'>[] {
  const bytes = isFinishedJob(job) ? traceOf(world, job) : EMPTY
  return bytes.length === 0 ? [] : [{ type: 'trace', format: 'raw', name: 'job.log', bytes }]
}
