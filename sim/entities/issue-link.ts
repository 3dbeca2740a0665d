import type { Issue } from '../model/issues/issue.ts'
import { type IssueLink, linkTypes } from '../model/issues/issue-link.ts'
import { linkTypeFrom } from '../model/issues/issue-links.ts'
import { broughtBy, entity, type Fields, integer, one, oneOfTexts, timestamp } from './entity.ts'
import { issueEntity } from './issue.ts'
import { linkedDetails } from './issue-detail.ts'

/** An issue that is linked, and what links it. */
export interface LinkedIssue extends Issue {
  readonly link: IssueLink
}

export const issueLinkEntity = entity<IssueLink>('IssueLink', {
  id: integer(({ id }) => id),
  source_issue: one(issueEntity, ({ sourceId }, { world }) => world.issues.require(sourceId)),
  target_issue: one(issueEntity, ({ targetId }, { world }) => world.issues.require(targetId)),
  link_type: oneOfTexts(linkTypes, ({ type }) => type),
})

export const relatedIssueEntity = entity<LinkedIssue>('RelatedIssue', {
  ...(issueEntity.fields as Fields<LinkedIssue>),
  ...(broughtBy('issues#later-linked-shape', linkedDetails) as Fields<LinkedIssue>),
  issue_link_id: integer(({ link }) => link.id),
  link_type: oneOfTexts(linkTypes, (row) => shownType(row)),
  link_created_at: timestamp(({ link }) => link.createdAt),
  link_updated_at: timestamp(({ link }) => link.createdAt),
})

// The link is seen from the issue at its other end.
function shownType(issue: LinkedIssue) {
  const seen = linkTypeFrom(issue.link, issue)
  if (seen === 'relates_to') return seen
  return seen === 'blocks' ? 'is_blocked_by' : 'blocks'
}
