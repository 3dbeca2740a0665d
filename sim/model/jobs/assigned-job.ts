import type { CiJob } from '../pipelines/ci.ts'
import type { JobPlan } from '../pipelines/ci-config.ts'
import type { Project } from '../projects/project.ts'
import type { Runner } from '../runners/runner.ts'

/** A job on its way to the runner that asked for it. */
export interface AssignedJob {
  readonly job: CiJob
  readonly project: Project
  readonly runner: Runner
  /** What the configuration says is to be done; undefined for a job that it does not know. */
  readonly plan: JobPlan | undefined
  /** Proves the job, and opens its project to it. */
  readonly token: string
}
