import { forEach, Pace, type Steps } from '../../lib/steps.ts'
import type { Instant } from '../../time/calendar.ts'
import { removeNote } from '../discussions/notes.ts'
import type { Group } from '../groups/group.ts'
import { removeIssue } from '../issues/issues.ts'
import { removeMergeRequest } from '../merge-requests/merge-requests.ts'
import { deleteGroup, deleteProject } from '../projects/delete-project.ts'
import { removeSnippet } from '../snippets/snippets.ts'
import type { World } from '../world.ts'
import { removeAccount, removeWhere } from './remove-account.ts'
import type { User } from './user.ts'

/** Groups that would have no owner without the user. */
export function solelyOwnedGroups(world: World, user: User): Group[] {
  return world.members
    .by('byUser', user.id, 'group')
    .list()
    .filter(({ accessLevel, sourceId }) => accessLevel === 50 && ownersOf(world, sourceId) === 1)
    .map(({ sourceId }) => world.groups.require(sourceId))
}

function ownersOf(world: World, groupId: number): number {
  const members = world.members.by('bySource', 'group', groupId).list()
  return members.filter(({ accessLevel }) => accessLevel === 50).length
}

/**
 * Deletes an account with everything of its own. Contributions to other projects move to the ghost user,
 * or are deleted too where asked for.
 */
export function* removeUser(
  world: World,
  user: User,
  everything: boolean,
  author: User,
  now: Instant,
): Steps<void> {
  const pace = new Pace()
  for (const project of world.projects.by('byNamespace', 'user', user.namespaceId).list())
    yield* deleteProject(world, project, author, now, pace)
  if (everything)
    for (const group of solelyOwnedGroups(world, user))
      if (world.groups.get(group.id)) yield* deleteGroup(world, group, author, now, pace)
  if (everything) yield* removeContributions(world, user, pace)
  yield* removeAccount(world, user, author, now, pace)
}

function* removeContributions(world: World, { id }: User, pace: Pace): Steps<void> {
  yield* forEach(world.issues.all().ascending(), pace, (issue) =>
    issue.authorId === id ? removeIssue(world, issue.id, pace) : undefined,
  )
  yield* forEach(world.mergeRequests.by('byAuthor', id).ascending(), pace, (it) =>
    removeMergeRequest(world, it, pace),
  )
  yield* forEach(world.notes.all().ascending(), pace, (note) => {
    if (note.authorId === id) removeNote(world, note)
  })
  yield* forEach(world.snippets.all().ascending(), pace, (snippet) =>
    snippet.authorId === id ? removeSnippet(world, snippet, pace) : undefined,
  )
  yield* removeWhere(world.awards, pace, ({ userId }) => userId === id)
}
