import type { View } from '../../entities/entity.ts'
import { inDialect } from '../../lib/dialect.ts'
import { type Project, storageOf } from '../../model/projects/project.ts'
import type { Situation } from '../../policy/abilities.ts'
import { memberProjects } from '../../policy/member-projects.ts'
import { type Listing, listingOf } from '../../protocol/listing.ts'
import { oneOfThese } from '../shared/place-list.ts'
import type { ProjectFilter } from '../shared/project-filters.ts'
import { creation, orders, type ProjectOrder, sortedProjects } from '../shared/project-list.ts'
import { similarity } from '../shared/similarity.ts'
import type { Given } from './filter.ts'

/** The projects that pass, in the requested order; ties by id in the same direction (projects#orders). */
export function orderProjects(
  { situation, dialect }: View,
  given: Given,
  filters: readonly ProjectFilter[],
): Listing<Project> {
  const order = effectiveOrder(situation, given, inDialect(creation, dialect))
  if (order !== 'similarity') return sortedProjects(situation.world, moreOrders[order], given.sort, filters)
  const found = sortedProjects(situation.world, orders.id, given.sort, filters)
  return listingOf(bySimilarity([...found.rows()], given.search ?? ''))
}

type Order = keyof typeof moreOrders | 'similarity'

// An order that the caller may not use falls back to the default, without an error.
function effectiveOrder(situation: Situation, given: Given, byDefault: 'created_at' | 'id'): Order {
  const { order_by: order = 'created_at' } = given
  switch (order) {
    case 'created_at':
      return byDefault
    case 'similarity':
      return isSimilarity(situation, given) ? 'similarity' : byDefault
    case 'repository_size':
    case 'storage_size':
    case 'packages_size':
    case 'wiki_size':
      return situation.caller.admin ? order : byDefault
    default:
      return order
  }
}

/** Ordering by similarity needs a search term and a signed-in caller. */
function isSimilarity({ caller }: Situation, given: Given): boolean {
  return given.order_by === 'similarity' && Boolean(given.search) && caller.user !== undefined
}

/** Among all projects that order has only the caller's own, unless those are wanted that they starred. */
export function inSimilarity(situation: Situation, given: Given): ProjectFilter[] {
  const { world, caller } = situation
  if (caller.user === undefined || given.starred || !isSimilarity(situation, given)) return []
  return [oneOfThese(memberProjects(world, caller.user))]
}

const moreOrders = {
  ...orders,
  star_count: { name: 'star_count', index: 'byStars', rank: ({ starCount }) => starCount },
  repository_size: { name: 'repository', index: 'byRepositorySize', rank: ({ sizes }) => sizes.repository },
  storage_size: { name: 'storage', index: 'byStorage', rank: ({ sizes }) => storageOf(sizes) },
  packages_size: { name: 'packages', index: 'byPackagesSize', rank: ({ sizes }) => sizes.packages },
  wiki_size: { name: 'wiki', index: 'byWikiSize', rank: ({ sizes }) => sizes.wiki },
} as const satisfies { readonly [order: string]: ProjectOrder }

// The most similar first, whatever the direction; ties by id, newest first.
function bySimilarity(projects: readonly Project[], query: string): Project[] {
  const scored = projects.map((project) => ({ project, score: similarity(project, query) }))
  return scored.sort((a, b) => b.score - a.score || b.project.id - a.project.id).map(({ project }) => project)
}
