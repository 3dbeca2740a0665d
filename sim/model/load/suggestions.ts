import type { SuggestionDescription } from '../../../fixtures/schema.ts'
import { readBlob, readCommit } from '../../git/objects.ts'
import { entryAt } from '../../git/tree.ts'
import { text } from '../../lib/bytes.ts'
import type { Steps } from '../../lib/steps.ts'
import type { Note } from '../discussions/note.ts'
import { objectsOf } from '../repository/repository.ts'
import { nextId } from '../world.ts'
import { type Loading, loadEach, type ProjectScope } from './loading.ts'

/** The suggestions of a note on a diff; what they would replace is read from the file at the note's head. */
export function* loadSuggestions(
  loading: Loading,
  scope: ProjectScope,
  note: Note,
  suggestions: readonly SuggestionDescription[],
  path: string,
): Steps<void> {
  yield* loadEach(loading, suggestions, (suggestion, order) => {
    const at = `${path}.suggestions[${order}]`
    const { applied } = suggestion
    loading.world.suggestions.insert({
      id: nextId(loading.world, 'suggestions'),
      noteId: note.id,
      order,
      fromLine: suggestion.from,
      toLine: suggestion.to,
      fromContent: linesAt(loading, note, suggestion, at),
      toContent: suggestion.text,
      applied: applied !== undefined,
      commitSha: applied === undefined ? null : scope.commits.require(applied, `${at}.applied`),
    })
  })
}

function linesAt(
  loading: Loading,
  { position }: Note,
  { from, to }: SuggestionDescription,
  path: string,
): string {
  if (position === null) throw new Error(`${path}: a suggestion needs a note with a position`)
  const objects = objectsOf(loading.world)
  const entry = entryAt(objects, readCommit(objects, position.headSha).tree, position.newPath)
  if (entry === undefined)
    throw new Error(`${path}: there is no file '${position.newPath}' at the head of the note`)
  const lines = text(readBlob(objects, entry.id)).match(/[^\n]*\n|[^\n]+$/g) ?? []
  if (to < from || to > lines.length)
    throw new Error(
      `${path}: there are no lines ${from} to ${to} in '${position.newPath}', which has ${lines.length}`,
    )
  return lines.slice(from - 1, to).join('')
}
