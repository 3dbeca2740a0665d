import type { Instant } from '../time/calendar.ts'
import { InvalidRow } from './invalid-row.ts'
import type { Issue } from './issue.ts'
import type { MergeRequest } from './merge-request.ts'
import { BLANK, TAKEN } from './names.ts'
import type { Award, Note } from './note.ts'
import type { User } from './user.ts'
import { nextId, type World } from './world.ts'

/** What people comment on and react to. */
export type Discussed =
  | { readonly kind: 'Issue'; readonly row: Issue }
  | { readonly kind: 'MergeRequest'; readonly row: MergeRequest }

export interface NewNote {
  readonly author: User
  readonly body: string
  readonly internal: boolean
  /** Under which notes belong together. */
  readonly discussionId: string
}

const LONGEST_BODY = 1_000_000

/** Comments on an issue or a merge request. Throws InvalidRow. */
export function addNote(
  world: World,
  on: Discussed,
  { author, body, internal, discussionId }: NewNote,
  now: Instant,
): Note {
  checkBody(body)
  touch(world, on, now)
  return world.notes.insert({
    id: nextId(world, 'notes'),
    projectId: on.row.projectId,
    noteable: on.kind,
    noteableId: on.row.id,
    discussionId,
    type: null,
    body,
    authorId: author.id,
    system: false,
    internal,
    resolvable: false,
    resolvedById: null,
    resolvedAt: null,
    position: null,
    createdAt: now,
    updatedAt: now,
  })
}

/** Rewrites a comment. Throws InvalidRow. */
export function changeNote(world: World, on: Discussed, note: Note, body: string, now: Instant): Note {
  checkBody(body)
  if (body === note.body) return note
  touch(world, on, now)
  return world.notes.put({ ...note, body, updatedAt: now })
}

export function removeNote(world: World, note: Note): void {
  for (const award of world.awards.by('byAwardable', 'Note', note.id).list()) world.awards.delete(award.id)
  for (const suggestion of world.suggestions.by('byNote', note.id).list())
    world.suggestions.delete(suggestion.id)
  world.notes.delete(note.id)
}

/** Reacts with an emoji, once a user and name. Throws InvalidRow. */
export function addAward(world: World, on: Discussed, given: string, user: User, now: Instant): Award {
  const name = aliases[given] ?? given
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(name)) throw new InvalidRow({ name: ['is not a valid emoji name'] })
  if (world.awards.find('byAwardable', on.kind, on.row.id, name, user.id) !== undefined)
    throw new InvalidRow({ name: [TAKEN] })
  const id = nextId(world, 'awards')
  return world.awards.insert({
    id,
    awardable: on.kind,
    awardableId: on.row.id,
    name,
    userId: user.id,
    createdAt: now,
  })
}

const aliases: { readonly [name: string]: string } = { '+1': 'thumbsup', '-1': 'thumbsdown' }

function checkBody(body: string): void {
  if (body.trim() === '') throw new InvalidRow({ note: [BLANK] })
  if (body.length > LONGEST_BODY)
    throw new InvalidRow({ note: [`is too long (maximum is ${LONGEST_BODY} characters)`] })
}

// A comment is activity of what it is on, and of the project.
function touch(world: World, { kind, row }: Discussed, now: Instant): void {
  if (kind === 'Issue') world.issues.update(row.id, { updatedAt: now })
  else world.mergeRequests.update(row.id, { updatedAt: now })
  world.projects.update(row.projectId, { lastActivityAt: now })
}
