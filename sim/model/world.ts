import { type Database, defineDatabase, type FirstRows } from '../store/database.ts'
import { jobsTable, waitingJobsTable } from '../time/schedule.ts'
import { accessRequestsTable } from './access-requests/access-request.ts'
import { tokensTable } from './access-tokens/token.ts'
import { auditEventsTable } from './audit-events/audit.ts'
import { avatarsTable } from './avatars/avatar.ts'
import { badgesTable } from './badges/badge.ts'
import { boardListsTable, boardsTable } from './boards/board.ts'
import {
  bulkImportEntitiesTable,
  bulkImportFailuresTable,
  bulkImportsTable,
} from './bulk-imports/bulk-import.ts'
import { clustersTable } from './clusters/cluster.ts'
import { clusterAgentsTable, clusterAgentTokensTable } from './clusters/cluster-agent.ts'
import { commitStatusesTable } from './commits/commit-status.ts'
import { containerRepositoriesTable } from './container-registry/container-repository.ts'
import { protectionRulesTable } from './container-registry/protection-rule.ts'
import { dependenciesTable } from './dependencies/dependency.ts'
import { pagesDomainsTable, pagesSettingsTable } from './deployments/pages.ts'
import { protectedEnvironmentsTable } from './deployments/protected-environment.ts'
import { draftNotesTable } from './discussions/draft-note.ts'
import { awardsTable, notesTable, subscriptionsTable } from './discussions/note.ts'
import { epicIssuesTable, epicsTable } from './epics/epic.ts'
import { gistImportsTable } from './external-import/gist-import.ts'
import { userListsTable } from './feature-flag-user-lists/user-list.ts'
import { featureFlagsTable } from './feature-flags/feature-flag.ts'
import { groupsTable } from './groups/group.ts'
import { groupLinksTable } from './groups/group-link.ts'
import { groupExportFilesTable, groupImportsTable } from './groups/group-transfer.ts'
import { memberRolesTable } from './groups/member-role.ts'
import { hooksTable } from './hooks/hook.ts'
import { integrationsTable } from './hooks/integration.ts'
import { statusCheckResponsesTable, statusChecksTable } from './hooks/status-check.ts'
import { appearancesTable } from './installation/appearance.ts'
import { broadcastMessagesTable } from './installation/broadcast-message.ts'
import { type Instance, instanceTable, sequencesTable } from './installation/instance.ts'
import {
  deviceGrantsTable,
  oauthApplicationsTable,
  oauthGrantsTable,
} from './installation/oauth-application.ts'
import { planLimitsTable } from './installation/plan-limit.ts'
import { serviceFlagsTable } from './installation/service-flag.ts'
import { issuesTable, stateEventsTable } from './issues/issue.ts'
import { epicLinksTable, issueLinksTable } from './issues/issue-link.ts'
import { todosTable } from './issues/todo.ts'
import { userAgentDetailsTable } from './issues/user-agent.ts'
import { jobArtifactsTable } from './jobs/job-artifact.ts'
import { deployKeyProjectsTable, keysTable } from './keys/key.ts'
import { labelsTable } from './labels/label.ts'
import { externalHostsTable } from './load/external-hosts.ts'
import { invitationsTable } from './members/invitation.ts'
import { membersTable, sharesTable } from './members/member.ts'
import { contextCommitsTable } from './merge-requests/context-commit.ts'
import { approvalRulesTable, approvalsTable, mergeRequestsTable } from './merge-requests/merge-request.ts'
import { mergeRequestVersionsTable } from './merge-requests/merge-request-version.ts'
import { milestonesTable } from './milestones/milestone.ts'
import { packageContentsTable, packageFilesTable, packagesTable } from './packages/package.ts'
import {
  ciJobsTable,
  deploymentsTable,
  environmentsTable,
  jobTracesTable,
  pipelinesTable,
} from './pipelines/ci.ts'
import { ciVariablesTable } from './pipelines/ci-variable.ts'
import { jobTokenGrantsTable, jobTokenScopesTable } from './pipelines/job-token-scope.ts'
import { freezePeriodsTable, pipelineSchedulesTable } from './pipelines/pipeline-schedule.ts'
import { resourceGroupsTable } from './pipelines/resource-group.ts'
import { triggersTable } from './pipelines/trigger.ts'
import { exportFilesTable, projectExportsTable } from './project-export/project-export.ts'
import { relationExportsTable } from './project-export/relation-export.ts'
import { importFailuresTable, projectImportsTable } from './project-import/project-import.ts'
import {
  customAttributesTable,
  ownedAttributesTable,
  projectsTable,
  starsTable,
  topicsTable,
} from './projects/project.ts'
import { redirectsTable } from './projects/redirect.ts'
import {
  groupProtectedBranchesTable,
  protectedBranchesTable,
  protectedTagsTable,
} from './protected-tags/protected-ref.ts'
import { pushRulesTable } from './push-rules/push-rule.ts'
import { releaseLinksTable, releasesTable } from './releases/release.ts'
import { pullMirrorsTable, remoteMirrorsTable } from './remote-mirrors/remote-mirror.ts'
import { gitObjectsTable, gitPacksTable, gitRefsTable, gitStorageTable } from './repository/git-objects.ts'
import { lfsLinksTable, lfsLocksTable, lfsObjectsTable } from './repository/lfs-object.ts'
import { resourceEventsTable } from './resource-events/resource-event.ts'
import { runnerGroupsTable, runnerProjectsTable, runnersTable } from './runners/runner.ts'
import { runnerManagersTable } from './runners/runner-manager.ts'
import { settingsTable } from './settings/settings.ts'
import { snippetsTable } from './snippets/snippet.ts'
import { suggestionsTable } from './suggestions/suggestion.ts'
import { uploadsTable } from './uploads/upload.ts'
import { emailsTable, followingsTable, gpgKeysTable } from './users/account.ts'
import { eventsTable } from './users/event.ts'
import { withAccounts } from './users/named-accounts.ts'
import { notificationSettingsTable } from './users/notification-setting.ts'
import { usersTable } from './users/user.ts'
import { vulnerabilitiesTable } from './vulnerability-exports/vulnerability.ts'
import {
  dashboardProjectsTable,
  vulnerabilityExportsTable,
} from './vulnerability-exports/vulnerability-export.ts'
import { wikiAttachmentsTable, wikiPagesTable } from './wikis/wiki.ts'

