import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import { isSubscribed } from './discussion.ts'
import type { Issuable } from './notes.ts'

/** Subscribes or unsubscribes a user; false when nothing changes. */
export function subscribe(world: World, { kind, row }: Issuable, user: User, wanted: boolean): boolean {
  if (isSubscribed(world, kind, row, user) === wanted) return false
  const known = world.subscriptions.find('byTarget', kind, row.id, user.id)
  const id = known?.id ?? nextId(world, 'subscriptions')
  world.subscriptions.put({ id, target: kind, targetId: row.id, userId: user.id, subscribed: wanted })
  return true
}
