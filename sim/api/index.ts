import type { Operation } from '../protocol/operation.ts'
import * as accessRequests from './access-requests/index.ts'
import * as accessTokens from './access-tokens/index.ts'
import * as approvals from './approvals/index.ts'
import * as auditEvents from './audit-events/index.ts'
import * as avatars from './avatars/index.ts'
import * as awardEmoji from './award-emoji/index.ts'
import * as badges from './badges/index.ts'
import * as boards from './boards/index.ts'
import * as branches from './branches/index.ts'
import * as bulkImports from './bulk-imports/index.ts'
import * as clusters from './clusters/index.ts'
import * as commits from './commits/index.ts'
import * as containerRegistry from './container-registry/index.ts'
import * as customAttributes from './custom-attributes/index.ts'
import * as dependencies from './dependencies/index.ts'
import * as deployments from './deployments/index.ts'
import * as discussions from './discussions/index.ts'
import * as epics from './epics/index.ts'
import * as externalImport from './external-import/index.ts'
import * as featureFlagUserLists from './feature-flag-user-lists/index.ts'
import * as featureFlags from './feature-flags/index.ts'
import * as groups from './groups/index.ts'
import * as hooks from './hooks/index.ts'
import * as installation from './installation/index.ts'
import * as issues from './issues/index.ts'
import * as jobs from './jobs/index.ts'
import * as keys from './keys/index.ts'
import * as labels from './labels/index.ts'
import * as members from './members/index.ts'
import * as mergeRequests from './merge-requests/index.ts'
import * as milestones from './milestones/index.ts'
import * as packages from './packages/index.ts'
import * as pipelines from './pipelines/index.ts'
import * as projectExport from './project-export/index.ts'
import * as projectImport from './project-import/index.ts'
import * as projects from './projects/index.ts'
import * as protectedBranches from './protected-branches/index.ts'
import * as protectedTags from './protected-tags/index.ts'
import * as pushRules from './push-rules/index.ts'
import * as releases from './releases/index.ts'
import * as remoteMirrors from './remote-mirrors/index.ts'
import * as repository from './repository/index.ts'
import * as repositoryFiles from './repository-files/index.ts'
import * as resourceEvents from './resource-events/index.ts'
import * as runners from './runners/index.ts'
import * as search from './search/index.ts'
import * as settings from './settings/index.ts'
import * as snippets from './snippets/index.ts'
import * as suggestions from './suggestions/index.ts'
import * as tags from './tags/index.ts'
import * as topics from './topics/index.ts'
import * as uploads from './uploads/index.ts'
import * as users from './users/index.ts'
import * as vulnerabilityExports from './vulnerability-exports/index.ts'
import * as wikis from './wikis/index.ts'

/** The families in the order of the specification, then those around it; a family's exports are its operations. */
export const families: { readonly [family: string]: { readonly [name: string]: Operation } } = {
  search,
  approvals,
  'merge-requests': mergeRequests,
  milestones,
  projects,
  repository,
  packages,
  runners,
  'protected-tags': protectedTags,
  'feature-flag-user-lists': featureFlagUserLists,
  suggestions,
  keys,
  dependencies,
  'vulnerability-exports': vulnerabilityExports,
  'audit-events': auditEvents,
  'project-export': projectExport,
  'project-import': projectImport,
  settings,
  'external-import': externalImport,
  'bulk-imports': bulkImports,
  'access-requests': accessRequests,
  'access-tokens': accessTokens,
  avatars,
  'award-emoji': awardEmoji,
  badges,
  boards,
  branches,
  clusters,
  commits,
  'container-registry': containerRegistry,
  'custom-attributes': customAttributes,
  deployments,
  discussions,
  epics,
  'feature-flags': featureFlags,
  groups,
  hooks,
  installation,
  issues,
  jobs,
  labels,
  members,
  pipelines,
  'protected-branches': protectedBranches,
  'push-rules': pushRules,
  releases,
  'remote-mirrors': remoteMirrors,
  'repository-files': repositoryFiles,
  'resource-events': resourceEvents,
  snippets,
  tags,
  topics,
  uploads,
  users,
  wikis,
}
