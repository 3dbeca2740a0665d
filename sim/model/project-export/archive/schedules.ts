import { isCron, isZone } from '../../../time/cron.ts'
import type { PipelineSchedule } from '../../pipelines/pipeline-schedule.ts'
import type { Project } from '../../projects/project.ts'
import { nextId } from '../../world.ts'
import { fieldsOf, InvalidArchiveRow } from './field.ts'
import type { Relation } from './relation.ts'
import { personOrNull, text, time } from './types.ts'

const { column, told } = fieldsOf<PipelineSchedule>()

/** Schedules are imported without their variables, and inactive. */
export const pipelineSchedules: Relation<PipelineSchedule, Project> = {
  name: 'pipeline_schedules',
  shape: 'many',
  rows: (project, { world }) => world.pipelineSchedules.by('byProject', project.id).list(),
  fields: {
    description: column('description', text),
    ref: column('ref', text),
    cron: column('cron', text),
    project_id: told(({ projectId }) => projectId),
    owner_id: column('ownerId', personOrNull),
    created_at: column('createdAt', time),
    updated_at: column('updatedAt', time),
    active: told(({ active }) => active),
    cron_timezone: column('zone', text),
  },
  put: (columns, project, { world }) => {
    const schedule = columns as PipelineSchedule
    if (!isCron(schedule.cron)) throw new InvalidArchiveRow('Validation failed: Cron  is invalid syntax')
    if (!isZone(schedule.zone))
      throw new InvalidArchiveRow('Validation failed: Cron timezone  is invalid syntax')
    return world.pipelineSchedules.insert({
      ...schedule,
      id: nextId(world, 'pipelineSchedules'),
      projectId: project.id,
      active: false,
      nextRunAt: null,
      variables: [],
    })
  },
}
