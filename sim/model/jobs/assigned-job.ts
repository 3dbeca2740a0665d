import type { CiJob } from '../pipelines/ci.ts'
import { type JobPlan, nameBeforeParallel } from '../pipelines/ci-config.ts'
import type { Project } from '../projects/project.ts'
import type { Runner } from '../runners/runner.ts'
import type { World } from '../world.ts'

/** The earlier jobs of its pipeline whose artifacts and variables a job takes (jobs#dependencies). */
export function dependenciesOf(world: World, job: CiJob, plan: JobPlan | undefined): CiJob[] {
  const named = plan?.dependencies
  const needed = job.needs?.filter((name) => !plan?.needsWithoutArtifacts.includes(nameBeforeParallel(name)))
  return world.ciJobs
    .by('byPipeline', job.pipelineId)
    .list()
    .filter(
      (other) =>
        !other.bridge &&
        !other.retried &&
        (needed === undefined
          ? (other.stageIndex ?? 0) < (job.stageIndex ?? 0)
          : needed.includes(other.name)) &&
        (named === undefined || named.includes(other.name) || named.includes(nameBeforeParallel(other.name))),
    )
}

/** A job that is assigned to a runner, with its token. */
export interface AssignedJob {
  readonly job: CiJob
  readonly project: Project
  readonly runner: Runner
  /** The job's plan by the configuration; undefined for a job that is not in it. */
  readonly plan: JobPlan | undefined
  /** Proves the job, and opens its project to it. */
  readonly token: string
}
