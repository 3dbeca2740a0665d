import type { Instant } from '../../time/calendar.ts'
import { removeNote } from '../discussions/notes.ts'
import type { Group } from '../groups/group.ts'
import { removeIssue } from '../issues/issues.ts'
import { removeMergeRequest } from '../merge-requests/merge-requests.ts'
import { deleteGroup, deleteProject } from '../projects/delete-project.ts'
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
export function removeUser(world: World, user: User, everything: boolean, author: User, now: Instant): void {
  for (const project of world.projects.by('byNamespace', 'user', user.namespaceId).list())
    deleteProject(world, project, author, now)
  if (everything)
    for (const group of solelyOwnedGroups(world, user))
      if (world.groups.get(group.id)) deleteGroup(world, group, author, now)
  if (everything) removeContributions(world, user)
  removeAccount(world, user, author, now)
}

function removeContributions(world: World, { id }: User): void {
  for (const issue of world.issues.all().list()) if (issue.authorId === id) removeIssue(world, issue.id)
  for (const it of world.mergeRequests.by('byAuthor', id).list()) removeMergeRequest(world, it)
  for (const note of world.notes.all().list()) if (note.authorId === id) removeNote(world, note)
  removeWhere(world.snippets, ({ authorId }) => authorId === id)
  removeWhere(world.awards, ({ userId }) => userId === id)
}
