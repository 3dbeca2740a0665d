import { tracing } from '../lib/tracing.ts'
import type { User } from '../model/users/user.ts'
import { reads } from '../store/reads.ts'
import { can, type Situation } from './abilities.ts'
import { isAuditor } from './auditors.ts'

/** What is known of callers besides their rows, as long as nothing is written of what it follows from. */
interface Known {
  readonly groups: object
  readonly projects: object
  readonly shares: object
  readonly day: number
  readonly ofUsers: Map<User | undefined, Map<string, unknown>>
}

const DAY = 86_400_000
/** Callers of whom something is remembered. */
const MOST = 100

// By the moment of the members.
const remembered = new WeakMap<object, Known>()

/**
 * Something about the caller that follows from projects, groups, members and shares alone, and from the day: memberships
 * begin and end with days. It is worked out again once one of them is written. No two have the same name.
 */
export function ofPlaces<Value>(situation: Situation, name: string, workOut: () => Value): Value {
  const { world, caller } = situation
  const known = knownOf(situation)
  if (known === undefined) return workOut()
  const key = `${name} ${caller.admin} ${isAuditor(world, caller)}`
  const found = known.get(key) as Value | undefined
  if (found !== undefined) return found
  const value = workOut()
  known.set(key, value)
  return value
}

/** Whether the caller has an ability on projects that no setting decides. */
export function canIn(
  situation: Situation,
  ability: 'read_issues' | 'read_confidential_issues' | 'read_merge_requests',
): (projectId: number) => boolean {
  const known = ofPlaces(situation, ability, () => new Map<number, boolean>())
  return (id) => {
    let may = known.get(id)
    if (may === undefined) {
      may = can(situation, ability, situation.world.projects.require(id))
      known.set(id, may)
    }
    return may
  }
}

// Nothing while such rows are written, or while somebody notes which rows are read, or wants to be told of decisions; nor
// where there are custom roles, nor of the token of a deployment or a job, which more decides about.
function knownOf({ world, caller, now }: Situation): Map<string, unknown> | undefined {
  const kind = caller.token?.kind
  if (reads.by !== undefined || tracing.to !== undefined || kind === 'deploy' || kind === 'job')
    return undefined
  if (world.memberRoles.size > 0) return undefined
  const [members, groups] = [world.members.moment, world.groups.moment]
  const [projects, shares] = [world.projects.moment, world.shares.moment]
  if (members === undefined || groups === undefined || projects === undefined || shares === undefined)
    return undefined
  const day = Math.floor(now / DAY)
  let known = remembered.get(members)
  if (
    known?.groups !== groups ||
    known.projects !== projects ||
    known.shares !== shares ||
    known.day !== day
  ) {
    known = { groups, projects, shares, day, ofUsers: new Map() }
    remembered.set(members, known)
  }
  const { ofUsers } = known
  let ofUser = ofUsers.get(caller.user)
  if (ofUser === undefined) {
    if (ofUsers.size >= MOST) ofUsers.clear()
    ofUser = new Map()
    ofUsers.set(caller.user, ofUser)
  }
  return ofUser
}
