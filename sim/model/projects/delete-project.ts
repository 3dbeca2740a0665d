import { forEach, Pace, type Steps } from '../../lib/steps.ts'
import type { AnyRow } from '../../store/row.ts'
import type { Instant } from '../../time/calendar.ts'
import { resourceTokens, type TokenResource } from '../access-tokens/issue-tokens.ts'
import { serviceAccounts } from '../access-tokens/service-accounts.ts'
import { recordAudit } from '../audit-events/audit-log.ts'
import { deleteAvatar } from '../avatars/avatars.ts'
import { removeNote } from '../discussions/notes.ts'
import { removeEpic } from '../epics/epics.ts'
import type { Group } from '../groups/group.ts'
import { removeIssue } from '../issues/issues.ts'
import { disableAllDeployKeys } from '../keys/keys.ts'
import { closeMergeRequest, removeMergeRequest } from '../merge-requests/merge-requests.ts'
import { removePackage } from '../packages/packages.ts'
import { deleteJobTokenGrants } from '../pipelines/job-token-scopes.ts'
import { removeLfsObjectsOf } from '../repository/lfs-objects.ts'
import { deleteNotificationSettings } from '../users/notification-settings.ts'
import { removeAccount } from '../users/remove-account.ts'
import type { User } from '../users/user.ts'
import { forgetIids, type World } from '../world.ts'
import type { Project } from './project.ts'

const ownTables = [
  'draftNotes',
  'events',
  'todos',
  'pipelines',
  'ciJobs',
  'jobTraces',
  'jobArtifacts',
  'commitStatuses',
  'environments',
  'deployments',
  'protectedBranches',
  'protectedTags',
  'approvalRules',
  'runnerProjects',
  'userLists',
  'featureFlags',
  'dependencies',
  'vulnerabilities',
  'vulnerabilityExports',
  'dashboardProjects',
  'snippets',
  'wikiPages',
  'wikiAttachments',
  'gitRefs',
  'stars',
  'tokens',
  'customAttributes',
  'labels',
  'milestones',
  'badges',
  'boardLists',
  'boards',
  'projectExports',
  'exportFiles',
  'relationExports',
  'projectImports',
  'importFailures',
  'releases',
  'resourceEvents',
  'releaseLinks',
  'uploads',
  'integrations',
  'pushRules',
  'resourceGroups',
  'containerRepositories',
  'protectionRules',
  'pagesDomains',
  'pagesSettings',
  'clusters',
  'statusChecks',
  'statusCheckResponses',
  'jobTokenScopes',
  'jobTokenGrants',
  'triggers',
  'pipelineSchedules',
  'remoteMirrors',
  'freezePeriods',
  'lfsLocks',
] as const

const groupTables = [
  'groupProtectedBranches',
  'uploads',
  'wikiPages',
  'wikiAttachments',
  'labels',
  'milestones',
  'badges',
  'boardLists',
  'boards',
  'runnerGroups',
  'shares',
  'vulnerabilityExports',
  'relationExports',
  'tokens',
  'integrations',
  'pushRules',
  'clusters',
  'memberRoles',
  'groupLinks',
  'groupExportFiles',
  'groupImports',
] as const

