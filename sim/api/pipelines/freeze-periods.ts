import { freezePeriodEntity } from '../../entities/pipeline-schedule.ts'
import type { FreezePeriod } from '../../model/pipelines/pipeline-schedule.ts'
import { addFreezePeriod, changeFreezePeriod } from '../../model/pipelines/pipeline-schedules.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, lookedUp, required, string } from '../../protocol/params.ts'
import { recordNotFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'

const PATH = '/projects/:id/freeze_periods'
const periodId = { freeze_period_id: required(integer({ about: 'ID of the freeze period' })) }
const reading = { subject: 'project', needs: 'read_freeze_periods', method: 'GET', beyond: true } as const
const writing = { subject: 'project', needs: 'admin_freeze_periods', beyond: true } as const
const freeze_start = string({ about: 'Start of the period, as a cron expression' })
const freeze_end = string({ about: 'End of the period, as a cron expression' })
const cron_timezone = string({ about: 'Time zone of both expressions; default `UTC`' })

export const listFreezePeriods = operation(
  {
    ...reading,
    path: PATH,
    summary: 'List the freeze periods of a project',
    answers: { many: freezePeriodEntity },
  },
  ({ world, project }) => indexListing(world.freezePeriods.by('byProject', project.id), 'ascending'),
)

export const getFreezePeriod = operation(
  {
    ...reading,
    path: `${PATH}/:freeze_period_id`,
    summary: 'Get a freeze period',
    params: periodId,
    answers: { one: freezePeriodEntity },
  },
  ({ world, project, params }) => named(world, project, params.freeze_period_id),
)

export const createFreezePeriod = operation(
  {
    ...writing,
    method: 'POST',
    path: PATH,
    summary: 'Create a freeze period',
    params: { freeze_start: required(freeze_start), freeze_end: required(freeze_end), cron_timezone },
    answers: { status: 201, one: freezePeriodEntity },
    refuses: [400],
  },
  ({ world, project, params, now }) => {
    const zone = params.cron_timezone ?? 'UTC'
    const values = { start: params.freeze_start ?? '', end: params.freeze_end ?? '', zone }
    return refuseInvalidRow(() => addFreezePeriod(world, project, values, now))
  },
)

export const updateFreezePeriod = operation(
  {
    ...writing,
    method: 'PUT',
    path: `${PATH}/:freeze_period_id`,
    summary: 'Update a freeze period',
    params: { ...lookedUp(periodId), freeze_start, freeze_end, cron_timezone },
    answers: { one: freezePeriodEntity },
    refuses: [400],
  },
  ({ world, project, params, now }) => {
    const { freeze_start: start, freeze_end: end, cron_timezone: zone } = params
    const values = {
      ...(start != null && { start }),
      ...(end != null && { end }),
      ...(zone != null && { zone }),
    }
    const period = named(world, project, params.freeze_period_id)
    return refuseInvalidRow(() => changeFreezePeriod(world, period, values, now))
  },
)

export const deleteFreezePeriod = operation(
  {
    ...writing,
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: `${PATH}/:freeze_period_id`,
    summary: 'Delete a freeze period',
    params: periodId,
    answers: { status: 204 },
  },
  ({ world, project, params, unmodified }) => {
    world.freezePeriods.delete(unmodified(named(world, project, params.freeze_period_id)).id)
  },
)

function named(world: World, project: Project, id: number | null): FreezePeriod {
  const period = world.freezePeriods.get(id ?? 0)
  if (period?.projectId !== project.id) throw recordNotFound()
  return period
}
