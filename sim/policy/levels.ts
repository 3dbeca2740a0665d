import type { AccessLevel } from '../model/members/access-level.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import { reads } from '../store/reads.ts'
import type { Instant } from '../time/calendar.ts'

/** What levels follow from besides the rows of the user and of the place; memberships begin and end with days. */
interface Known<Place> {
  readonly groups: object
  readonly shares: object
  readonly day: number
  readonly ofUsers: Map<User, Map<number, Level<Place>>>
}

interface Level<Place> {
  place: Place
  readonly level: AccessLevel
}

const DAY = 86_400_000
/** Users of whom levels are remembered. */
const MOST = 1000

/** Levels that users have in places, remembered while the rows that they follow from are the same. */
export class Levels<Place extends { readonly id: number }> {
  /** By the moment of the members. */
  readonly #known = new WeakMap<object, Known<Place>>()
  readonly #workOut: (world: World, user: User, place: Place, now: Instant) => AccessLevel
  readonly #isAlike: (one: Place, other: Place) => boolean

  /** `isAlike`: what levels follow from is the same in two rows of a place. Most writes to a project change something else. */
  constructor(
    workOut: (world: World, user: User, place: Place, now: Instant) => AccessLevel,
    isAlike: (one: Place, other: Place) => boolean,
  ) {
    this.#workOut = workOut
    this.#isAlike = isAlike
  }

  of(world: World, user: User, place: Place, now: Instant): AccessLevel {
    const known = this.#at(world, now)
    if (known === undefined) return this.#workOut(world, user, place, now)
    let ofUser = known.ofUsers.get(user)
    if (ofUser === undefined) {
      if (known.ofUsers.size >= MOST) known.ofUsers.clear()
      ofUser = new Map()
      known.ofUsers.set(user, ofUser)
    }
    const before = ofUser.get(place.id)
    if (before !== undefined && (before.place === place || this.#isAlike(before.place, place))) {
      // An old row is not held on to.
      before.place = place
      return before.level
    }
    const level = this.#workOut(world, user, place, now)
    ofUser.set(place.id, { place, level })
    return level
  }

  // Nothing while rows are written, or while somebody notes which rows are read.
  #at(world: World, now: Instant): Known<Place> | undefined {
    if (reads.by !== undefined) return undefined
    const members = world.members.moment
    const groups = world.groups.moment
    const shares = world.shares.moment
    if (members === undefined || groups === undefined || shares === undefined) return undefined
    const day = Math.floor(now / DAY)
    const known = this.#known.get(members)
    if (known?.groups === groups && known.shares === shares && known.day === day) return known
    const fresh = { groups, shares, day, ofUsers: new Map() }
    this.#known.set(members, fresh)
    return fresh
  }
}
