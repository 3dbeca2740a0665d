import type { Group } from '../../model/groups/group.ts'
import type { Project } from '../../model/projects/project.ts'
import type { Situation } from '../../policy/abilities.ts'
import type { Place } from '../../policy/places.ts'
import type { ParamsOf } from '../../protocol/params.ts'
import type { filterParams } from './params.ts'

/** A search, as the finder of each scope receives it. */
export interface SearchRequest {
  readonly situation: Situation
  readonly place: Place
  /** The group or project to search in. */
  readonly group: Group | undefined
  readonly project: Project | undefined
  /** Trimmed. */
  readonly query: string
  readonly params: ParamsOf<typeof filterParams>
  /** Whether descriptions are left alone. */
  readonly titlesAlone: boolean
  /** Branch or tag whose files and commits are searched, in a project. */
  readonly ref: string | undefined
  /** Whether the search engine answers instead of the database. */
  readonly advanced: boolean
  /** Whether the database answers by time of creation where no order is asked for. */
  readonly newestFirst: boolean
}

/** Order of the results: by relevance in advanced search, by time in basic search or if requested. */
export interface Order {
  readonly relevance: boolean
  readonly byCreation: boolean
  readonly oldestFirst: boolean
}

export function orderOf({ advanced, newestFirst, query, params: { order_by, sort } }: SearchRequest): Order {
  const asked = order_by === 'created_at'
  const byCreation = asked || (newestFirst && !advanced)
  return {
    relevance: advanced && !asked && query !== '',
    byCreation,
    oldestFirst: asked && sort === 'asc',
  }
}

/** How many results are gathered at most: 100 more than the pages before this one hold. */
export function gatherLimit({ params: { page, per_page } }: SearchRequest): number {
  const size = per_page < 1 ? 20 : Math.min(per_page, 100)
  return 100 + (Math.max(page, 1) - 1) * size
}
