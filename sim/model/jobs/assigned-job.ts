import type { CiJob } from '../pipelines/ci.ts'
import type { JobPlan } from '../pipelines/ci-config.ts'
import type { Project } from '../projects/project.ts'
import type { Runner } from '../runners/runner.ts'

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
