import type { Json } from '../../lib/json.ts'
import { append } from '../../lib/lists.ts'
import type { Instant } from '../../time/calendar.ts'
import {
  type ApprovalSettings,
  type Feature,
  features,
  type MergeMethod,
  type Project,
  type ProjectSettings,
  type SquashOption,
} from '../projects/project.ts'
import { visibilityNames } from '../projects/visibility.ts'
import type { User } from '../users/user.ts'
import type { World } from '../world.ts'
import type { AuditedChange } from './audit.ts'
import { recordAudit } from './audit-log.ts'

// The texts of audit events for changed settings of a project (audit-events#project-settings).

const settingNames: { readonly [column in keyof ProjectSettings]?: string } = {
  packages: 'packages_enabled',
  resolveOutdatedDiffDiscussions: 'resolve_outdated_diff_discussions',
  printMergeRequestLink: 'printing_merge_request_link_enabled',
  removeSourceBranchAfterMerge: 'remove_source_branch_after_merge',
  onlyMergeIfPipelineSucceeds: 'only_allow_merge_if_pipeline_succeeds',
  onlyMergeIfDiscussionsResolved: 'only_allow_merge_if_all_discussions_are_resolved',
  suggestionCommitMessage: 'suggestion_commit_message',
  mergeOnSkippedPipeline: 'allow_merge_on_skipped_pipeline',
  mergeCommitTemplate: 'merge_commit_template',
  squashCommitTemplate: 'squash_commit_template',
}

/** The texts for approval settings; one of them states the opposite of its column. */
export const approvalNames: { readonly [column in keyof ApprovalSettings]?: string } = {
  authorApproval: 'prevent merge request approval from authors',
  disableCommittersApproval: 'prevent merge request approval from committers',
  resetApprovalsOnPush: 'require new approvals when new commits are added to an MR',
  disableOverriding: 'prevent users from modifying MR approval rules in merge requests',
  requirePassword: 'require user password for approvals',
}

const mergeMethodNames: { readonly [method in MergeMethod]: string } = {
  merge: 'Merge commit',
  rebase_merge: 'Merge commit with semi-linear history',
  ff: 'Fast-forward merge',
}

const squashOptionNames: { readonly [option in SquashOption]: string } = {
  never: 'Do not allow',
  always: 'Require',
  default_on: 'Encourage',
  default_off: 'Allow',
}

const featureNames: { readonly [feature in Feature]: string } = {
  issues: 'issues',
  repository: 'repository',
  merge_requests: 'merge requests',
  forking: 'forks',
  wiki: 'wiki',
  builds: 'CI/CD',
  snippets: 'snippets',
  pages: 'pages',
  analytics: 'analytics',
  container_registry: 'container registry',
  security_and_compliance: 'security and compliance',
  requirements: 'requirements',
  operations: 'operations',
  releases: 'releases',
  environments: 'environments',
  feature_flags: 'feature flags',
  infrastructure: 'infrastructure',
  monitor: 'monitor',
}

export interface ChangedProject {
  readonly before: Project
  readonly after: Project
  readonly author: User
}

/** Records an audit event for each audited change of a project. */
export function recordProjectChanges(
  world: World,
  { before, after, author }: ChangedProject,
  now: Instant,
): void {
  const { id: targetId, fullPath: targetDetails } = after
  const record = (targetType: string, changes: readonly AuditedChange[]) => {
    const target = { targetId, targetType, targetDetails }
    for (const change of changes)
      recordAudit(world, { author, scope: { project: after }, target, change }, now)
  }
  record('Project', columnChanges(before, after))
  record('Project', settingChanges(before, after))
  record('ProjectFeature', featureChanges(before, after))
}

function columnChanges(before: Project, after: Project): AuditedChange[] {
  return [
    ...changed('name', before.fullName, after.fullName),
    ...changed('path', before.fullPath, after.fullPath),
    ...changed('description', before.description, after.description),
    ...changed('visibility_level', visibilityNames[before.visibility], visibilityNames[after.visibility]),
  ]
}

function settingChanges(before: Project, after: Project): AuditedChange[] {
  const found: AuditedChange[] = []
  if (before.approvals === after.approvals && before.settings === after.settings) return found
  for (const [column, name] of Object.entries(approvalNames)) {
    const [from, to] = [before, after].map(({ approvals }) => approvals[column as keyof ApprovalSettings])
    // The column says that authors may approve, the audit log that they may not.
    const negated = column === 'authorApproval'
    append(found, changed(name, negated ? !from : (from ?? null), negated ? !to : (to ?? null)))
  }
  for (const [column, name] of Object.entries(settingNames)) {
    const [from = null, to = null] = [before, after].map(
      ({ settings }) => settings[column as keyof ProjectSettings],
    )
    if (!isBlank(from) || !isBlank(to)) append(found, changed(name, from, to))
  }
  const { mergeMethod, squashOption } = after.settings
  if (mergeMethod !== before.settings.mergeMethod)
    found.push({ custom_message: `Changed merge method to ${mergeMethodNames[mergeMethod]}` })
  if (squashOption !== before.settings.squashOption)
    found.push({ custom_message: `Changed squash option to ${squashOptionNames[squashOption]}` })
  return found
}

function featureChanges(before: Project, after: Project): AuditedChange[] {
  if (before.features === after.features) return []
  return features.flatMap((feature) =>
    changed(featureNames[feature], before.features[feature], after.features[feature]),
  )
}

function changed(change: string, from: Json, to: Json): AuditedChange[] {
  return (from ?? '') === (to ?? '') ? [] : [{ change, from, to }]
}

// For audit events a setting that was never set equals one that is off.
function isBlank(value: Json): boolean {
  return value === null || value === '' || value === false
}
