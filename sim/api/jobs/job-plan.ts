import type { Steps } from '../../lib/steps.ts'
import type { CiJob } from '../../model/pipelines/ci.ts'
import { CiConfigError, type JobPlan } from '../../model/pipelines/ci-config.ts'
import { variablesFor } from '../../model/pipelines/ci-variables.ts'
import { pipelinePlanOf } from '../../model/pipelines/pipeline-config.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import { mayIncludeFrom } from '../../policy/includes.ts'
import type { Instant } from '../../time/calendar.ts'

/** What the configuration says of a job; undefined for a job that is not in it. */
export function* planOf(world: World, job: CiJob, now: Instant): Steps<JobPlan | undefined> {
  const pipeline = world.pipelines.require(job.pipelineId)
  try {
    const { jobs } = yield* pipelinePlanOf(world, pipeline, mayIncludeFrom(world, pipeline.userId, now))
    return jobs.find(({ name }) => name === job.name)
  } catch (problem) {
    if (problem instanceof CiConfigError) return undefined
    throw problem
  }
}

const SWITCHES = ['CI_DEBUG_TRACE', 'CI_DEBUG_SERVICES']

/** True for a job whose log may show secrets, since a variable makes its runner print everything (jobs#debug-trace). */
export function* isDebugged(world: World, project: Project, job: CiJob, now: Instant): Steps<boolean> {
  const { variables: started = [] } = world.pipelines.require(job.pipelineId)
  const told = [...variablesFor(world, project), ...started, ...(job.variables ?? [])]
  const values = new Map((yield* planOf(world, job, now))?.variables)
  for (const { key, value } of told) values.set(key, value)
  return SWITCHES.some((key) => values.get(key)?.toLowerCase() === 'true')
}
