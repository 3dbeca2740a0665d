import { likeness } from '../../lib/trigrams.ts'
import type { Group } from '../../model/groups/group.ts'
import type { Project } from '../../model/projects/project.ts'

const WEIGHTS = { path: 1, name: 0.7, description: 0.2 } as const

/** How much a project resembles a query: shared trigrams of path, name and description, weighted (projects#similarity). */
export function similarity(project: Pick<Project, 'path' | 'name' | 'description'>, query: string): number {
  return (
    WEIGHTS.path * likeness(project.path, query) +
    WEIGHTS.name * likeness(project.name, query) +
    WEIGHTS.description * likeness(project.description ?? '', query)
  )
}

/** How much a group resembles a query, by path and name (groups#list-order). */
export function groupSimilarity({ path, name }: Pick<Group, 'path' | 'name'>, query: string): number {
  return WEIGHTS.path * likeness(path, query) + WEIGHTS.name * likeness(name, query)
}
