import type { Instant } from '../../time/calendar.ts'
import { InvalidRow } from '../invalid-row.ts'
import type { CiJob, Deployment, JobEnvironment, PipelineStatus } from '../pipelines/ci.ts'
import { nextId, nextIid, type World } from '../world.ts'
import { needsApproval } from './deployment-approvals.ts'
import { createEnvironment, setDeploymentStatus } from './deployments.ts'

/** Updates the deployment of a job to the status of the job; a job that stops an environment stops it on success. */
export function updateJobDeployment(world: World, job: CiJob, about: JobEnvironment, now: Instant): void {
  const environment = environmentFor(world, job, about, now)
  if (environment === undefined) return
  if (about.action === 'stop') {
    if (job.status !== 'success' || environment.stoppedAt !== undefined) return
    const { stoppingAt: _stopping, ...rest } = environment
    world.environments.put({ ...rest, stoppedAt: now, updatedAt: now })
    return
  }
  if (about.action !== 'start') return
  const deployment = deploymentOf(world, job) ?? fresh(world, job, environment.id, now)
  const status = states[job.status]
  if (status === undefined || status === deployment.status) return
  setDeploymentStatus(world, deployment, status, now)
  if (status !== 'success') return
  // A deployment makes a stopped environment available again.
  const { stoppedAt: _at, stoppingAt: _stopping, ...rest } = world.environments.require(environment.id)
  world.environments.put({ ...rest, ...(about.url !== null && { externalUrl: about.url }), updatedAt: now })
}

const states: {
  readonly [status in PipelineStatus]?: 'running' | 'success' | 'failed' | 'canceled' | 'skipped'
} = {
  running: 'running',
  success: 'success',
  failed: 'failed',
  canceled: 'canceled',
  skipped: 'skipped',
}

function environmentFor(world: World, job: CiJob, { name, action }: JobEnvironment, now: Instant) {
  const known = world.environments.find('byProject', job.projectId, name)
  if (known !== undefined || action === 'stop') return known
  try {
    return createEnvironment(world, world.projects.require(job.projectId), { name, tier: undefined }, now)
  } catch (problem) {
    // A name that variables make invalid creates no environment.
    if (problem instanceof InvalidRow) return undefined
    throw problem
  }
}

/** The deployment that a job makes. */
export function deploymentOf(world: World, job: CiJob): Deployment | undefined {
  return world.deployments.find('byJob', job.id)
}

function fresh(world: World, job: CiJob, environmentId: number, now: Instant): Deployment {
  return world.deployments.insert({
    id: nextId(world, 'deployments'),
    iid: nextIid(world, 'deployments', 'project', job.projectId),
    projectId: job.projectId,
    environmentId,
    sha: world.pipelines.require(job.pipelineId).sha,
    ref: job.ref,
    status: needsApproval(world, job) ? 'blocked' : 'created',
    jobId: job.id,
    ...(job.userId !== null && { userId: job.userId }),
    finishedAt: null,
    mergeRequestIds: [],
    createdAt: now,
  })
}
