import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

export const processModes = ['unordered', 'oldest_first', 'newest_first', 'newest_ready_first'] as const

/** A resource group: its jobs run one after another. */
export interface ResourceGroup {
  readonly id: number
  readonly projectId: number
  readonly key: string
  readonly processMode: (typeof processModes)[number]
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const resourceGroupsTable = table<ResourceGroup>()('resourceGroups', {
  byProject: index((it) => [it.projectId, it.key]),
})