/** Removes a project with everything in it. Its forks stand on their own; merge requests from it are closed. */
export function* deleteProject(
  world: World,
  project: Project,
  author: User,
  now: Instant,
  pace: Pace = new Pace(),
): Steps<void> {
  const { id } = project
  yield* removeMachines(world, { source: 'project', id }, author, now, pace)
  yield* forEach(world.projects.by('byFork', id).ascending(), pace, (fork) =>
    world.projects.update(fork.id, { forkedFromId: null }),
  )
  yield* forEach(world.mergeRequests.by('bySource', id).ascending(), pace, (mergeRequest) => {
    if (mergeRequest.projectId !== id) closeMergeRequest(world, mergeRequest, author.id, now)
  })
  yield* forEach(world.mergeRequests.by('byProject', id).ascending(), pace, (mergeRequest) =>
    removeMergeRequest(world, mergeRequest, pace),
  )
  yield* forEach(world.issues.by('byProject', id).ascending(), pace, (issue) =>
    removeIssue(world, issue.id, pace),
  )
  yield* forEach(world.packages.by('byProjectId', id).ascending(), pace, (it) =>
    removePackage(world, it, pace),
  )
  // What is left are comments on commits.
  yield* forEach(world.notes.by('byProject', id).ascending(), pace, (note) => removeNote(world, note))
  disableAllDeployKeys(world, id)
  removeLfsObjectsOf(world, project)
  deleteNotificationSettings(world, 'project', id)
  for (const redirect of world.redirects.by('byProject', id).list()) world.redirects.delete(redirect.id)
  for (const name of ownTables) {
    const table = world[name]
    yield* forEach(table.by('byProject', id).ascending() as Iterable<AnyRow>, pace, (row) =>
      table.delete(row.id),
    )
  }
  deleteJobTokenGrants(world, 'project', id)
  for (const agent of world.clusterAgents.by('byProject', id).list()) {
    for (const token of world.clusterAgentTokens.by('byAgent', agent.id).list())
      world.clusterAgentTokens.delete(token.id)
    world.clusterAgents.delete(agent.id)
  }
  for (const it of world.protectedEnvironments.by('byOwner', 'project', id).list())
    world.protectedEnvironments.delete(it.id)
  yield* removeOwned(world, 'project', id, pace)
  yield* removeAccess(world, 'project', id, pace)
  deleteAvatar(world, 'project', id)
  world.pullMirrors.delete(id)
  world.projects.delete(id)
  recordAudit(world, { author, scope: { project }, change: { remove: 'project' } }, now)
}

/** Removes a group with its subgroups and all their projects. */
export function* deleteGroup(
  world: World,
  group: Group,
  author: User,
  now: Instant,
  pace: Pace = new Pace(),
): Steps<void> {
  for (const child of world.groups.by('byParent', group.id).list())
    yield* deleteGroup(world, child, author, now, pace)
  yield* forEach(world.projects.by('byNamespace', 'group', group.id).ascending(), pace, (project) =>
    deleteProject(world, project, author, now, pace),
  )
  yield* removeMachines(world, { source: 'group', id: group.id }, author, now, pace)
  for (const name of groupTables) {
    const table = world[name]
    yield* forEach(table.by('byGroup', group.id).ascending() as Iterable<AnyRow>, pace, (row) =>
      table.delete(row.id),
    )
  }
  yield* forEach(world.epics.by('byGroup', group.id).ascending(), pace, (epic) =>
    removeEpic(world, epic, pace),
  )
  deleteJobTokenGrants(world, 'group', group.id)
  yield* removeOwned(world, 'group', group.id, pace)
  deleteNotificationSettings(world, 'group', group.id)
  yield* removeAccess(world, 'group', group.id, pace)
  deleteAvatar(world, 'group', group.id)
  world.groups.delete(group.id)
  recordAudit(world, { author, scope: { group }, change: { remove: 'group' } }, now)
}

/** Bots of access tokens and service accounts end with what they were made for. */
function* removeMachines(
  world: World,
  resource: TokenResource,
  author: User,
  now: Instant,
  pace: Pace,
): Steps<void> {
  const bots = new Set(resourceTokens(world, resource).flatMap(({ userId }) => userId ?? []))
  const machines = [...[...bots].map((id) => world.users.require(id)), ...serviceAccounts(world, resource)]
  for (const user of machines) {
    for (const project of world.projects.by('byNamespace', 'user', user.namespaceId).list())
      yield* deleteProject(world, project, author, now, pace)
    yield* removeAccount(world, user, author, now, pace)
  }
}

/** What projects and groups have alike. */
function* removeOwned(world: World, owner: 'project' | 'group', id: number, pace: Pace): Steps<void> {
  forgetIids(world, owner, id)
  for (const name of ['ciVariables', 'hooks'] as const) {
    const table = world[name]
    yield* forEach(table.by('byOwner', owner, id).ascending() as Iterable<AnyRow>, pace, (row) =>
      table.delete(row.id),
    )
  }
  if (owner === 'group')
    for (const row of world.ownedAttributes.by('byOwner', owner, id).list())
      world.ownedAttributes.delete(row.id)
}

function* removeAccess(world: World, source: 'project' | 'group', id: number, pace: Pace): Steps<void> {
  for (const name of ['members', 'shares', 'accessRequests', 'invitations'] as const) {
    const table = world[name]
    yield* forEach(table.by('bySource', source, id).ascending() as Iterable<AnyRow>, pace, (row) =>
      table.delete(row.id),
    )
  }
}
