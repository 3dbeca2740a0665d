import type { Group } from '../model/groups/group.ts'
import type { AccessLevel } from '../model/members/access-level.ts'
import type { Project } from '../model/projects/project.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import { reads } from '../store/reads.ts'
import type { Instant } from '../time/calendar.ts'

/** What levels follow from besides the rows of the user and of the place; memberships begin and end with days. */
interface Known {
  readonly groups: object
  readonly shares: object
  readonly day: number
  readonly ofUsers: Map<User, Map<Project | Group, AccessLevel>>
}

const DAY = 86_400_000
/** Users of whom levels are remembered. */
const MOST = 1000

/** Levels that users have in projects and groups, remembered while the rows that they follow from are the same. */
export class Levels {
  /** By the moment of the members. */
  readonly #known = new WeakMap<object, Known>()

  of(
    world: World,
    user: User,
    place: Project | Group,
    now: Instant,
    workOut: () => AccessLevel,
  ): AccessLevel {
    const known = this.#at(world, now)
    if (known === undefined) return workOut()
    let ofUser = known.ofUsers.get(user)
    if (ofUser === undefined) {
      if (known.ofUsers.size >= MOST) known.ofUsers.clear()
      ofUser = new Map()
      known.ofUsers.set(user, ofUser)
    }
    let level = ofUser.get(place)
    if (level === undefined) {
      level = workOut()
      ofUser.set(place, level)
    }
    return level
  }

  // Nothing while rows are written, or while somebody notes which rows are read.
  #at(world: World, now: Instant): Known | undefined {
    if (reads.by !== undefined) return undefined
    const [members, groups, shares] = [world.members.moment, world.groups.moment, world.shares.moment]
    if (members === undefined || groups === undefined || shares === undefined) return undefined
    const day = Math.floor(now / DAY)
    const known = this.#known.get(members)
    if (known?.groups === groups && known.shares === shares && known.day === day) return known
    const fresh = { groups, shares, day, ofUsers: new Map() }
    this.#known.set(members, fresh)
    return fresh
  }
}
