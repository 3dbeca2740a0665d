import { type Project, projectTexts } from '../../model/projects/project.ts'
import { byTime, find, inOrder, type Walk } from './find.ts'
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
    candidates: terms.candidates(projects, projectTexts.withNamespaces),
    isTold: terms.isTold,
    walk: (): Walk<Project> => {
      if (group === undefined)
        return {
          size: projects.size,
          sorted: true,
          rows: inOrder<Project>(oldestFirst)(run),
        }
      const below = place.projects(Number.POSITIVE_INFINITY) ?? []
      return { size: below.length, sorted: false, rows: () => below }
    },
    matches: (project) => terms.match(project, [project.fullPath, project.description], [project.fullName]),
    passes: (project, matches) => matches(project) && place.holds(project.id),
    before: byTime(byCreation ? ({ createdAt }) => createdAt : ({ id }) => id, oldestFirst),
  })
  return relevance
    ? byRelevance(rows, query, ({ name, path, description }) => [name, path, description])
    : rows
}
