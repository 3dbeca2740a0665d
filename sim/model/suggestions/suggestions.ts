import { linesOf } from '../../git/split-lines.ts'
import { text, unbinary } from '../../lib/bytes.ts'
import { fileAtCommit } from '../discussions/diff-notes.ts'
import type { Note } from '../discussions/note.ts'
import { fences } from '../installation/markdown.ts'
import { nextId, type World } from '../world.ts'
import type { Suggestion } from './suggestion.ts'

/** Lines above and below its own that a suggestion can replace. */
const MOST_LINES = 100

/** Creates a suggestion for each suggestion block of a note; only notes on existing lines have any. */
export function createSuggestions(world: World, note: Note): Suggestion[] {
  const { position } = note
  if (note.noteable !== 'MergeRequest' || position === null || position.newLine === null) return []
  const line = position.newLine
  const file = fileAtCommit(world, position.headSha, position.newPath)
  if (file === undefined) return []
  const lines = linesOf(text(unbinary(file)))
  return proposalsIn(note.body).map(({ above, below, proposed }, order) => {
    const [fromLine, toLine] = [Math.max(1, line - above), line + below]
    const fromContent = lines.slice(fromLine - 1, toLine).join('')
    return world.suggestions.insert({
      id: nextId(world, 'suggestions'),
      noteId: note.id,
      order,
      fromLine,
      toLine,
      fromContent,
      toContent: proposed.trim() === '' ? '' : `${proposed}${lineEndOf(fromContent)}`,
      applied: false,
      commitSha: null,
    })
  })
}

/** Replaces the suggestions of a changed note, applied ones too. */
export function recreateSuggestions(world: World, note: Note): void {
  deleteSuggestions(world, note)
  createSuggestions(world, note)
}

export function deleteSuggestions(world: World, note: Note): void {
  for (const suggestion of world.suggestions.by('byNote', note.id).list())
    world.suggestions.delete(suggestion.id)
}

interface Proposal {
  readonly above: number
  readonly below: number
  /** Without the last line end. */
  readonly proposed: string
}

// ```suggestion:-1+2 replaces three lines and the one of the note: one above it, two below.
function proposalsIn(body: string): Proposal[] {
  return fences(body).flatMap(({ info, lines }) => {
    const [word = ''] = info.split(/\s+/, 1)
    if (word !== 'suggestion' && !word.startsWith('suggestion:')) return []
    const [, above = '0', below = '0'] = /^suggestion:(?:-(\d+))?(?:\+(\d+))?$/.exec(word) ?? []
    return [{ above: bounded(above), below: bounded(below), proposed: lines.join('\n') }]
  })
}

function bounded(digits: string): number {
  return Math.min(Number(digits), MOST_LINES)
}

// The block does not tell how its lines end, the last line that it replaces does.
function lineEndOf(content: string): string {
  return /(?:\r\n|\r|\n)$/.exec(content)?.[0] ?? ''
}
