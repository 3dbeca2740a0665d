import type { Instant } from '../../time/calendar.ts'
import { InvalidRow } from '../invalid-row.ts'
import { nextId, type World } from '../world.ts'
import type { Issue } from './issue.ts'
import type { IssueLink, LinkType } from './issue-link.ts'

/** The links of an issue, in either direction, oldest first. */
export function linksOf(world: World, id: number): IssueLink[] {
  const links = [
    ...world.issueLinks.by('bySource', id).ascending(),
    ...world.issueLinks.by('byTarget', id).ascending(),
  ]
  return links.sort((one, other) => one.id - other.id)
}

/** Links two issues, unless they are linked already; then undefined. Throws InvalidRow. */
export function linkIssues(
  world: World,
  source: Issue,
  target: Issue,
  type: LinkType,
  now: Instant,
): IssueLink | undefined {
  if (source.id === target.id) throw new InvalidRow({ source: ['cannot be related to itself'] })
  if (linksOf(world, source.id).some((link) => linkedIssueId(link, source) === target.id)) return undefined
  const [from, to] = type === 'is_blocked_by' ? [target, source] : [source, target]
  return world.issueLinks.insert({
    id: nextId(world, 'issueLinks'),
    sourceId: from.id,
    targetId: to.id,
    type: type === 'is_blocked_by' ? 'blocks' : type,
    createdAt: now,
  })
}

export function linkedIssueId({ sourceId, targetId }: IssueLink, { id }: Issue): number {
  return sourceId === id ? targetId : sourceId
}

/** The type of a link as seen from one of its issues. */
export function linkTypeFrom({ targetId, type }: IssueLink, { id }: Issue): LinkType {
  return type === 'blocks' && targetId === id ? 'is_blocked_by' : type
}

export function removeLinks(world: World, issueId: number): void {
  for (const link of linksOf(world, issueId)) world.issueLinks.delete(link.id)
}
