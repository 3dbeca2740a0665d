import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

export interface Label {
  readonly id: number
  /** Exactly one of the two is set. */
  readonly projectId: number | null
  readonly groupId: number | null
  readonly title: string
  /** `#rrggbb` */
  readonly color: string
  readonly description: string | null
  readonly priority: number | null
  readonly createdAt: Instant
}

export const labelsTable = table<Label>((it) => [it.title, it.description])('labels', {
  byProject: index((label) => (label.projectId === null ? undefined : [label.projectId, label.title])),
  byGroup: index((label) => (label.groupId === null ? undefined : [label.groupId, label.title])),
  byTitle: index((label) => [label.title]),
})
