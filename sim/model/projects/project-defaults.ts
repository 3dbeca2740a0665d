import {
  type ApprovalSettings,
  type Feature,
  type FeatureLevel,
  features,
  type ProjectSettings,
} from './project.ts'
import type { Visibility } from './visibility.ts'

type Features = { readonly [name in Feature]: FeatureLevel }

/** What a new project opens to whom, before anybody changes it. */
export function defaultFeatures(visibility: Visibility): Features {
  const levels = Object.fromEntries(features.map((name) => [name, 'enabled'])) as {
    [name in Feature]: FeatureLevel
  }
  levels.pages = visibility === 'public' ? 'enabled' : 'private'
  levels.security_and_compliance = 'private'
  return levels
}

/** The settings of a new project, all but its secret. */
export const defaultSettings: Omit<ProjectSettings, 'runnersToken'> = {
  mergeMethod: 'merge',
  squashOption: 'default_off',
  onlyMergeIfPipelineSucceeds: false,
  mergeOnSkippedPipeline: null,
  onlyMergeIfDiscussionsResolved: false,
  removeSourceBranchAfterMerge: true,
  resolveOutdatedDiffDiscussions: false,
  printMergeRequestLink: true,
  autocloseReferencedIssues: true,
  suggestionCommitMessage: null,
  mergeCommitTemplate: null,
  squashCommitTemplate: null,
  issueBranchTemplate: null,
  requestAccess: true,
  lfs: true,
  packages: true,
  emailsDisabled: null,
  sharedRunners: true,
  groupRunners: true,
  publicJobs: true,
  ciConfigPath: null,
  buildTimeout: 3600,
  autoDevops: null,
}

/** The approval configuration of a new project (approvals#configuration-defaults). */
export const defaultApprovals: ApprovalSettings = {
  approvalsBeforeMerge: 0,
  resetApprovalsOnPush: true,
  selectiveCodeOwnerRemovals: false,
  disableOverriding: false,
  authorApproval: false,
  disableCommittersApproval: false,
  requirePassword: false,
}
