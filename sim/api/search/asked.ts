import type { Group } from '../../model/groups/group.ts'
import type { Project } from '../../model/projects/project.ts'
import type { Situation } from '../../policy/abilities.ts'
import type { Place } from '../../policy/places.ts'
import type { ParamsOf } from '../../protocol/params.ts'
import type { filterParams } from './params.ts'

/** A search as every scope is given it. */
export interface Asked {
  readonly situation: Situation
  readonly place: Place
  /** The group or project to which the search is confined. */
  readonly group: Group | undefined
  readonly project: Project | undefined
  /** Without blanks around it. */
  readonly query: string
  readonly params: ParamsOf<typeof filterParams>
  /** Branch or tag in which files and commits of a project are looked for. */
  readonly ref: string | undefined
  /** Whether the search engine answers, and not the database. */
  readonly advanced: boolean
}

/** How rows are ordered: by relevance in advanced search, by time in basic search and where that is asked for. */
export interface Order {
  readonly relevance: boolean
  readonly byCreation: boolean
  readonly oldestFirst: boolean
}

export function orderOf({ advanced, query, params: { order_by, sort } }: Asked): Order {
  const byCreation = order_by === 'created_at'
  return {
    relevance: advanced && !byCreation && query !== '',
    byCreation,
    oldestFirst: byCreation && sort === 'asc',
  }
}

/** Results that are gathered are given up beyond a hundred more than the pages before this one hold. */
export function mostGathered({ params: { page, per_page } }: Asked): number {
  const size = per_page < 1 ? 20 : Math.min(per_page, 100)
  return 100 + (Math.max(page, 1) - 1) * size
}
