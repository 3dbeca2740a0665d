import type { World } from '../world.ts'
import { usersMentioned } from './mentioned-users.ts'

/** The number of comments; system notes do not count. */
export function notesCount(world: World, noteable: 'Issue' | 'MergeRequest', id: number): number {
  return world.notes.by('byCommented', noteable, id).count()
}

/** Reactions of one kind. */
export function votes(
  world: World,
  awardable: 'Issue' | 'MergeRequest' | 'Epic',
  id: number,
  name: 'thumbsup' | 'thumbsdown',
): number {
  return world.awards.by('byAwardable', awardable, id, name).count()
}

/** True when a thread that has to be resolved is still open. */
export function hasOpenThread(world: World, noteable: 'Issue' | 'MergeRequest', id: number): boolean {
  return world.notes.find('byOpen', noteable, id) !== undefined
}

/** True when somebody follows a row: by choice, or because they take part in it. */
export function isSubscribed(
  world: World,
  target: 'Issue' | 'MergeRequest' | 'Epic',
  row: {
    readonly id: number
    readonly authorId: number
    readonly assigneeIds: readonly number[]
    readonly reviewerIds?: readonly number[]
    readonly description: string | null
  },
  user: { readonly id: number; readonly username: string },
): boolean {
  const chosen = world.subscriptions.find('byTarget', target, row.id, user.id)
  if (chosen !== undefined) return chosen.subscribed
  if (row.authorId === user.id || row.assigneeIds.includes(user.id) || row.reviewerIds?.includes(user.id))
    return true
  const mentioned = usersMentioned(row.description)
  // Most mention nobody and have no comment, and the index of comments is at hand, since they are counted.
  const isCommented = world.notes.find('byCommented', target, row.id) !== undefined
  if (mentioned.length === 0 && !isCommented) return false
  const name = user.username.toLowerCase()
  if (mentioned.includes(name)) return true
  if (!isCommented) return false
  return (
    world.notes.find('byCommenter', target, row.id, user.id) !== undefined ||
    world.notes.find('byMentioned', target, row.id, name) !== undefined
  )
}