export const schema = {
  instance: instanceTable,
  sequences: sequencesTable,
  jobs: jobsTable,
  waitingJobs: waitingJobsTable,
  users: usersTable,
  tokens: tokensTable,
  oauthApplications: oauthApplicationsTable,
  oauthGrants: oauthGrantsTable,
  deviceGrants: deviceGrantsTable,
  emails: emailsTable,
  gpgKeys: gpgKeysTable,
  followings: followingsTable,
  groups: groupsTable,
  projects: projectsTable,
  redirects: redirectsTable,
  members: membersTable,
  accessRequests: accessRequestsTable,
  shares: sharesTable,
  topics: topicsTable,
  stars: starsTable,
  customAttributes: customAttributesTable,
  ownedAttributes: ownedAttributesTable,
  labels: labelsTable,
  milestones: milestonesTable,
  avatars: avatarsTable,
  badges: badgesTable,
  boards: boardsTable,
  boardLists: boardListsTable,
  issues: issuesTable,
  stateEvents: stateEventsTable,
  resourceEvents: resourceEventsTable,
  issueLinks: issueLinksTable,
  epicLinks: epicLinksTable,
  events: eventsTable,
  notes: notesTable,
  draftNotes: draftNotesTable,
  awards: awardsTable,
  subscriptions: subscriptionsTable,
  todos: todosTable,
  notificationSettings: notificationSettingsTable,
  mergeRequests: mergeRequestsTable,
  mergeRequestVersions: mergeRequestVersionsTable,
  contextCommits: contextCommitsTable,
  approvals: approvalsTable,
  approvalRules: approvalRulesTable,
  pipelines: pipelinesTable,
  ciJobs: ciJobsTable,
  jobTraces: jobTracesTable,
  jobArtifacts: jobArtifactsTable,
  ciVariables: ciVariablesTable,
  hooks: hooksTable,
  commitStatuses: commitStatusesTable,
  environments: environmentsTable,
  protectedEnvironments: protectedEnvironmentsTable,
  clusterAgents: clusterAgentsTable,
  clusterAgentTokens: clusterAgentTokensTable,
  deployments: deploymentsTable,
  releases: releasesTable,
  releaseLinks: releaseLinksTable,
  uploads: uploadsTable,
  remoteMirrors: remoteMirrorsTable,
  pullMirrors: pullMirrorsTable,
  triggers: triggersTable,
  pipelineSchedules: pipelineSchedulesTable,
  freezePeriods: freezePeriodsTable,
  planLimits: planLimitsTable,
  protectedBranches: protectedBranchesTable,
  groupProtectedBranches: groupProtectedBranchesTable,
  protectedTags: protectedTagsTable,
  packages: packagesTable,
  packageFiles: packageFilesTable,
  packageContents: packageContentsTable,
  runners: runnersTable,
  runnerProjects: runnerProjectsTable,
  runnerGroups: runnerGroupsTable,
  runnerManagers: runnerManagersTable,
  userLists: userListsTable,
  featureFlags: featureFlagsTable,
  suggestions: suggestionsTable,
  keys: keysTable,
  deployKeyProjects: deployKeyProjectsTable,
  dependencies: dependenciesTable,
  vulnerabilities: vulnerabilitiesTable,
  vulnerabilityExports: vulnerabilityExportsTable,
  dashboardProjects: dashboardProjectsTable,
  auditEvents: auditEventsTable,
  snippets: snippetsTable,
  wikiPages: wikiPagesTable,
  wikiAttachments: wikiAttachmentsTable,
  settings: settingsTable,
  serviceFlags: serviceFlagsTable,
  broadcastMessages: broadcastMessagesTable,
  externalHosts: externalHostsTable,
  gistImports: gistImportsTable,
  projectExports: projectExportsTable,
  exportFiles: exportFilesTable,
  relationExports: relationExportsTable,
  projectImports: projectImportsTable,
  importFailures: importFailuresTable,
  bulkImports: bulkImportsTable,
  bulkImportEntities: bulkImportEntitiesTable,
  bulkImportFailures: bulkImportFailuresTable,
  appearances: appearancesTable,
  clusters: clustersTable,
  epicIssues: epicIssuesTable,
  epics: epicsTable,
  integrations: integrationsTable,
  invitations: invitationsTable,
  jobTokenGrants: jobTokenGrantsTable,
  jobTokenScopes: jobTokenScopesTable,
  memberRoles: memberRolesTable,
  pagesDomains: pagesDomainsTable,
  pagesSettings: pagesSettingsTable,
  protectionRules: protectionRulesTable,
  pushRules: pushRulesTable,
  statusCheckResponses: statusCheckResponsesTable,
  statusChecks: statusChecksTable,
  groupExportFiles: groupExportFilesTable,
  groupImports: groupImportsTable,
  userAgentDetails: userAgentDetailsTable,
  containerRepositories: containerRepositoriesTable,
  groupLinks: groupLinksTable,
  resourceGroups: resourceGroupsTable,
  gitObjects: gitObjectsTable,
  gitPacks: gitPacksTable,
  gitRefs: gitRefsTable,
  gitStorage: gitStorageTable,
  lfsObjects: lfsObjectsTable,
  lfsLinks: lfsLinksTable,
  lfsLocks: lfsLocksTable,
} as const

