import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** The types of links; from the other side, `blocks` is `is_blocked_by`. */
export const linkTypes = ['relates_to', 'blocks', 'is_blocked_by'] as const
export type LinkType = (typeof linkTypes)[number]

/** A link between two issues, or between two epics. */
export interface IssueLink {
  readonly id: number
  readonly sourceId: number
  readonly targetId: number
  readonly type: Exclude<LinkType, 'is_blocked_by'>
  readonly createdAt: Instant
}

export const epicLinksTable = table<IssueLink>()('epicLinks', {
  bySource: index((link) => [link.sourceId, link.targetId]),
  byTarget: index((link) => [link.targetId]),
})

export const issueLinksTable = table<IssueLink>()('issueLinks', {
  bySource: index((link) => [link.sourceId, link.targetId]),
  byTarget: index((link) => [link.targetId]),
})
