import type { Change } from '../../git/changes.ts'
import { branchHead } from '../../git/repository.ts'
import { linesOf } from '../../git/split-lines.ts'
import { binary, unbinary, utf8 } from '../../lib/bytes.ts'
import type { Instant } from '../../time/calendar.ts'
import { fileAtCommit, linesMovedTo } from '../discussions/diff-notes.ts'
import type { Note, NotePosition } from '../discussions/note.ts'
import type { MergeRequest } from '../merge-requests/merge-request.ts'
import type { Project } from '../projects/project.ts'
import { pushCommit, signatureOf } from '../repository/new-commit.ts'
import { repositoryOf } from '../repository/repository.ts'
import type { User } from '../users/user.ts'
import type { World } from '../world.ts'
import type { Suggestion } from './suggestion.ts'
import { suggestionMessage } from './suggestion-message.ts'

/** Thrown when suggestions cannot be applied; the message is the service's. */
export class NotApplicable extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'NotApplicable'
  }
}

/** A suggestion with what it stands on. */
interface Placed {
  readonly suggestion: Suggestion
  readonly note: Note
  readonly position: NotePosition
  readonly mergeRequest: MergeRequest
  /** Where the source branch is; undefined once it is gone. */
  readonly head: string | undefined
}

/** The project and the branch that a suggestion is applied to; undefined once the project is gone. */
export function destinationOf(
  world: World,
  suggestion: Suggestion,
): { readonly project: Project; readonly branch: string } | undefined {
  const { mergeRequest } = placed(world, suggestion)
  const project = world.projects.get(mergeRequest.sourceProjectId)
  return project && { project, branch: mergeRequest.sourceBranch }
}

export function isApplicable(world: World, suggestion: Suggestion): boolean {
  return reasonAgainst(world, placed(world, suggestion)) === undefined
}

/** Commits suggestions to their source branch, all of them in one commit. Throws NotApplicable. */
export function applySuggestions(
  world: World,
  suggestions: readonly Suggestion[],
  { given, namesAuthors }: { readonly given: string | null; readonly namesAuthors: boolean },
  user: User,
  now: Instant,
): Suggestion[] {
  const all = suggestions.map((suggestion) => placed(world, suggestion))
  const first = all[0] as Placed
  for (const one of all) refuse(faultOf(world, one, first))
  const files = byFile(all)
  if ([...files.values()].some(overlap))
    refuse('Suggestions are not applicable as their lines cannot overlap.')
  const project = world.projects.require(first.mergeRequest.sourceProjectId)
  const target = world.projects.require(first.mergeRequest.projectId)
  const branch = first.mergeRequest.sourceBranch
  const paths = [...files.keys()]
  const authors = new Set(all.map(({ note }) => note.authorId))
  const others = [...authors].filter((id) => id !== user.id).map((id) => world.users.require(id))
  const coAuthors = namesAuthors ? others : undefined
  const message = suggestionMessage(given, { target, branch, paths, count: all.length, user, coAuthors })
  const author = !namesAuthors && authors.size === 1 ? world.users.require(first.note.authorId) : user
  const changes = [...files].map(([path, ones]) => changeOf(world, path, ones))
  const push = {
    branch,
    start: first.head,
    changes,
    message,
    author: signatureOf(author, now),
    committer: signatureOf(user, now),
  }
  const commitSha = pushCommit(world, project, push, now)
  return suggestions.map(({ id }) => world.suggestions.update(id, { applied: true, commitSha }))
}

function refuse(reason: string | undefined): void {
  if (reason !== undefined) throw new NotApplicable(reason)
}

function placed(world: World, suggestion: Suggestion): Placed {
  const note = world.notes.require(suggestion.noteId)
  const mergeRequest = world.mergeRequests.require(note.noteableId)
  const source = world.projects.get(mergeRequest.sourceProjectId)
  const head = source && branchHead(repositoryOf(world, source), mergeRequest.sourceBranch)
  // Only notes on a diff have suggestions.
  return { suggestion, note, position: note.position as NotePosition, mergeRequest, head }
}

/** Why a suggestion cannot be applied, in the service's order of checks (suggestions#refusals). */
function faultOf(world: World, one: Placed, first: Placed): string | undefined {
  const { mergeRequest, position, head } = one
  if (fileAtCommit(world, head ?? position.headSha, position.newPath) === undefined)
    return 'A file was not found.'
  if (
    mergeRequest.sourceBranch !== first.mergeRequest.sourceBranch ||
    mergeRequest.sourceProjectId !== first.mergeRequest.sourceProjectId
  )
    return 'Suggestions must all be on the same branch.'
  return reasonAgainst(world, one) ?? (position.headSha === head ? undefined : 'A file has been changed.')
}

function reasonAgainst(
  world: World,
  { suggestion, position, mergeRequest, head }: Placed,
): string | undefined {
  if (suggestion.applied) return "Can't apply this suggestion."
  if (mergeRequest.state === 'merged')
    return 'This merge request was merged. To apply this suggestion, edit this file directly.'
  if (mergeRequest.state === 'closed')
    return 'This merge request is closed. To apply this suggestion, edit this file directly.'
  if (head === undefined) return "Can't apply as the source branch was deleted."
  const { fromLine, toLine, fromContent, toContent } = suggestion
  const then = { commit: position.headSha, path: position.newPath }
  if (linesMovedTo(world, then, head, fromLine, toLine) === undefined)
    return fromLine === toLine
      ? "Can't apply as this line was changed in a more recent version."
      : "Can't apply as these lines were changed in a more recent version."
  if (fromContent === toContent) return 'This suggestion already matches its content.'
  return position.newPath.endsWith('ipynb')
    ? "This file was modified for readability, and can't accept suggestions. Edit it directly."
    : undefined
}

/** Suggestions by file, those of a file from its top to its end. */
function byFile(all: readonly Placed[]): Map<string, Placed[]> {
  const files = new Map<string, Placed[]>()
  for (const one of all) files.set(one.position.newPath, [...(files.get(one.position.newPath) ?? []), one])
  for (const ones of files.values()) ones.sort((a, b) => a.suggestion.fromLine - b.suggestion.fromLine)
  return files
}

function overlap(ones: readonly Placed[]): boolean {
  return ones.some(({ suggestion }, i) => i > 0 && suggestion.fromLine <= lastLine(ones[i - 1] as Placed))
}

function lastLine({ suggestion }: Placed): number {
  return suggestion.toLine
}

function changeOf(world: World, path: string, ones: readonly Placed[]): Change {
  const { head } = ones[0] as Placed
  const lines = linesOf(fileAtCommit(world, head ?? '', path) ?? '')
  // From the end upwards, so that what is replaced moves nothing that is still to be.
  for (const { suggestion } of [...ones].reverse()) {
    const { fromLine, toLine, toContent } = suggestion
    lines.splice(fromLine - 1, toLine - fromLine + 1, binary(utf8(toContent)))
  }
  return { action: 'update', path, content: unbinary(lines.join('')) }
}
