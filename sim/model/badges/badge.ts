import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** A picture with a link on the page of a project, or of all projects in a group. */
export interface Badge {
  readonly id: number
  /** One of the two is null. */
  readonly projectId: number | null
  readonly groupId: number | null
  readonly name: string | null
  readonly linkUrl: string
  readonly imageUrl: string
  readonly createdAt: Instant
}

export const badgesTable = table<Badge>()('badges', {
  byProject: index((it) => (it.projectId === null ? undefined : [it.projectId, it.createdAt])),
  byGroup: index((it) => (it.groupId === null ? undefined : [it.groupId, it.createdAt])),
})
