import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'
import type { PipelineVariable } from './ci.ts'

/** A pipeline schedule; its owner starts the pipelines. */
export interface PipelineSchedule {
  readonly id: number
  readonly projectId: number
  readonly description: string
  /** A branch or a tag. */
  readonly ref: string
  readonly cron: string
  readonly zone: string
  readonly active: boolean
  /** Null once the owner is gone; then nothing starts. */
  readonly ownerId: number | null
  /** Null for a cron that never matches. */
  readonly nextRunAt: Instant | null
  readonly variables: readonly PipelineVariable[]
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const pipelineSchedulesTable = table<PipelineSchedule>()('pipelineSchedules', {
  byProject: index((it) => [it.projectId]),
})

/** A freeze period: no deployments between its two crons. */
export interface FreezePeriod {
  readonly id: number
  readonly projectId: number
  readonly start: string
  readonly end: string
  readonly zone: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const freezePeriodsTable = table<FreezePeriod>()('freezePeriods', {
  byProject: index((it) => [it.projectId]),
})
