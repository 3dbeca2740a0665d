import { forEach, Pace, type Steps } from '../../lib/steps.ts'
import type { AnyRow } from '../../store/row.ts'
import type { Table } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'
import { recordAudit } from '../audit-events/audit-log.ts'
import { deleteAvatar } from '../avatars/avatars.ts'
import { forgetOnBoards } from '../boards/boards.ts'
import { nextId, type World } from '../world.ts'
import { forgetAccount } from './forget-account.ts'
import type { User } from './user.ts'

/** Deletes an account that has no projects of its own. What it contributed moves to the ghost user. */
export function* removeAccount(
  world: World,
  user: User,
  author: User,
  now: Instant,
  pace: Pace = new Pace(),
): Steps<void> {
  const { id } = user
  for (const { id: attribute } of world.ownedAttributes.by('byOwner', 'user', id).list())
    world.ownedAttributes.delete(attribute)
  forgetOnBoards(world, 'assigneeId', id)
  for (const key of world.keys.by('byUser', id).list()) {
    for (const link of world.deployKeyProjects.by('byKey', key.id).list())
      world.deployKeyProjects.delete(link.id)
    world.keys.delete(key.id)
  }
  let ghost: User | undefined
  const ghostId = () => {
    ghost ??= ghostOf(world, now)
    return ghost.id
  }
  yield* forgetAccount(world, id, ghostId, pace)
  deleteAvatar(world, 'user', id)
  world.users.delete(id)
  recordAudit(world, { author, scope: { user }, change: { remove: 'user' } }, now)
}

/** Deletes the rows of a table that pass. */
export function* removeWhere<Row extends AnyRow>(
  // biome-ignore lint/suspicious/noExplicitAny: rows of every table are asked.
  table: Table<Row, any>,
  pace: Pace,
  passes: (row: Row) => boolean,
): Steps<void> {
  yield* forEach(table.all().ascending(), pace, (row) => {
    if (passes(row)) table.delete(row.id)
  })
}

/** The ghost user, created when it is first needed. */
function ghostOf(world: World, now: Instant): User {
  const known = world.users.find('byUsername', 'ghost')
  if (known !== undefined) return known
  const namespaceId = nextId(world, 'groups')
  return world.users.insert({
    id: nextId(world, 'users'),
    username: 'ghost',
    name: 'Ghost User',
    email: 'ghost@example.com',
    state: 'active',
    admin: false,
    external: false,
    privateProfile: false,
    bot: false,
    internal: true,
    namespaceId,
    bio: 'This is a "Ghost User", created to hold all issues authored by users that have since been deleted. This user cannot be removed.',
    location: '',
    organization: '',
    jobTitle: '',
    publicEmail: '',
    projectsLimit: 0,
    hashedPassword: null,
    createdAt: now,
  })
}
