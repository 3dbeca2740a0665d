import { table } from '../store/database.ts'
import { index } from '../store/table.ts'
import type { Instant } from '../time/calendar.ts'
import type { Visibility } from './visibility.ts'

export interface Group {
  readonly id: number
  readonly parentId: number | null
  readonly path: string
  readonly fullPath: string
  readonly name: string
  readonly fullName: string
  readonly description: string
  readonly visibility: Visibility
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const groupsTable = table<Group>()('groups', {
  byFullPath: index((group) => [group.fullPath.toLowerCase()]),
  byParent: index((group) => [group.parentId ?? 0, group.name]),
  byName: index((group) => [group.name], 0),
})
