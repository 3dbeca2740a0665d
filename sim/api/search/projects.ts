import type { Project } from '../../model/projects/project.ts'
import { byTime, find, type Walk } from './find.ts'
import { byRelevance } from './relevance.ts'
import { orderOf, type SearchRequest } from './search-request.ts'
import { termsOfSearch } from './terms.ts'

/** Projects are found by terms of one character (search#terms). */
const SHORTEST_TERM = 1

/** Projects that the caller sees, by full path, full name and description; the newest first. */
export function findProjects(request: SearchRequest): Iterable<Project> {
  const { situation, place, group, query } = request
  const { projects } = situation.world
  const { relevance, byCreation, oldestFirst } = orderOf(request)
  const terms = termsOfSearch(request, SHORTEST_TERM)
  const run = byCreation ? projects.by('byCreated') : projects.all()
  const rows = find({
    candidates: projects.mentioning(terms.pieces),
    walk: (): Walk<Project> => {
      if (group === undefined)
        return {
          size: projects.size,
          sorted: true,
          rows: () => (oldestFirst ? run.ascending() : run.descending()),
        }
      const below = place.projects(Number.POSITIVE_INFINITY) ?? []
      return { size: below.length, sorted: false, rows: () => below }
    },
    passes: (project) => {
      const { id, fullPath, fullName, description } = project
      return terms.match(project, [fullPath, description], [fullName]) && place.holds(id)
    },
    before: byTime(byCreation ? ({ createdAt }) => createdAt : ({ id }) => id, oldestFirst),
  })
  return relevance
    ? byRelevance(rows, query, ({ name, path, description }) => [name, path, description])
    : rows
}
