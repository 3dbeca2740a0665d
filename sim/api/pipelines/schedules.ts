import { pipelineRefEntity, pipelineVariableEntity } from '../../entities/pipeline-ref.ts'
import { pipelineScheduleDetailEntity, pipelineScheduleEntity } from '../../entities/pipeline-schedule.ts'
import { playSchedule } from '../../jobs/pipeline-schedule.ts'
import { type PipelineVariable, pipelineStatuses } from '../../model/pipelines/ci.ts'
import { variableTypes } from '../../model/pipelines/ci-variable.ts'
import type { PipelineSchedule } from '../../model/pipelines/pipeline-schedule.ts'
import {
  addSchedule,
  changeSchedule,
  type ScheduleValues,
  setScheduleVariable,
} from '../../model/pipelines/pipeline-schedules.ts'
import type { Project } from '../../model/projects/project.ts'
import type { User } from '../../model/users/user.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { administersSchedule, ownsSchedule } from '../../policy/schedules.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import {
  boolean,
  datetime,
  integer,
  nonBlankString,
  oneOf,
  type ParamsOf,
  required,
  string,
  withDefault,
} from '../../protocol/params.ts'
import { forbidden, notFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { byId, listOfPlace, placeIn, where } from '../shared/place-list.ts'

const PATH = '/projects/:id/pipeline_schedules'
const scheduleId = { pipeline_schedule_id: required(integer({ about: 'ID of the pipeline schedule' })) }
const common = { subject: 'project', beyond: true } as const
const single = { ...common, refuses: [403, 404] } as const
const CRON = 'Cron expression: minute, hour, day, month and day of the week, such as `0 1 * * *`'

export const listPipelineSchedules = operation(
  {
    ...common,
    needs: 'read_builds',
    method: 'GET',
    path: PATH,
    summary: 'List the pipeline schedules of a project',
    params: { scope: oneOf(['active', 'inactive']) },
    answers: { many: pipelineScheduleEntity, unordered: true },
  },
  ({ world, project, params }) => {
    const rows = world.pipelineSchedules
    const active = params.scope === 'active'
    return listOfPlace({
      world,
      rows,
      ...placeIn(project, rows.by('byProject', project.id)),
      ...byId,
      direction: 'asc',
      filters:
        params.scope == null
          ? []
          : [where({ world, rows }, `active ${active}`, (it) => it.active === active)],
    })
  },
)

export const getPipelineSchedule = operation(
  {
    ...single,
    method: 'GET',
    path: `${PATH}/:pipeline_schedule_id`,
    summary: 'Get a pipeline schedule',
    params: scheduleId,
    answers: { one: pipelineScheduleDetailEntity },
  },
  ({ project, params, view }) => named(view.situation, project, params.pipeline_schedule_id),
)

export const listPipelineSchedulePipelines = operation(
  {
    ...single,
    method: 'GET',
    path: `${PATH}/:pipeline_schedule_id/pipelines`,
    summary: 'List the pipelines of a pipeline schedule',
    params: {
      ...scheduleId,
      status: oneOf(pipelineStatuses),
      created_after: datetime(),
      created_before: datetime(),
      updated_after: datetime(),
      updated_before: datetime(),
      sort: withDefault(oneOf(['asc', 'desc']), 'asc'),
    },
    answers: { many: pipelineRefEntity },
  },
  ({ world, project, params, view }) => {
    const { status, created_after, created_before, updated_after, updated_before } = params
    const { id } = named(view.situation, project, params.pipeline_schedule_id)
    return indexListing(
      world.pipelines.by('bySchedule', id),
      params.sort === 'desc' ? 'descending' : 'ascending',
      (it) =>
        (status == null || it.status === status) &&
        (created_after == null || it.createdAt >= created_after) &&
        (created_before == null || it.createdAt <= created_before) &&
        (updated_after == null || it.updatedAt >= updated_after) &&
        (updated_before == null || it.updatedAt <= updated_before),
    )
  },
)

export const createPipelineSchedule = operation(
  {
    ...common,
    needs: 'create_pipeline',
    method: 'POST',
    path: PATH,
    summary: 'Create a pipeline schedule',
    params: {
      description: required(string()),
      ref: required(nonBlankString({ about: 'Branch or tag' })),
      cron: required(string({ about: CRON })),
      cron_timezone: withDefault(string(), 'UTC'),
      active: withDefault(boolean(), true),
    },
    answers: { status: 201, one: pipelineScheduleDetailEntity },
    refuses: [400],
  },
  ({ world, caller, project, params, now }) => {
    const { description, ref, cron, cron_timezone: zone, active } = params
    const values = { description: description ?? '', ref, cron: cron ?? '', zone, active }
    return refuseInvalidRow(() => addSchedule(world, project, caller.user as User, values, now))
  },
)

const changes = {
  description: string(),
  ref: string({ about: 'Branch or tag' }),
  cron: string({ about: CRON }),
  cron_timezone: string(),
  active: boolean(),
}

export const updatePipelineSchedule = operation(
  {
    ...single,
    method: 'PUT',
    path: `${PATH}/:pipeline_schedule_id`,
    summary: 'Update a pipeline schedule',
    params: { ...scheduleId, ...changes },
    answers: { one: pipelineScheduleDetailEntity },
  },
  ({ world, project, params, now, view }) => {
    const schedule = owned(view.situation, project, params.pipeline_schedule_id)
    return refuseInvalidRow(() => changeSchedule(world, schedule, valuesFrom(params), now))
  },
)

function valuesFrom(params: ParamsOf<typeof changes>): Partial<ScheduleValues> {
  const { description, ref, cron, cron_timezone: zone, active } = params
  return {
    ...(description != null && { description }),
    ...(ref != null && { ref }),
    ...(cron != null && { cron }),
    ...(zone != null && { zone }),
    ...(active != null && { active }),
  }
}

export const takePipelineScheduleOwnership = operation(
  {
    ...single,
    method: 'POST',
    path: `${PATH}/:pipeline_schedule_id/take_ownership`,
    summary: 'Take ownership of a pipeline schedule',
    params: scheduleId,
    answers: { status: 201, one: pipelineScheduleDetailEntity },
  },
  ({ world, caller, project, params, now, view }) => {
    const schedule = administered(view.situation, project, params.pipeline_schedule_id)
    if (ownsSchedule(view.situation, schedule)) throw forbidden()
    const ownerId = (caller.user as User).id
    return world.pipelineSchedules.put({ ...schedule, ownerId, updatedAt: now })
  },
)

export const deletePipelineSchedule = operation(
  {
    ...single,
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: `${PATH}/:pipeline_schedule_id`,
    summary: 'Delete a pipeline schedule',
    params: scheduleId,
    answers: { status: 204 },
  },
  ({ world, project, params, view, unmodified }) => {
    const schedule = administered(view.situation, project, params.pipeline_schedule_id)
    world.pipelineSchedules.delete(unmodified(schedule).id)
  },
)

export const playPipelineSchedule = operation(
  {
    ...single,
    method: 'POST',
    path: `${PATH}/:pipeline_schedule_id/play`,
    summary: 'Play a pipeline schedule now',
    params: scheduleId,
    answers: {
      status: 201,
      value: { type: 'object', properties: { message: { const: '201 Created' } }, required: ['message'] },
    },
  },
  ({ world, caller, project, params, now, view }) => {
    const schedule = named(view.situation, project, params.pipeline_schedule_id)
    if (!view.can('create_pipeline', project)) throw forbidden()
    playSchedule(world, schedule, caller.user as User, now)
    return { message: '201 Created' }
  },
)

const key = { key: required(string({ about: 'Key of the variable' })) }
const variableType = { variable_type: oneOf(variableTypes) }

export const getPipelineScheduleVariable = operation(
  {
    ...single,
    method: 'GET',
    path: `${PATH}/:pipeline_schedule_id/variables/:key`,
    summary: 'Get a variable of a pipeline schedule',
    params: { ...scheduleId, ...key },
    answers: { one: pipelineVariableEntity },
  },
  ({ project, params, view }) =>
    variableOf(administered(view.situation, project, params.pipeline_schedule_id), params.key),
)

export const createPipelineScheduleVariable = operation(
  {
    ...single,
    method: 'POST',
    path: `${PATH}/:pipeline_schedule_id/variables`,
    summary: 'Create a variable of a pipeline schedule',
    params: { ...scheduleId, ...key, value: required(string()), ...variableType },
    answers: { status: 201, one: pipelineVariableEntity },
  },
  ({ world, project, params, view }) => {
    const schedule = owned(view.situation, project, params.pipeline_schedule_id)
    const variable = variableFrom(params.key ?? '', params.value ?? '', params.variable_type)
    refuseInvalidRow(() => setScheduleVariable(world, schedule, variable))
    return variable
  },
)

export const updatePipelineScheduleVariable = operation(
  {
    ...single,
    method: 'PUT',
    path: `${PATH}/:pipeline_schedule_id/variables/:key`,
    summary: 'Update a variable of a pipeline schedule',
    params: { ...scheduleId, ...key, value: string(), ...variableType },
    answers: { one: pipelineVariableEntity },
  },
  ({ world, project, params, view }) => {
    const schedule = owned(view.situation, project, params.pipeline_schedule_id)
    const before = variableOf(schedule, params.key)
    const type = params.variable_type ?? before.type
    const variable = variableFrom(before.key, params.value ?? before.value, type)
    refuseInvalidRow(() => setScheduleVariable(world, schedule, variable, before))
    return variable
  },
)

export const deletePipelineScheduleVariable = operation(
  {
    ...single,
    method: 'DELETE',
    path: `${PATH}/:pipeline_schedule_id/variables/:key`,
    summary: 'Delete a variable of a pipeline schedule',
    params: { ...scheduleId, ...key },
    answers: { status: 202, one: pipelineVariableEntity },
  },
  ({ world, project, params, view }) => {
    const schedule = administered(view.situation, project, params.pipeline_schedule_id)
    const variable = variableOf(schedule, params.key)
    const variables = schedule.variables.filter((it) => it !== variable)
    world.pipelineSchedules.put({ ...schedule, variables })
    return variable
  },
)

function variableFrom(key: string, value: string, type: string | null | undefined): PipelineVariable {
  return { key, value, ...(type === 'file' && { type }) }
}

function variableOf({ variables }: PipelineSchedule, key: string | null): PipelineVariable {
  const variable = variables.find((it) => it.key === key)
  if (variable === undefined) throw notFound('Pipeline Schedule Variable')
  return variable
}

/** The schedule, which is missing to callers who may not read it. */
function named(situation: Situation, project: Project, id: number | null): PipelineSchedule {
  const schedule = situation.world.pipelineSchedules.get(id ?? 0)
  if (schedule?.projectId !== project.id || !can(situation, 'read_builds', project))
    throw notFound('Pipeline Schedule')
  return schedule
}

/** The schedule, for callers who may administer it. Changes of what it runs need `owned`. */
function administered(situation: Situation, project: Project, id: number | null): PipelineSchedule {
  const schedule = named(situation, project, id)
  if (!administersSchedule(situation, schedule)) throw forbidden()
  return schedule
}

/** The schedule, for its owner only: it runs with the owner's permissions. */
function owned(situation: Situation, project: Project, id: number | null): PipelineSchedule {
  const schedule = administered(situation, project, id)
  if (!ownsSchedule(situation, schedule) && !situation.caller.admin) throw forbidden()
  return schedule
}
