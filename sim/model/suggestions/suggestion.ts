import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'

/** A proposed change of lines, made by a fenced block in a note on a merge request's diff. */
export interface Suggestion {
  readonly id: number
  /** The note carries author, merge request and the file (`position.newPath`). */
  readonly noteId: number
  /** Position among the suggestions of the note, from 0. */
  readonly order: number
  /** First and last line replaced, counted from 1 in the file at `position.headSha`. */
  readonly fromLine: number
  readonly toLine: number
  /** Whole lines, each with its line end. */
  readonly fromContent: string
  readonly toContent: string
  readonly applied: boolean
  /** The commit that applied it. */
  readonly commitSha: string | null
}

export const suggestionsTable = table<Suggestion>()('suggestions', {
  byNote: index((suggestion) => [suggestion.noteId, suggestion.order]),
})
