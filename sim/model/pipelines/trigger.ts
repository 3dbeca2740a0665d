import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** A trigger token, which starts pipelines of a project as the user who created it. */
export interface Trigger {
  readonly id: number
  readonly projectId: number
  readonly token: string
  readonly description: string
  readonly ownerId: number
  readonly lastUsedAt: Instant | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const triggersTable = table<Trigger>()('triggers', {
  byProject: index((trigger) => [trigger.projectId]),
  byToken: index((trigger) => [trigger.token]),
})
