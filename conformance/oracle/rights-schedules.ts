import type { Right } from './right.ts'
import { forbidden, type Refusal } from './texts.ts'

const readFreezePeriods: Right = { member: 'reporter', others: 'nobody', lacking: forbidden }
const readSchedules: Right = {
  member: 'guest',
  others: 'signed-in',
  lacking: forbidden,
  publicJobs: true,
  source: 'pipelines#public-jobs',
}
const scheduleMissing: Refusal = { status: 404, body: { message: '404 Pipeline Schedule Not Found' } }
const readSchedule: Right = { ...readSchedules, lacking: scheduleMissing }
/** Whoever may not even read the schedule is told that it is missing. */
const changeSchedule: Right = {
  member: 'maintainer',
  others: 'nobody',
  lacking: forbidden,
  publicJobs: true,
  unseen: scheduleMissing,
  source: 'pipelines#public-jobs',
}

/** Who may call the operations on schedules and on the periods that hold deployments up. */
export const scheduleRights: { readonly [operation: string]: Right } = {
  'GET /projects/:id/pipeline_schedules': readSchedules,
  'POST /projects/:id/pipeline_schedules': { member: 'developer', others: 'nobody', lacking: forbidden },
  'GET /projects/:id/pipeline_schedules/:pipeline_schedule_id': readSchedule,
  'GET /projects/:id/pipeline_schedules/:pipeline_schedule_id/pipelines': readSchedule,
  'POST /projects/:id/pipeline_schedules/:pipeline_schedule_id/play': {
    ...changeSchedule,
    member: 'developer',
  },
  'DELETE /projects/:id/pipeline_schedules/:pipeline_schedule_id': {
    ...changeSchedule,
    member: 'maintainer',
  },
  'GET /projects/:id/freeze_periods': readFreezePeriods,
  'GET /projects/:id/freeze_periods/:freeze_period_id': readFreezePeriods,
  'POST /projects/:id/freeze_periods': { ...readFreezePeriods, member: 'maintainer' },
  'PUT /projects/:id/freeze_periods/:freeze_period_id': { ...readFreezePeriods, member: 'maintainer' },
  'DELETE /projects/:id/freeze_periods/:freeze_period_id': { ...readFreezePeriods, member: 'maintainer' },
}
