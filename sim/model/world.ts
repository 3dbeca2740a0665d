import { type Database, defineDatabase } from '../store/database.ts'
import { jobsTable, waitingJobsTable } from '../time/schedule.ts'
import { accessRequestsTable } from './access-request.ts'
import { emailsTable, followingsTable, gpgKeysTable } from './account.ts'
import { appearancesTable } from './appearance.ts'
import { auditEventsTable } from './audit.ts'
import { avatarsTable } from './avatar.ts'
import { badgesTable } from './badge.ts'
import { boardListsTable, boardsTable } from './board.ts'
import { broadcastMessagesTable } from './broadcast-message.ts'
import { bulkImportEntitiesTable, bulkImportFailuresTable, bulkImportsTable } from './bulk-import.ts'
import { ciJobsTable, deploymentsTable, environmentsTable, jobTracesTable, pipelinesTable } from './ci.ts'
import { ciVariablesTable } from './ci-variable.ts'
import { clustersTable } from './cluster.ts'
import { clusterAgentsTable, clusterAgentTokensTable } from './cluster-agent.ts'
import { commitStatusesTable } from './commit-status.ts'
import { containerRepositoriesTable } from './container-repository.ts'
import { dependenciesTable } from './dependency.ts'
import { draftNotesTable } from './draft-note.ts'
import { epicIssuesTable, epicsTable } from './epic.ts'
import { eventsTable } from './event.ts'
import { featureFlagsTable } from './feature-flag.ts'
import { gistImportsTable } from './gist-import.ts'
import { gitObjectsTable, gitRefsTable } from './git-content.ts'
import { groupsTable } from './group.ts'
import { groupLinksTable } from './group-link.ts'
import { groupExportFilesTable, groupImportsTable } from './group-transfer.ts'
import { hooksTable } from './hook.ts'
import { type Instance, instanceTable, sequencesTable } from './instance.ts'
import { integrationsTable } from './integration.ts'
import { invitationsTable } from './invitation.ts'
import { issuesTable, stateEventsTable } from './issue.ts'
import { issueLinksTable } from './issue-link.ts'
import { jobArtifactsTable } from './job-artifact.ts'
import { jobTokenGrantsTable, jobTokenScopesTable } from './job-token-scope.ts'
import { deployKeyProjectsTable, keysTable } from './key.ts'
import { labelsTable } from './label.ts'
import { externalHostsTable } from './load/external-hosts.ts'
import { membersTable, sharesTable } from './member.ts'
import { memberRolesTable } from './member-role.ts'
import { approvalRulesTable, approvalsTable, mergeRequestsTable } from './merge-request.ts'
import { mergeRequestVersionsTable } from './merge-request-version.ts'
import { milestonesTable } from './milestone.ts'
import { awardsTable, notesTable, subscriptionsTable } from './note.ts'
import { notificationSettingsTable } from './notification-setting.ts'
import { oauthApplicationsTable, oauthGrantsTable } from './oauth-application.ts'
import { packageContentsTable, packageFilesTable, packagesTable } from './package.ts'
import { pagesDomainsTable, pagesSettingsTable } from './pages.ts'
import { freezePeriodsTable, pipelineSchedulesTable } from './pipeline-schedule.ts'
import { planLimitsTable } from './plan-limit.ts'
import {
  customAttributesTable,
  ownedAttributesTable,
  projectsTable,
  starsTable,
  topicsTable,
} from './project.ts'
import { exportFilesTable, projectExportsTable } from './project-export.ts'
import { importFailuresTable, projectImportsTable } from './project-import.ts'
import { protectedEnvironmentsTable } from './protected-environment.ts'
import { protectedBranchesTable, protectedTagsTable } from './protected-ref.ts'
import { protectionRulesTable } from './protection-rule.ts'
import { pushRulesTable } from './push-rule.ts'
import { redirectsTable } from './redirect.ts'
import { relationExportsTable } from './relation-export.ts'
import { releaseLinksTable, releasesTable } from './release.ts'
import { pullMirrorsTable, remoteMirrorsTable } from './remote-mirror.ts'
import { resourceEventsTable } from './resource-event.ts'
import { resourceGroupsTable } from './resource-group.ts'
import { runnerGroupsTable, runnerProjectsTable, runnersTable } from './runner.ts'
import { serviceFlagsTable } from './service-flag.ts'
import { settingsTable } from './settings.ts'
import { snippetsTable } from './snippet.ts'
import { statusCheckResponsesTable, statusChecksTable } from './status-check.ts'
import { suggestionsTable } from './suggestion.ts'
import { todosTable } from './todo.ts'
import { tokensTable } from './token.ts'
import { triggersTable } from './trigger.ts'
import { uploadsTable } from './upload.ts'
import { usersTable } from './user.ts'
import { userAgentDetailsTable } from './user-agent.ts'
import { userListsTable } from './user-list.ts'
import { vulnerabilitiesTable } from './vulnerability.ts'
import { dashboardProjectsTable, vulnerabilityExportsTable } from './vulnerability-export.ts'
import { wikiAttachmentsTable, wikiPagesTable } from './wiki.ts'

export const schema = {
  instance: instanceTable,
  sequences: sequencesTable,
  jobs: jobsTable,
  waitingJobs: waitingJobsTable,
  users: usersTable,
  tokens: tokensTable,
  oauthApplications: oauthApplicationsTable,
  oauthGrants: oauthGrantsTable,
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
  events: eventsTable,
  notes: notesTable,
  draftNotes: draftNotesTable,
  awards: awardsTable,
  subscriptions: subscriptionsTable,
  todos: todosTable,
  notificationSettings: notificationSettingsTable,
  mergeRequests: mergeRequestsTable,
  mergeRequestVersions: mergeRequestVersionsTable,
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
  protectedTags: protectedTagsTable,
  packages: packagesTable,
  packageFiles: packageFilesTable,
  packageContents: packageContentsTable,
  runners: runnersTable,
  runnerProjects: runnerProjectsTable,
  runnerGroups: runnerGroupsTable,
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
  gitRefs: gitRefsTable,
} as const

/** Everything that exists: all tables of one installation. */
export type World = Database<typeof schema>

export const emptyWorld: () => World = defineDatabase(schema)

export function instanceOf(world: World): Instance {
  return world.instance.require(1) as Instance
}

/** The next number of a sequence, counted from 1. */
export function nextNumber(world: World, sequence: string): number {
  const last = (world.sequences.get(sequence)?.last ?? 0) + 1
  world.sequences.put({ id: sequence, last })
  return last
}

/** The next id of a table. */
export function nextId(world: World, table: keyof typeof schema): number {
  return nextNumber(world, table)
}

/** The next internal number of a kind inside its parent, for example `nextIid(world, 'milestones', 'project', 5)`. */
export function nextIid(world: World, kind: string, parent: 'project' | 'group', parentId: number): number {
  return nextNumber(world, `${kind}/${parent}/${parentId}`)
}
