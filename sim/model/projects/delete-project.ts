import type { Instant } from '../../time/calendar.ts'
import { resourceTokens, type TokenResource } from '../access-tokens/issue-tokens.ts'
import { serviceAccounts } from '../access-tokens/service-accounts.ts'
import { recordAudit } from '../audit-events/audit-log.ts'
import { deleteAvatar } from '../avatars/avatars.ts'
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
  'notes',
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
export function deleteProject(world: World, project: Project, author: User, now: Instant): void {
  const { id } = project
  removeMachines(world, { source: 'project', id }, author, now)
  for (const fork of [...world.projects.by('byFork', id).ascending()])
    world.projects.update(fork.id, { forkedFromId: null })
  for (const mergeRequest of [...world.mergeRequests.by('bySource', id).ascending()])
    if (mergeRequest.projectId !== id) closeMergeRequest(world, mergeRequest, author.id, now)
  for (const mergeRequest of [...world.mergeRequests.by('byProject', id).ascending()])
    removeMergeRequest(world, mergeRequest)
  for (const issue of [...world.issues.by('byProject', id).ascending()]) removeIssue(world, issue.id)
  for (const it of world.packages.by('byProjectId', id).list()) removePackage(world, it)
  disableAllDeployKeys(world, id)
  removeLfsObjectsOf(world, project)
  deleteNotificationSettings(world, 'project', id)
  for (const redirect of world.redirects.by('byProject', id).list()) world.redirects.delete(redirect.id)
  for (const name of ownTables) {
    const table = world[name]
    for (const row of [...table.by('byProject', id).ascending()]) table.delete(row.id)
  }
  deleteJobTokenGrants(world, 'project', id)
  for (const agent of world.clusterAgents.by('byProject', id).list()) {
    for (const token of world.clusterAgentTokens.by('byAgent', agent.id).list())
      world.clusterAgentTokens.delete(token.id)
    world.clusterAgents.delete(agent.id)
  }
  for (const it of world.protectedEnvironments.by('byOwner', 'project', id).list())
    world.protectedEnvironments.delete(it.id)
  removeOwned(world, 'project', id)
  removeAccess(world, 'project', id)
  deleteAvatar(world, 'project', id)
  world.pullMirrors.delete(id)
  world.projects.delete(id)
  recordAudit(world, { author, scope: { project }, change: { remove: 'project' } }, now)
}

/** Removes a group with its subgroups and all their projects. */
export function deleteGroup(world: World, group: Group, author: User, now: Instant): void {
  for (const child of [...world.groups.by('byParent', group.id).ascending()])
    deleteGroup(world, child, author, now)
  for (const project of [...world.projects.by('byNamespace', 'group', group.id).ascending()])
    deleteProject(world, project, author, now)
  removeMachines(world, { source: 'group', id: group.id }, author, now)
  for (const name of groupTables) {
    const table = world[name]
    for (const row of [...table.by('byGroup', group.id).ascending()]) table.delete(row.id)
  }
  for (const epic of world.epics.by('byGroup', group.id).list()) removeEpic(world, epic)
  deleteJobTokenGrants(world, 'group', group.id)
  removeOwned(world, 'group', group.id)
  deleteNotificationSettings(world, 'group', group.id)
  removeAccess(world, 'group', group.id)
  deleteAvatar(world, 'group', group.id)
  world.groups.delete(group.id)
  recordAudit(world, { author, scope: { group }, change: { remove: 'group' } }, now)
}

/** Bots of access tokens and service accounts end with what they were made for. */
function removeMachines(world: World, resource: TokenResource, author: User, now: Instant): void {
  const bots = new Set(resourceTokens(world, resource).flatMap(({ userId }) => userId ?? []))
  const machines = [...[...bots].map((id) => world.users.require(id)), ...serviceAccounts(world, resource)]
  for (const user of machines) {
    for (const project of world.projects.by('byNamespace', 'user', user.namespaceId).list())
      deleteProject(world, project, author, now)
    removeAccount(world, user, author, now)
  }
}

/** What projects and groups have alike. */
function removeOwned(world: World, owner: 'project' | 'group', id: number): void {
  forgetIids(world, owner, id)
  for (const name of ['ciVariables', 'hooks'] as const) {
    const table = world[name]
    for (const row of table.by('byOwner', owner, id).list()) table.delete(row.id)
  }
  if (owner === 'group')
    for (const row of world.ownedAttributes.by('byOwner', owner, id).list())
      world.ownedAttributes.delete(row.id)
}

function removeAccess(world: World, source: 'project' | 'group', id: number): void {
  for (const name of ['members', 'shares', 'accessRequests', 'invitations'] as const) {
    const table = world[name]
    for (const row of [...table.by('bySource', source, id).ascending()]) table.delete(row.id)
  }
}
