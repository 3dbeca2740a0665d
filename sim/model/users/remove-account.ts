import { forEach, Pace, type Steps } from '../../lib/steps.ts'
import type { AnyRow } from '../../store/row.ts'
import type { Table } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'
import { recordAudit } from '../audit-events/audit-log.ts'
import { deleteAvatar } from '../avatars/avatars.ts'
import { forgetOnBoards } from '../boards/boards.ts'
import { nextId, type World } from '../world.ts'
import type { User } from './user.ts'

/** Deletes an account that has no projects of its own. What it contributed moves to the ghost user. */
export function* removeAccount(
  world: World,
  user: User,
  author: User,
  now: Instant,
  pace: Pace = new Pace(),
): Steps<void> {
  const his = (row: AnyRow) => (row as { readonly userId?: number }).userId === user.id
  for (const name of ownTables) yield* removeWhere(world.table(name) as Table<AnyRow>, pace, his)
  yield* removeWhere(world.ownedAttributes, pace, (it) => it.owner === 'user' && it.ownerId === user.id)
  yield* removeWhere(
    world.followings,
    pace,
    ({ followerId, followedId }) => followerId === user.id || followedId === user.id,
  )
  yield* forget(world, user, pace)
  yield* hand(world, user, now, pace)
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

/** Removes the user from lists of other rows. */
function* forget(world: World, { id }: User, pace: Pace): Steps<void> {
  forgetOnBoards(world, 'assigneeId', id)
  yield* forEach(world.pipelineSchedules.all().ascending(), pace, (schedule) => {
    if (schedule.ownerId === id) world.pipelineSchedules.update(schedule.id, { ownerId: null })
  })
  const without = (ids: readonly number[]) => ids.filter((other) => other !== id)
  yield* forEach(world.issues.all().ascending(), pace, (issue) => {
    if (issue.assigneeIds.includes(id))
      world.issues.update(issue.id, { assigneeIds: without(issue.assigneeIds) })
  })
  yield* forEach(world.mergeRequests.all().ascending(), pace, (it) => {
    const { assigneeIds, reviewerIds, autoMerge } = it
    if (assigneeIds.includes(id) || reviewerIds.includes(id) || autoMerge?.userId === id)
      world.mergeRequests.update(it.id, {
        assigneeIds: without(assigneeIds),
        reviewerIds: without(reviewerIds),
        autoMerge: autoMerge?.userId === id ? null : autoMerge,
      })
  })
  yield* forEach(world.approvalRules.all().ascending(), pace, (rule) => {
    if (rule.userIds.includes(id)) world.approvalRules.update(rule.id, { userIds: without(rule.userIds) })
  })
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

function* hand(world: World, { id }: User, now: Instant, pace: Pace): Steps<void> {
  let ghost: User | undefined
  for (const [name, columns] of authorColumns) {
    const table = world.table(name) as Table<AnyRow>
    yield* forEach(table.all().ascending(), pace, (row) => {
      const his = columns.filter((column) => (row as unknown as { [name: string]: unknown })[column] === id)
      if (his.length === 0) return
      ghost ??= ghostOf(world, now)
      const changes = Object.fromEntries(his.map((column) => [column, ghost?.id]))
      table.update(row.id, changes as Partial<AnyRow>)
    })
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
