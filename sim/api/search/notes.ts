import type { Note } from '../../model/discussions/note.ts'
import type { Project } from '../../model/projects/project.ts'
import { seesDiscussion } from '../../policy/notes.ts'
import { byTime, find, type Walk, walkThrough } from './find.ts'
import { byRelevance } from './relevance.ts'
import { orderOf, type SearchRequest } from './search-request.ts'
import { termsOfSearch } from './terms.ts'

const SHORTEST_TERM = 3

/** Comments on resources that the caller may see, most recently updated first. */
export function findNotes(request: SearchRequest): Iterable<Note> {
  const { situation, place, query } = request
  const { notes } = situation.world
  const { relevance, byCreation, oldestFirst } = orderOf(request)
  const terms = termsOfSearch(request, SHORTEST_TERM)
  const before = byTime<Note>(byCreation ? (it) => it.createdAt : (it) => it.updatedAt, oldestFirst)
  const tableRuns = {
    of: ({ id }: Project) => notes.by('byProject', id),
    whole: { run: notes.all(), size: notes.size, sorted: false },
  }
  const rows = find({
    candidates: terms.candidates(notes),
    isTold: terms.isTold,
    walk: (): Walk<Note> => {
      const walked = walkThrough(place, tableRuns, before, oldestFirst)
      return byCreation ? { ...walked, sorted: false } : walked
    },
    matches: (note) => terms.match(note, [note.body]),
    passes: (note, matches) =>
      !note.system && place.holds(note.projectId) && matches(note) && seesDiscussion(situation, note),
    before,
  })
  return relevance ? byRelevance(rows, query, ({ body }) => [body]) : rows
}
