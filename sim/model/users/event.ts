import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** The actions of events. */
export const eventActions = [
  'created',
  'updated',
  'closed',
  'reopened',
  'pushed',
  'commented',
  'merged',
  'joined',
  'left',
  'destroyed',
  'expired',
  'approved',
] as const
export type EventAction = (typeof eventActions)[number]

export type EventTarget = 'Issue' | 'MergeRequest' | 'Milestone' | 'Note' | 'WikiPage::Meta'

/** What a push did to a branch or a tag. */
export interface PushData {
  readonly action: 'created' | 'removed' | 'pushed'
  readonly refType: 'branch' | 'tag'
  /** Null for a push of so many references that one event tells of all. */
  readonly ref: string | null
  readonly from: string | null
  readonly to: string | null
  readonly commits: number
  readonly title: string | null
  /** How many references one event tells of; absent for a single one. */
  readonly refCount?: number
}

/** A contribution event of a user. */
export interface Event {
  readonly id: number
  readonly projectId: number
  readonly authorId: number
  readonly action: EventAction
  /** Null for what was done to the project itself. */
  readonly target: EventTarget | null
  /** Null also when the target is deleted. */
  readonly targetId: number | null
  readonly push?: PushData
  /** The last title of a wiki page that is deleted. */
  readonly lastTitle?: string
  readonly createdAt: Instant
}

/** Whether it makes the project one to which its author contributed. */
function isContribution({ target, push }: Event): boolean {
  return push !== undefined || (target !== null && target !== 'Milestone' && target !== 'WikiPage::Meta')
}

export const eventsTable = table<Event>()('events', {
  byProject: index((it) => [it.projectId]),
  byAuthor: index((it) => [it.authorId]),
  byContribution: index((it) => (isContribution(it) ? [it.authorId, it.projectId, it.createdAt] : undefined)),
  byTarget: index((it) =>
    it.target === null || it.targetId === null ? undefined : [it.target, it.targetId],
  ),
})
