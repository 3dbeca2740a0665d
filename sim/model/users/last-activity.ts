import { runArranged } from '../../store/arranged.ts'
import type { Key } from '../../store/key.ts'
import { followed } from '../../store/orders.ts'
import type { Run } from '../../store/run.ts'
import type { Instant } from '../../time/calendar.ts'
import type { World } from '../world.ts'
import type { Event } from './event.ts'
import type { User } from './user.ts'

/** When somebody was last active: the time of their last event (users#activities-source). */
export function lastActivity(world: World, user: User): Instant | undefined {
  return world.events.by('byAuthor', user.id).last()?.createdAt
}

/** The users who were active at a time or later, in the order in which they last were. */
export function activeSince(world: World, from: Instant): Run<User> {
  const keys = (user: User, world: World): Key[] => {
    const at = lastActivity(world, user)
    return at === undefined ? [] : [[at]]
  }
  const among = () => world.users.all().list()
  return runArranged(world.users.state, { name: 'activity', keys, among, follows: [activity] }, world).within(
    { from },
  )
}

const activity = followed<Event, World>(
  ({ events }) => events.state,
  ({ before, after }) => [before, after].flatMap((event) => event?.authorId ?? []),
)
