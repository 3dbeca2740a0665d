import type { Project } from '../../model/projects/project.ts'
import { piecesOf } from '../../model/search/search.ts'
import type { User } from '../../model/users/user.ts'
import type { Situation } from '../../policy/abilities.ts'
import { memberProjects } from '../../policy/member-projects.ts'
import { type Given, SHORTEST_WORD } from './filter.ts'

/** The rows that a list starts from: those of an index that makes them few, else all. */
export type Rows = readonly Project[] | 'all'

/** All projects, or only the caller's own where a filter implies them. */
export function visibleRows(situation: Situation, given: Given): Rows {
  const { world, caller } = situation
  const implied =
    given.membership || given.owned || given.min_access_level != null || isSimilarity(situation, given)
  if (given.starred && caller.user !== undefined)
    return world.stars
      .by('byUser', caller.user.id)
      .list()
      .map((star) => world.projects.require(star.projectId))
  if (implied) return caller.user === undefined ? [] : memberProjects(world, caller.user)
  const [topic] = given.topic ?? []
  if (topic !== undefined) return world.projects.by('byTopic', topic).list()
  const found = given.search ? world.projects.mentioning(piecesOf(given.search, SHORTEST_WORD)) : undefined
  return found !== undefined && found.count <= SORTED_IN_MEMORY ? [...found.rows()] : 'all'
}

/** More rows than this are read in the order of an index instead of being gathered and sorted. */
const SORTED_IN_MEMORY = 1000

export function ownNamespaceRows({ world }: Situation, user: User): Rows {
  return world.projects.by('byNamespace', 'user', user.namespaceId).list()
}

/** Ordering by similarity needs a search term and a signed-in caller. */
export function isSimilarity({ caller }: Situation, given: Given): boolean {
  return given.order_by === 'similarity' && Boolean(given.search) && caller.user !== undefined
}
