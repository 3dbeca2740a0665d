import type { World } from '../world.ts'

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
  for (const note of world.notes.by('byCommented', noteable, id).list())
    if (note.resolvable && note.resolvedAt === null) return true
  return false
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
  const mention = `@${user.username.toLowerCase()}`
  if (mentions(row.description, mention)) return true
  for (const note of world.notes.by('byCommented', target, row.id).list())
    if (note.authorId === user.id || mentions(note.body, mention)) return true
  return false
}

function mentions(text: string | null, mention: string): boolean {
  const lower = text?.toLowerCase() ?? ''
  for (let at = lower.indexOf(mention); at >= 0; at = lower.indexOf(mention, at + 1))
    if (!/[\w.-]/.test(lower[at + mention.length] ?? '') && !/[\w@]/.test(lower[at - 1] ?? '')) return true
  return false
}
