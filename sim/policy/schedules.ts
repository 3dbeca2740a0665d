import type { PipelineSchedule } from '../model/pipelines/pipeline-schedule.ts'
import { can, type Situation } from './abilities.ts'

/** True for the owner of a schedule, while they may still create pipelines, and for Maintainers: they see its variables. */
export function administersSchedule(situation: Situation, schedule: PipelineSchedule): boolean {
  const project = situation.world.projects.require(schedule.projectId)
  return can(situation, ownsSchedule(situation, schedule) ? 'create_pipeline' : 'admin_build', project)
}

export function ownsSchedule({ caller }: Situation, { ownerId }: PipelineSchedule): boolean {
  return ownerId !== null && ownerId === caller.user?.id
}
