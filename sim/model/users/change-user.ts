import { forEach, Pace, type Steps } from '../../lib/steps.ts'
import type { Instant } from '../../time/calendar.ts'
import { recordAudit } from '../audit-events/audit-log.ts'
import { InvalidRow } from '../invalid-row.ts'
import { moveProject } from '../projects/project-paths.ts'
import type { World } from '../world.ts'
import { hashPassword } from './password.ts'
import type { Identity, User, UserState } from './user.ts'
import { externalRights, type UserValues, userFaults } from './users.ts'

/**
 * Changes an account, step by step; a new user name is carried to the projects in its namespace. A new address is not used before it
 * is confirmed, which nobody can do here, unless it counts as that (users#reconfirmation). Throws InvalidRow.
 */
export function* changeUser(
  world: World,
  user: User,
  { password, ...given }: Partial<UserValues> & { readonly password?: string },
  author: User,
  now: Instant,
  confirmed = true,
): Steps<User> {
  const values = { ...user, ...given, ...externalRights(world, user, given) }
  const errors = userFaults(world, values, password, user)
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
  const changed = world.users.put({
    ...values,
    ...(!confirmed && { email: user.email }),
    ...(password !== undefined && { hashedPassword: hashPassword(password) }),
  })
  if (changed.username !== user.username || changed.name !== user.name) yield* rename(world, user, changed)
  for (const name of ['email', 'username', 'name'] as const)
    if (changed[name] !== user[name]) {
      const change = { change: name, from: user[name], to: changed[name] }
      recordAudit(world, { author, scope: { user: changed }, change }, now)
    }
  return changed
}

function* rename(world: World, before: User, after: User): Steps<void> {
  const own = world.projects.by('byNamespace', 'user', before.namespaceId).list()
  yield* forEach(own, new Pace(), (project) => {
    const fullPath = `${after.username}/${project.path}`
    moveProject(world, project, { ...project, fullPath, fullName: `${after.name} / ${project.name}` })
  })
}

/** Sets the state of an account, as administrators do. */
export function setUserState(world: World, user: User, state: UserState, author: User, now: Instant): User {
  if (user.state === state) return user
  const changed = world.users.update(user.id, { state })
  const change = { custom_message: said[state](user.state) }
  recordAudit(world, { author, scope: { user: changed }, change }, now)
  return changed
}

const said: { readonly [state in UserState]: (before: UserState) => string } = {
  active: (before) =>
    before === 'banned' ? 'Unbanned user' : before === 'deactivated' ? 'Activated user' : 'Unblocked user',
  blocked: () => 'Blocked user',
  deactivated: () => 'Deactivated user',
  blocked_pending_approval: () => 'User pending approval',
  banned: () => 'Banned user',
}

/** Links an identity of another provider to a user; each belongs to one user of the installation. */
export function linkIdentity(world: World, user: User, identity: Identity): User {
  const others = (user.identities ?? []).filter(({ provider }) => provider !== identity.provider)
  return world.users.update(user.id, { identities: [...others, identity] })
}

export function unlinkIdentity(world: World, user: User, provider: string): void {
  const identities = (user.identities ?? []).filter((identity) => identity.provider !== provider)
  world.users.update(user.id, { identities })
}