export type TableName = keyof typeof schema

/** Everything that exists: all tables of one installation. */
export type World = Database<typeof schema>

export const emptyWorld: (first?: FirstRows) => World = defineDatabase(withAccounts(schema))

export function instanceOf(world: World): Instance {
  return world.instance.require(1) as Instance
}

/** The next number of a sequence, counted from 1. */
export function nextNumber(world: World, sequence: string): number {
  return numberBehind(world, sequence, undefined)
}

// Rows that were put into a table directly have numbers of which their sequence knows nothing.
function numberBehind(world: World, sequence: string, taken: unknown): number {
  const given = world.sequences.get(sequence)?.last ?? 0
  const last = (typeof taken === 'number' && taken > given ? taken : given) + 1
  world.sequences.put({ id: sequence, last })
  return last
}

/** Tables whose rows are numbered in the sequence of another one. */
const countedWith: { readonly [table in keyof typeof schema]?: keyof typeof schema } = {
  commitStatuses: 'ciJobs',
}

/**
 * The next id of a table: behind all that were given out, and all that whoever arranged rows chose. Ids from `reserved` on
 * are of rows that have them from elsewhere.
 */
export function nextId(world: World, table: keyof typeof schema, reserved?: number): number {
  const sequence = countedWith[table] ?? table
  return numberBehind(world, sequence, world.table(table)?.last(reserved)?.id)
}

/** What is numbered within its project or group. */
const numbered = [
  'issues',
  'mergeRequests',
  'epics',
  'milestones',
  'pipelines',
  'deployments',
  'featureFlags',
  'userLists',
] as const satisfies readonly (keyof typeof schema)[]
export type Numbered = (typeof numbered)[number]

/** Ends the numbering within a project or group that is deleted. */
export function forgetIids(world: World, parent: 'project' | 'group', parentId: number): void {
  for (const kind of numbered) world.sequences.delete(`${kind}/${parent}/${parentId}`)
}

/** Reserves an internal number, so that the next one given out is larger. */
export function reserveIid(
  world: World,
  kind: Numbered,
  parent: 'project' | 'group',
  parentId: number,
  iid: number,
): void {
  const id = `${kind}/${parent}/${parentId}`
  if ((world.sequences.get(id)?.last ?? 0) < iid) world.sequences.put({ id, last: iid })
}

/** The next internal number of a kind inside its parent, for example `nextIid(world, 'milestones', 'project', 5)`. */
export function nextIid(world: World, kind: Numbered, parent: 'project' | 'group', parentId: number): number {
  const sequence = `${kind}/${parent}/${parentId}`
  const last = isFoundByIid(kind) ? world.table(kind)?.lastBy('byIid', parentId) : undefined
  return numberBehind(world, sequence, (last as { readonly iid?: unknown } | undefined)?.iid)
}

/** Whether paths name rows of a table by their internal number. */
function isFoundByIid(kind: Numbered): boolean {
  return kind === 'issues' || kind === 'mergeRequests' || kind === 'epics' || kind === 'userLists'
}
