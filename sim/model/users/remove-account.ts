import type { AnyRow } from '../../store/row.ts'
import type { Table } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'
import { recordAudit } from '../audit-events/audit-log.ts'
import { deleteAvatar } from '../avatars/avatars.ts'
import { forgetOnBoards } from '../boards/boards.ts'
import { nextId, type World } from '../world.ts'
import type { User } from './user.ts'

/** Deletes an account that has no projects of its own. What it contributed moves to the ghost user. */
export function removeAccount(world: World, user: User, author: User, now: Instant): void {
  for (const name of ownTables)
    removeWhere(world.table(name) as Table<AnyRow>, (row) => (row as { userId?: number }).userId === user.id)
  removeWhere(world.ownedAttributes, ({ owner, ownerId }) => owner === 'user' && ownerId === user.id)
  removeWhere(world.followings, (it) => it.followerId === user.id || it.followedId === user.id)
  forget(world, user)
  hand(world, user, now)
  deleteAvatar(world, 'user', user.id)
  world.users.delete(user.id)
  recordAudit(world, { author, scope: { user }, change: { remove: 'user' } }, now)
}

/** What ends with its user. */
const ownTables = [
  'tokens',
  'members',
  'accessRequests',
  'draftNotes',
  'stars',
  'subscriptions',
  'emails',
  'gpgKeys',
  'approvals',
  'dashboardProjects',
] as const

/** Deletes the rows of a table that pass. */
// biome-ignore lint/suspicious/noExplicitAny: rows of every table are asked.
export function removeWhere<Row extends AnyRow>(table: Table<Row, any>, passes: (row: Row) => boolean): void {
  for (const row of table.all().list()) if (passes(row)) table.delete(row.id)
}

/** Removes the user from lists of other rows. */
function forget(world: World, { id }: User): void {
  forgetOnBoards(world, 'assigneeId', id)
  for (const schedule of world.pipelineSchedules.all().list())
    if (schedule.ownerId === id) world.pipelineSchedules.update(schedule.id, { ownerId: null })
  const without = (ids: readonly number[]) => ids.filter((other) => other !== id)
  for (const issue of world.issues.all().list())
    if (issue.assigneeIds.includes(id))
      world.issues.update(issue.id, { assigneeIds: without(issue.assigneeIds) })
  for (const it of world.mergeRequests.all().list()) {
    const { assigneeIds, reviewerIds, autoMerge } = it
    if (assigneeIds.includes(id) || reviewerIds.includes(id) || autoMerge?.userId === id)
      world.mergeRequests.update(it.id, {
        assigneeIds: without(assigneeIds),
        reviewerIds: without(reviewerIds),
        autoMerge: autoMerge?.userId === id ? null : autoMerge,
      })
  }
  for (const rule of world.approvalRules.all().list())
    if (rule.userIds.includes(id)) world.approvalRules.update(rule.id, { userIds: without(rule.userIds) })
  for (const key of world.keys.by('byUser', id).list()) {
    for (const link of world.deployKeyProjects.by('byKey', key.id).list())
      world.deployKeyProjects.delete(link.id)
    world.keys.delete(key.id)
  }
}

/** Columns that name who did something, which nothing may leave empty. */
const authorColumns = [
  ['issues', ['authorId', 'closedById']],
  ['mergeRequests', ['authorId', 'mergedById', 'closedById']],
  ['notes', ['authorId', 'resolvedById']],
  ['awards', ['userId']],
  ['stateEvents', ['userId']],
  ['snippets', ['authorId']],
  ['pipelines', ['userId']],
  ['ciJobs', ['userId']],
  ['triggers', ['ownerId']],
  ['deployments', ['userId']],
  ['commitStatuses', ['userId']],
  ['packages', ['creatorId']],
  ['projects', ['creatorId']],
  ['projectExports', ['userId']],
  ['projectImports', ['userId']],
  ['bulkImports', ['userId']],
  ['wikiPages', ['authorId']],
  ['vulnerabilityExports', ['authorId']],
  ['members', ['createdById']],
] as const

function hand(world: World, { id }: User, now: Instant): void {
  let ghost: User | undefined
  for (const [name, columns] of authorColumns) {
    const table = world.table(name) as Table<AnyRow>
    for (const row of table.all().list()) {
      const his = columns.filter((column) => (row as unknown as { [name: string]: unknown })[column] === id)
      if (his.length === 0) continue
      ghost ??= ghostOf(world, now)
      const changes = Object.fromEntries(his.map((column) => [column, ghost?.id]))
      table.update(row.id, changes as Partial<AnyRow>)
    }
  }
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
