import type { View } from '../../entities/entity.ts'
import { inDialect } from '../../lib/dialect.ts'
import { type Project, storageOf } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { indexListing, type Listing, listingOf } from '../../protocol/listing.ts'
import type { Run } from '../../store/run.ts'
import { creation } from '../shared/project-list.ts'
import { similarity } from '../shared/similarity.ts'
import type { Given } from './filter.ts'
import { isSimilarity, type Rows } from './rows.ts'

/** The projects that pass, in the requested order; ties by id in the same direction (projects#orders). */
export function orderProjects(
  { situation, dialect }: View,
  given: Given,
  rows: Rows,
  passes: (project: Project) => boolean,
): Listing<Project> {
  const order = effectiveOrder(situation, given, inDialect(creation, dialect))
  const direction = given.sort === 'asc' ? 'ascending' : 'descending'
  if (order === 'similarity')
    return listingOf(bySimilarity(passing(rows, situation.world, passes), given.search ?? ''))
  if (rows === 'all') return indexListing(indexOf(situation.world, order), direction, passes)
  const sign = direction === 'ascending' ? 1 : -1
  const rank = ranks[order]
  return listingOf(
    passing(rows, situation.world, passes).sort((a, b) => {
      const [x, y] = [rank(a), rank(b)]
      return sign * (x < y ? -1 : x > y ? 1 : a.id - b.id)
    }),
  )
}

type Order =
  | 'id'
  | 'created_at'
  | 'name'
  | 'path'
  | 'updated_at'
  | 'last_activity_at'
  | 'star_count'
  | Size
  | 'similarity'
type Size = 'repository_size' | 'storage_size' | 'packages_size' | 'wiki_size'

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

function indexOf(world: World, order: Exclude<Order, 'similarity'>): Run<Project> {
  switch (order) {
    case 'id':
      return world.projects.all()
    case 'created_at':
      return world.projects.by('byCreated')
    case 'name':
      return world.projects.by('byName')
    case 'path':
      return world.projects.by('byPath')
    case 'updated_at':
      return world.projects.by('byUpdated')
    case 'last_activity_at':
      return world.projects.by('byActivity')
    case 'star_count':
      return world.projects.by('byStars')
    case 'repository_size':
      return world.projects.by('byRepositorySize')
    case 'storage_size':
      return world.projects.by('byStorage')
    case 'packages_size':
      return world.projects.by('byPackagesSize')
    case 'wiki_size':
      return world.projects.by('byWikiSize')
    default:
      return order satisfies never
  }
}

const ranks: { readonly [order in Exclude<Order, 'similarity'>]: (project: Project) => number | string } = {
  id: (project) => project.id,
  created_at: (project) => project.createdAt,
  name: (project) => project.name,
  path: (project) => project.path,
  updated_at: (project) => project.updatedAt,
  last_activity_at: (project) => project.lastActivityAt,
  star_count: ({ starCount }) => starCount,
  repository_size: ({ sizes }) => sizes.repository,
  storage_size: ({ sizes }) => storageOf(sizes),
  packages_size: ({ sizes }) => sizes.packages,
  wiki_size: ({ sizes }) => sizes.wiki,
}

function passing(rows: Rows, world: World, passes: (project: Project) => boolean): Project[] {
  const all = rows === 'all' ? world.projects.all().ascending() : rows
  return [...all].filter(passes)
}

// The most similar first, whatever the direction; ties by id, newest first.
function bySimilarity(projects: readonly Project[], query: string): Project[] {
  const scored = projects.map((project) => ({ project, score: similarity(project, query) }))
  return scored.sort((a, b) => b.score - a.score || b.project.id - a.project.id).map(({ project }) => project)
}
