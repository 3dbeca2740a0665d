import { branchHead, peel } from '../git/repository.ts'
import type { Pipeline, PipelineVariable } from '../model/ci.ts'
import { CiConfigError, type JobPlan, plannedJobs } from '../model/ci-config.ts'
import { advancePipeline, createJobs } from '../model/ci-jobs.ts'
import { InvalidRow } from '../model/invalid-row.ts'
import { createPipeline, hasCiConfig, runPipeline } from '../model/pipelines.ts'
import type { Project } from '../model/project.ts'
import { repositoryOf } from '../model/repository.ts'
import type { World } from '../model/world.ts'
import type { Situation } from '../policy/abilities.ts'
import { mayMerge } from '../policy/branches.ts'
import { isAwaited } from '../policy/job-queue.ts'
import type { Instant } from '../time/calendar.ts'

export interface Start {
  /** A branch or a tag. */
  readonly ref: string
  readonly source: string
  readonly variables?: readonly PipelineVariable[]
  /** Of the schedule that starts it. */
  readonly scheduleId?: number
}

/** Starts a pipeline for the head of a branch or a tag, in somebody's name. Throws InvalidRow. */
export function startPipeline(situation: Situation, project: Project, start: Start): Pipeline {
  const { world, caller, now } = situation
  const { ref, ...rest } = start
  const sha = headOf(world, project, ref)
  if (sha === undefined) throw new InvalidRow({ base: ['Reference not found'] })
  const branch = branchHead(repositoryOf(world, project), ref) !== undefined
  if (branch && !mayMerge(situation, project, ref))
    throw new InvalidRow({
      base: [
        `You do not have sufficient permission to run a pipeline on '${ref}'. Please select a different branch or contact your administrator for assistance.`,
      ],
    })
  if (!hasCiConfig(world, project, sha)) throw new InvalidRow({ base: ['Missing CI config file'] })
  const plans = planned(world, project, sha)
  const pipeline = createPipeline(world, { project, sha, ref, ...rest, userId: caller.user?.id ?? null }, now)
  createJobs(world, pipeline, plans, { tag: !branch }, now)
  return beginPipeline(world, project, pipeline, now)
}

function planned(world: World, project: Project, sha: string): JobPlan[] {
  try {
    return plannedJobs(world, project, sha)
  } catch (problem) {
    throw problem instanceof CiConfigError ? new InvalidRow({ base: [problem.message] }) : problem
  }
}

/** A pipeline runs by itself, unless a runner is there that asks for work and could do some of it. */
export function beginPipeline(world: World, project: Project, pipeline: Pipeline, now: Instant): Pipeline {
  const jobs = world.ciJobs.by('byPipeline', pipeline.id).list()
  const waits = jobs.length > 0 && !jobs.some(({ status }) => status === 'pending')
  if (waits || isAwaited(world, project, jobs, now)) return advancePipeline(world, pipeline, now)
  runPipeline(world, pipeline, now)
  return pipeline
}

/** The commit of a branch or a tag. */
export function headOf(world: World, project: Project, ref: string): string | undefined {
  const repository = repositoryOf(world, project)
  const tag = repository.refs.get(`refs/tags/${ref}`)
  return (
    branchHead(repository, ref) ?? (tag === undefined ? undefined : peel(repository.objects, tag, 'commit'))
  )
}
