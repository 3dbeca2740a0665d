import type { Steps } from '../lib/steps.ts'
import { InvalidRow } from '../model/invalid-row.ts'
import type { Pipeline, PipelineVariable } from '../model/pipelines/ci.ts'
import type { PipelinePlan } from '../model/pipelines/ci-config.ts'
import { commitAt } from '../model/pipelines/pipeline-config.ts'
import { chosenSetting, type Project } from '../model/projects/project.ts'
import type { World } from '../model/world.ts'
import { can, type Situation } from '../policy/abilities.ts'
import { mayRun } from '../policy/ref-jobs.ts'
import { openPipeline, type PipelineStart, planOfStart } from './open-pipeline.ts'

export interface Start {
  /** A branch or a tag, by its name or its full one (`refs/heads/main`). */
  readonly ref: string
  readonly source: string
  readonly variables?: readonly PipelineVariable[]
  /** Of the schedule that starts it. */
  readonly scheduleId?: number
}

/** Starts a pipeline for the head of a branch or a tag, in somebody's name. Throws InvalidRow. */
export function* startPipeline(situation: Situation, project: Project, start: Start): Steps<Pipeline> {
  return yield* openPipeline(situation.world, permitted(situation, project, start), situation.now)
}

/** What a push of this configuration to a branch or a tag would run; nothing is started. Throws InvalidRow. */
export function* simulatePush(
  situation: Situation,
  project: Project,
  ref: string,
  yaml: string,
): Steps<PipelinePlan> {
  if (!can(situation, 'create_pipeline', project))
    throw new InvalidRow({ base: ['Insufficient permissions to create a new pipeline'] })
  const start = permitted(situation, project, { ref, source: 'push' })
  return yield* planOfStart(situation.world, start, situation.now, yaml)
}

function permitted(situation: Situation, project: Project, start: Start): PipelineStart {
  const { world, caller } = situation
  const { ref, ...about } = start
  const found = placeOf(world, project, ref)
  if (found === undefined) throw new InvalidRow({ base: ['Reference not found'] })
  if (!mayRun(situation, project, found))
    throw new InvalidRow({
      base: [
        `You do not have sufficient permission to run a pipeline on '${ref}'. Please select a different branch or contact your administrator for assistance.`,
      ],
    })
  if (limits(project, start) && !can(situation, 'admin_build', project))
    throw new InvalidRow({ base: ['Insufficient permissions to set pipeline variables'] })
  return { project, ...found, ...about, userId: caller.user?.id ?? null }
}

function limits(project: Project, { variables = [] }: Start): boolean {
  return variables.length > 0 && chosenSetting(project, 'restrictVariables')
}

/** The commit of a branch or a tag. */
export function headOf(world: World, project: Project, ref: string): string | undefined {
  return placeOf(world, project, ref)?.sha
}

function placeOf(world: World, project: Project, named: string) {
  const ref = named.replace(/^refs\/(?:heads|tags)\//, '')
  const branch = named.startsWith('refs/tags/') ? undefined : commitAt(world, project, `refs/heads/${ref}`)
  if (branch !== undefined) return { sha: branch, tag: false, ref }
  const tag = named.startsWith('refs/heads/') ? undefined : commitAt(world, project, `refs/tags/${ref}`)
  return tag === undefined ? undefined : { sha: tag, tag: true, ref }
}
