import type { Epic } from '../model/epics/epic.ts'
import { type IssueLink, linkTypes } from '../model/issues/issue-link.ts'
import { linkTypeFrom } from '../model/issues/issue-links.ts'
import { entity, type Fields, integer, one, oneOfTexts, timestamp } from './entity.ts'
import { epicEntity } from './epic.ts'

/** An epic that is linked, and what links it. */
export interface RelatedEpic extends Epic {
  readonly link: IssueLink
}

export const relatedEpicLinkEntity = entity<IssueLink>('RelatedEpicLink', {
  id: integer(({ id }) => id),
  source_epic: one(epicEntity, ({ sourceId }, { world }) => world.epics.require(sourceId)),
  target_epic: one(epicEntity, ({ targetId }, { world }) => world.epics.require(targetId)),
  link_type: oneOfTexts(linkTypes, ({ type }) => type),
  created_at: timestamp(({ createdAt }) => createdAt),
  updated_at: timestamp(({ createdAt }) => createdAt),
})

export const relatedEpicEntity = entity<RelatedEpic>('RelatedEpic', {
  ...(epicEntity.fields as Fields<RelatedEpic>),
  related_epic_link_id: integer(({ link }) => link.id),
  link_type: oneOfTexts(linkTypes, (epic) => seenFromOther(epic)),
  link_created_at: timestamp(({ link }) => link.createdAt),
  link_updated_at: timestamp(({ link }) => link.createdAt),
})

// The link is seen from the epic at its other end.
function seenFromOther(epic: RelatedEpic) {
  const seen = linkTypeFrom(epic.link, epic)
  if (seen === 'relates_to') return seen
  return seen === 'blocks' ? 'is_blocked_by' : 'blocks'
}
