import { since } from '../lib/dialect.ts'
import type { FreezePeriod, PipelineSchedule } from '../model/pipelines/pipeline-schedule.ts'
import { administersSchedule } from '../policy/schedules.ts'
import {
  entity,
  type Fields,
  flag,
  integer,
  json,
  many,
  nullable,
  one,
  text,
  timestamp,
  type View,
  when,
} from './entity.ts'
import { pipelineRefEntity, pipelineVariableEntity } from './pipeline-ref.ts'
import { userRefEntity } from './user-ref.ts'

const administers = (schedule: PipelineSchedule, view: View) =>
  view.decide(`administer schedule ${schedule.id}`, (situation) => administersSchedule(situation, schedule))

const basics: Fields<PipelineSchedule> = {
  id: integer(({ id }) => id),
  description: text(({ description }) => description),
  ref: text(({ ref }) => ref),
  cron: text(({ cron }) => cron),
  cron_timezone: text(({ zone }) => zone),
  next_run_at: nullable(timestamp(({ nextRunAt }) => nextRunAt)),
  active: flag(({ active }) => active),
  created_at: timestamp(({ createdAt }) => createdAt),
  updated_at: timestamp(({ updatedAt }) => updatedAt),
  owner: nullable(one(userRefEntity, ({ ownerId }, { world }) => world.users.get(ownerId ?? 0))),
  inputs: since(
    'pipelines#later-schedule-inputs',
    when(
      administers,
      json({ type: 'array', items: { type: 'object' } }, () => []),
    ),
  ),
}

/** A pipeline schedule in a list. */
export const pipelineScheduleEntity = entity<PipelineSchedule>('PipelineSchedule', basics)

/** A pipeline schedule with its variables and its last pipeline. */
export const pipelineScheduleDetailEntity = entity<PipelineSchedule>('PipelineScheduleDetail', {
  ...basics,
  last_pipeline: nullable(
    one(pipelineRefEntity, ({ id }: PipelineSchedule, { world }) =>
      world.pipelines.by('bySchedule', id).last(),
    ),
  ),
  variables: when(
    administers,
    many(pipelineVariableEntity, ({ variables }) => variables),
  ),
})

/** A freeze period. */
export const freezePeriodEntity = entity<FreezePeriod>('FreezePeriod', {
  id: integer(({ id }) => id),
  freeze_start: text(({ start }) => start),
  freeze_end: text(({ end }) => end),
  cron_timezone: text(({ zone }) => zone),
  created_at: timestamp(({ createdAt }) => createdAt),
  updated_at: timestamp(({ updatedAt }) => updatedAt),
})
