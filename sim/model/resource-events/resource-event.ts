import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

export const resourceEventKinds = ['label', 'milestone', 'state', 'weight'] as const
export type ResourceEventKind = (typeof resourceEventKinds)[number]

/** A change of labels, milestone, state or weight of an issue or a merge request, or of labels or state of an epic. */
export interface ResourceEvent {
  readonly id: number
  readonly target: 'Issue' | 'MergeRequest' | 'Epic'
  readonly targetId: number
  /** Null for an epic. */
  readonly projectId: number | null
  readonly kind: ResourceEventKind
  readonly userId: number | null
  /** Of labels and milestones. */
  readonly action: 'add' | 'remove' | null
  readonly labelId: number | null
  readonly milestoneId: number | null
  /** Of the state: the new one. */
  readonly state: 'closed' | 'reopened' | 'merged' | null
  /** Of the weight: the new one. */
  readonly weight: number | null
  readonly createdAt: Instant
}

export const resourceEventsTable = table<ResourceEvent>()('resourceEvents', {
  byTarget: index((event) => [event.target, event.targetId, event.kind]),
  byProject: index((event) => (event.projectId === null ? undefined : [event.projectId])),
})
