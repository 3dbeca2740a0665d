import { playJob } from '../model/jobs/ci-jobs.ts'
import type { CiJob, Environment } from '../model/pipelines/ci.ts'
import { runPipeline } from '../model/pipelines/pipelines.ts'
import type { Project } from '../model/projects/project.ts'
import type { World } from '../model/world.ts'
import { isExpectedByRunner } from '../policy/job-queue.ts'
import { compareKeys } from '../store/key.ts'
import type { Instant } from '../time/calendar.ts'

/**
 * Stops an environment. Where the job that deployed to it names one that stops it, that one runs and the environment
 * is stopping until it has succeeded; unless it is stopped by force.
 */
export function stopEnvironment(
  world: World,
  environment: Environment,
  { userId, force }: { readonly userId: number; readonly force: boolean },
  now: Instant,
): Environment {
  if (environment.stoppedAt !== undefined) return environment
  const job = force ? undefined : stoppingJob(world, environment)
  if (job === undefined) {
    const { stoppingAt: _stopping, ...rest } = environment
    return world.environments.put({ ...rest, stoppedAt: now, updatedAt: now })
  }
  play(world, job, userId, now)
  return world.environments.put({ ...environment, stoppingAt: now, updatedAt: now })
}

function play(world: World, job: CiJob, userId: number, now: Instant): void {
  const played = playJob(world, job, userId, now)
  const project = world.projects.require(job.projectId)
  if (!isExpectedByRunner(world, project, [played], now))
    runPipeline(world, world.pipelines.require(job.pipelineId), now)
}

function stoppingJob(world: World, environment: Environment): CiJob | undefined {
  const last = world.deployments.by('byDeploying', environment.id).last()
  const deployed = world.ciJobs.get(last?.jobId ?? 0)
  const named = deployed?.environment?.onStop
  if (deployed === undefined || named == null) return undefined
  return world.ciJobs
    .by('byPipeline', deployed.pipelineId)
    .list()
    .find(({ name, status }) => name === named && (status === 'manual' || status === 'scheduled'))
}

/** Environments of a branch that is gone are stopped by the jobs that they name for it, in the order of their names. */
export function stopEnvironmentsOf(
  world: World,
  project: Project,
  ref: string,
  userId: number,
  now: Instant,
): void {
  const before = world.environments.by('byProject', project.id).clone()
  let last: Environment | undefined
  for (;;) {
    const environment = deployedTo(world, project, ref)
      .flatMap((id) => before.row(id) ?? [])
      .filter((one) => last === undefined || byName(one, last) > 0)
      .sort(byName)
      .find((one) => stoppingJob(world, one)?.ref === ref)
    if (environment === undefined) return
    // The job may deploy elsewhere, so that they are asked anew.
    stopEnvironment(world, environment, { userId, force: false }, now)
    last = environment
  }
}

function deployedTo(world: World, { id }: Project, ref: string): readonly number[] {
  return world.deployments.by('byDeployedFrom', id, ref).heads() as number[]
}

function byName(one: Environment, other: Environment): number {
  return compareKeys([one.name, one.id], [other.name, other.id])
}
