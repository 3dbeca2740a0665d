import type { Instant } from '../../time/calendar.ts'
import { InvalidRow } from '../invalid-row.ts'
import { nextId, type World } from '../world.ts'
import type { Issue } from './issue.ts'
import type { IssueLink, LinkType } from './issue-link.ts'

/** Links between issues, or between epics. */
export type LinkTable = 'issueLinks' | 'epicLinks'

/** What is linked. */
type Linked = Pick<Issue, 'id'>

/** The links of an issue or epic, in either direction, oldest first. */
export function linksOf(world: World, id: number, among: LinkTable = 'issueLinks'): IssueLink[] {
  const links = [
    ...world[among].by('bySource', id).ascending(),
    ...world[among].by('byTarget', id).ascending(),
  ]
  return links.sort((one, other) => one.id - other.id)
}

/** Links two issues or epics, unless they are linked already; then undefined. Throws InvalidRow. */
export function linkIssues(
  world: World,
  source: Linked,
  target: Linked,
  type: LinkType,
  now: Instant,
  among: LinkTable = 'issueLinks',
): IssueLink | undefined {
  if (source.id === target.id) throw new InvalidRow({ source: ['cannot be related to itself'] })
  if (linksOf(world, source.id, among).some((link) => linkedIssueId(link, source) === target.id))
    return undefined
  const [from, to] = type === 'is_blocked_by' ? [target, source] : [source, target]
  return world[among].insert({
    id: nextId(world, among),
    sourceId: from.id,
    targetId: to.id,
    type: type === 'is_blocked_by' ? 'blocks' : type,
    createdAt: now,
  })
}

export function linkedIssueId({ sourceId, targetId }: IssueLink, { id }: Linked): number {
  return sourceId === id ? targetId : sourceId
}

/** The type of a link as seen from one of its issues. */
export function linkTypeFrom({ targetId, type }: IssueLink, { id }: Linked): LinkType {
  return type === 'blocks' && targetId === id ? 'is_blocked_by' : type
}

export function removeLinks(world: World, id: number, among: LinkTable = 'issueLinks'): void {
  for (const link of linksOf(world, id, among)) world[among].delete(link.id)
}
