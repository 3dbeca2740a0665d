import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** A list of users for whom feature flags are on. */
export interface UserList {
  readonly id: number
  readonly iid: number
  readonly projectId: number
  readonly name: string
  /** The application's own ids of its users, joined by commas. */
  readonly userXids: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export const userListsTable = table<UserList>((list) => [list.name])('userLists', {
  byProject: index((list) => [list.projectId]),
  byIid: index((list) => [list.projectId, list.iid]),
  byName: index((list) => [list.projectId, list.name]),
})
