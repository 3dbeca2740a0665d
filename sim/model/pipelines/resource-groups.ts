import type { Instant } from '../../time/calendar.ts'
import type { World } from '../world.ts'
import type { CiJob } from './ci.ts'
import type { ResourceGroup } from './resource-group.ts'

/** What becomes of a job whose turn has come. */
export function queueState(world: World, job: CiJob, now: Instant): Pick<CiJob, 'status' | 'queuedAt'> {
  const waits = job.resourceGroup !== undefined && isWaitingForResource(world, job)
  return waits ? { status: 'waiting_for_resource', queuedAt: null } : { status: 'pending', queuedAt: now }
}

/** True while another job holds the resource that this one needs. */
function isWaitingForResource(world: World, { id, projectId, resourceGroup = '' }: CiJob): boolean {
  return world.ciJobs
    .by('byResource', projectId, resourceGroup)
    .list()
    .some((job) => job.id !== id && (job.status === 'pending' || job.status === 'running'))
}

/** The jobs that wait for a resource, in the order in which they get it. */
export function upcomingJobs(world: World, { projectId, key, processMode }: ResourceGroup): CiJob[] {
  const waiting = world.ciJobs
    .by('byResource', projectId, key)
    .list()
    .filter(({ status }) => status === 'waiting_for_resource')
  const newest = processMode === 'newest_first' || processMode === 'newest_ready_first'
  return waiting.sort((a, b) => (newest ? b.id - a.id : a.id - b.id))
}

/** Passes a resource from a finished job to the next one that waits for it; undefined where none does. */
export function releaseResource(world: World, done: CiJob, now: Instant): CiJob | undefined {
  const group = world.resourceGroups.find('byProject', done.projectId, done.resourceGroup ?? '')
  const next = group && upcomingJobs(world, group)[0]
  if (next === undefined || isWaitingForResource(world, next)) return undefined
  return world.ciJobs.put({ ...next, status: 'pending', queuedAt: now })
}
