import type { Token } from '../model/access-tokens/token.ts'
import { accessLevels, type Role } from '../model/members/access-level.ts'
import type { Member, MemberSource } from '../model/members/member.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'

/** A user that a client can sign in as. */
export interface Credential {
  readonly user: string
  readonly token: string
  /** What the user may do: `administrator`, `owner of acme`. */
  readonly who: string
}

/** Users shown at the start; a world may have thousands. */
const MOST = 12

/** The first users that have a token for the whole API, each with its plainest token. */
export function credentials(world: World, now: Instant): readonly Credential[] {
  const found: Credential[] = []
  for (const user of world.users.all().ascending()) {
    if (found.length === MOST) break
    const token = plainestToken(world, user, now)
    if (token !== undefined)
      found.push({ user: user.username, token: token.value, who: standing(world, user) })
  }
  return found
}

/** The token of the first administrator, or of the first user of all: what a command that knows none is given. */
export function firstToken(world: World, now: Instant): string | undefined {
  const users = [...world.users.all().ascending()]
  for (const user of [...users.filter(({ admin }) => admin), ...users]) {
    const token = plainestToken(world, user, now)
    if (token !== undefined) return token.value
  }
  return undefined
}

// `alice-token` before whatever else alice has.
function plainestToken(world: World, user: User, now: Instant): Token | undefined {
  if (user.bot) return undefined
  let first: Token | undefined
  for (const token of world.tokens.by('byUser', user.id).ascending()) {
    if (token.kind !== 'personal' || token.revoked || !token.scopes.includes('api')) continue
    if (token.expiresAt !== null && token.expiresAt <= now) continue
    if (token.value === `${user.username}-token`) return token
    first ??= token
  }
  return first
}

function standing(world: World, user: User): string {
  if (user.state !== 'active') return user.state.replaceAll('_', ' ')
  if (user.admin) return 'administrator'
  const best = highest(world, user, 'group') ?? highest(world, user, 'project')
  if (best === undefined)
    return user.privateProfile ? 'private profile, member of nothing' : 'member of nothing'
  const place = best.source === 'group' ? world.groups.get(best.sourceId) : world.projects.get(best.sourceId)
  return `${roleOf(best.accessLevel)} of ${place?.fullPath ?? best.sourceId}`
}

function highest(world: World, user: User, source: MemberSource): Member | undefined {
  let best: Member | undefined
  for (const member of world.members.by('byUser', user.id, source).ascending())
    if (best === undefined || member.accessLevel > best.accessLevel) best = member
  return best
}

function roleOf(level: number): string {
  return (
    (Object.keys(accessLevels) as Role[]).find((role) => accessLevels[role] === level) ?? `level ${level}`
  )
}
