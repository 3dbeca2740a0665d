import type { User } from '../users/user.ts'
import type { World } from '../world.ts'
import type { Issuable } from './notes.ts'

const MENTION = /(?<![\w@/])@([A-Za-z0-9_][A-Za-z0-9_.-]{0,254}[A-Za-z0-9_]|[A-Za-z0-9_])/g

/** Participants: author, assignees, reviewers, commenters and mentioned users; each once. */
export function participantsOf(world: World, { kind, row }: Issuable): User[] {
  const comments = world.notes.by('byCommented', kind, row.id).list()
  const texts = [row.description ?? '', ...comments.map(({ body }) => body)]
  const ids = new Set([
    row.authorId,
    ...row.assigneeIds,
    ...('reviewerIds' in row ? row.reviewerIds : []),
    ...comments.map(({ authorId }) => authorId),
    ...texts.flatMap((text) => mentioned(world, text)),
  ])
  return [...ids].map((id) => world.users.get(id)).filter((user) => user !== undefined)
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

// A text may name somebody many thousand times.
function namesIn(text: string, form: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(form), ([, name]) => (name as string).toLowerCase()))]
}

function mentioned(world: World, text: string): number[] {
  const users = namesIn(text, MENTION).map((name) => world.users.find('byUsername', name))
  return users.filter((user) => user !== undefined).map(({ id }) => id)
}
