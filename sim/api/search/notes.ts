import type { Note } from '../../model/discussions/note.ts'
import type { Project } from '../../model/projects/project.ts'
import { matcher, piecesOf } from '../../model/search/search.ts'
import { seesDiscussion } from '../../policy/notes.ts'
import { type Asked, orderOf } from './asked.ts'
import { byTime, find, type Walk, walkThrough } from './find.ts'
import { byRelevance } from './relevance.ts'

const SHORTEST_TERM = 3

/** What people wrote on things that the caller sees; the last changed first. */
export function notesFound(asked: Asked): Iterable<Note> {
  const { situation, place, query } = asked
  const { notes } = situation.world
  const { relevance, byCreation, oldestFirst } = orderOf(asked)
  const matches = matcher(query, SHORTEST_TERM)
  const before = byTime<Note>(byCreation ? (it) => it.createdAt : (it) => it.updatedAt, oldestFirst)
  const shelves = {
    of: ({ id }: Project) => notes.by('byProject', id),
    whole: { run: notes.all(), size: notes.size, sorted: false },
  }
  const rows = find({
    candidates: notes.mentioning(piecesOf(query, SHORTEST_TERM)),
    walk: (): Walk<Note> => {
      const walked = walkThrough(place, shelves, before, oldestFirst)
      return byCreation ? { ...walked, sorted: false } : walked
    },
    passes: (note) =>
      !note.system && place.holds(note.projectId) && matches([note.body]) && seesDiscussion(situation, note),
    before,
  })
  return relevance ? byRelevance(rows, query, ({ body }) => [body]) : rows
}
