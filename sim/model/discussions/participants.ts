import type { KeyPart } from '../../store/key.ts'
import type { User } from '../users/user.ts'
import type { World } from '../world.ts'
import { namesIn, participantNames } from './mentioned-users.ts'
import type { Note } from './note.ts'
import type { Issuable } from './notes.ts'

/** Participants: author, assignees, reviewers, commenters and mentioned users; each once. */
export function participantsOf(world: World, { kind, row }: Issuable): User[] {
  const ids = new Set([
    row.authorId,
    ...row.assigneeIds,
    ...('reviewerIds' in row ? row.reviewerIds : []),
    ...commenters(world, kind, row.id),
  ])
  for (const name of [...participantNames(row.description ?? ''), ...namesInComments(world, kind, row.id)]) {
    const user = world.users.find('byUsername', name)
    if (user !== undefined) ids.add(user.id)
  }
  return [...ids].map((id) => world.users.get(id)).filter((user) => user !== undefined)
}

/** Who wrote comments, by the first one of each. */
function commenters(world: World, kind: Issuable['kind'], id: number): number[] {
  const firsts = firstsOf(world, 'byCommenter', kind, id)
  return firsts.map(({ note }) => note.authorId)
}

/** The names that comments mention, by the first one that does, and in it by their place. */
function namesInComments(world: World, kind: Issuable['kind'], id: number): string[] {
  const firsts = firstsOf(world, 'byParticipant', kind, id)
  const inNote = new Map<Note, readonly string[]>()
  for (const { note } of firsts) if (!inNote.has(note)) inNote.set(note, participantNames(note.body))
  const news = new Set(firsts.map(({ head }) => head))
  return [...inNote.values()].flatMap((names) => names.filter((name) => news.delete(name)))
}

interface First {
  readonly head: KeyPart
  readonly note: Note
}

// Of each who stands there the first comment, in the order in which these were written.
function firstsOf(
  { notes }: World,
  index: 'byCommenter' | 'byParticipant',
  kind: Issuable['kind'],
  id: number,
): First[] {
  const run = notes.by(index, kind, id)
  const firsts = (run.heads() ?? []).map((head) => ({
    head,
    note: notes.by(index, kind, id, head).first() as Note,
  }))
  return firsts.sort(({ note: a }, { note: b }) => a.createdAt - b.createdAt || a.id - b.id)
}

/** Who is mentioned in a text, by name or as a member of a group; each once. */
export function mentionedIn(world: World, text: string): number[] {
  return [...new Set(namesIn(text, ANYBODY).flatMap((name) => named(world, name)))]
}

/** Users who are mentioned at the very beginning of a text. */
export function directlyAddressedIn(world: World, text: string): number[] {
  return mentionedIn(world, /^\s*(?:@[\w./-]{1,255}[\s,;:]*(?:and\s+)?){1,50}/.exec(text)?.[0] ?? '')
}

const ANYBODY = /(?<![\w@/])@([A-Za-z0-9_](?:[\w./-]{0,254}[A-Za-z0-9_])?)/g

function named(world: World, name: string): number[] {
  const user = world.users.find('byUsername', name)
  if (user !== undefined) return [user.id]
  const group = world.groups.find('byFullPath', name)
  if (group === undefined) return []
  return world.members
    .by('bySource', 'group', group.id)
    .list()
    .map(({ userId }) => userId)
}
