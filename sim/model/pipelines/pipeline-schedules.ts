import type { Instant } from '../../time/calendar.ts'
import { isCron, isZone, nextRun } from '../../time/cron.ts'
import { limitOf } from '../installation/plan-limits.ts'
import { type Errors, InvalidRow } from '../invalid-row.ts'
import { BLANK, isLonger, TAKEN, tooLong } from '../names.ts'
import type { Project } from '../projects/project.ts'
import { updated } from '../updated.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import type { PipelineVariable } from './ci.ts'
import type { FreezePeriod, PipelineSchedule } from './pipeline-schedule.ts'

export type ScheduleValues = Pick<PipelineSchedule, 'description' | 'ref' | 'cron' | 'zone' | 'active'>

/** Creates a pipeline schedule. Throws InvalidRow. */
export function addSchedule(
  world: World,
  project: Project,
  owner: User,
  values: ScheduleValues,
  now: Instant,
): PipelineSchedule {
  refuse(values)
  const most = limitOf(world, 'ci_pipeline_schedules')
  if (most > 0 && world.pipelineSchedules.by('byProject', project.id).count() >= most)
    throw new InvalidRow({ base: [`Maximum number of ci pipeline schedules (${most}) exceeded`] })
  const schedule = world.pipelineSchedules.insert({
    id: nextId(world, 'pipelineSchedules'),
    projectId: project.id,
    ownerId: owner.id,
    ...values,
    nextRunAt: null,
    variables: [],
    createdAt: now,
    updatedAt: now,
  })
  return scheduleNextRun(world, schedule, now)
}

/** Throws InvalidRow. */
export function changeSchedule(
  world: World,
  schedule: PipelineSchedule,
  values: Partial<ScheduleValues>,
  now: Instant,
): PipelineSchedule {
  const changed = updated(schedule, values, now)
  refuse(changed)
  return scheduleNextRun(world, changed, now)
}

/** When the service looks for schedules that are due, by default. */
const WORKER = '3-59/10 * * * *'

// One that is due exactly when the worker comes next runs then; any other waits for the time of the worker after its own.
function runAfter({ cron, zone }: PipelineSchedule, now: Instant): Instant | null {
  const ideal = nextRun(cron, zone, now)
  if (ideal === undefined) return null
  return ideal === nextRun(WORKER, 'UTC', now) ? ideal : (nextRun(WORKER, 'UTC', ideal) ?? null)
}

/** Schedules the next run of a pipeline schedule; an earlier job sees another time in the row and does nothing. */
export function scheduleNextRun(world: World, schedule: PipelineSchedule, now: Instant): PipelineSchedule {
  const { id, active } = schedule
  const due = runAfter(schedule, now)
  if (active && due !== null)
    world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'pipeline-schedule', args: { scheduleId: id }, due })
  return world.pipelineSchedules.put({ ...schedule, nextRunAt: due })
}

/** Adds a variable to those that the pipelines of a schedule are started with, or replaces one. Throws InvalidRow. */
export function setScheduleVariable(
  world: World,
  schedule: PipelineSchedule,
  variable: PipelineVariable,
  replaced?: PipelineVariable,
): void {
  const { key } = variable
  const errors: string[] = []
  if (key.trim() === '') errors.push(BLANK)
  if (isLonger(key, 255)) errors.push(tooLong(255))
  if (!/^[A-Za-z0-9_]+$/.test(key)) errors.push("can contain only letters, digits and '_'.")
  if (schedule.variables.some((it) => it !== replaced && it.key === key)) errors.push(TAKEN)
  if (errors.length > 0) throw new InvalidRow({ key: errors })
  const variables =
    replaced === undefined
      ? [...schedule.variables, variable]
      : schedule.variables.map((it) => (it === replaced ? variable : it))
  world.pipelineSchedules.put({ ...schedule, variables })
}

function refuse({ description, ref, cron, zone }: ScheduleValues): void {
  const errors: { [attribute: string]: readonly string[] } = {
    ...planErrors('cron', cron),
    ...zoneErrors(zone),
  }
  if (ref.trim() === '') errors.ref = [BLANK]
  if (description.trim() === '') errors.description = [BLANK]
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
}

// The service's own text begins with a space.
const UNREADABLE = ' is invalid syntax'

function planErrors(name: string, plan: string): Errors {
  if (plan.trim() === '') return { [name]: [UNREADABLE, BLANK] }
  return isCron(plan) ? {} : { [name]: [UNREADABLE] }
}

function zoneErrors(zone: string): Errors {
  if (zone.trim() === '') return { cron_timezone: [UNREADABLE, BLANK] }
  return isZone(zone) ? {} : { cron_timezone: [UNREADABLE] }
}

export type FreezeValues = Pick<FreezePeriod, 'start' | 'end' | 'zone'>

/** Throws InvalidRow. */
export function addFreezePeriod(
  world: World,
  project: Project,
  values: FreezeValues,
  now: Instant,
): FreezePeriod {
  refuseFreeze(values)
  return world.freezePeriods.insert({
    id: nextId(world, 'freezePeriods'),
    projectId: project.id,
    ...values,
    createdAt: now,
    updatedAt: now,
  })
}

/** Throws InvalidRow. */
export function changeFreezePeriod(
  world: World,
  period: FreezePeriod,
  values: Partial<FreezeValues>,
  now: Instant,
): FreezePeriod {
  const changed = updated(period, values, now)
  refuseFreeze(changed)
  return world.freezePeriods.put(changed)
}

function refuseFreeze({ start, end, zone }: FreezeValues): void {
  const errors = {
    ...planErrors('freeze_start', start),
    ...planErrors('freeze_end', end),
    ...zoneErrors(zone),
  }
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
}
