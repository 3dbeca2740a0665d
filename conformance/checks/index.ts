import type { AnyCheck } from '../kit/check.ts'
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
import * as conventions from './conventions/index.ts'
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

/** The checks by family, named as in the contract. The registry is the exports themselves: to add a check, export it. */
export const checksByFamily: { readonly [family: string]: readonly AnyCheck[] } = {
  conventions: Object.values(conventions),
  search: Object.values(search),
  approvals: Object.values(approvals),
  'merge-requests': Object.values(mergeRequests),
  milestones: Object.values(milestones),
  projects: Object.values(projects),
  repository: Object.values(repository),
  packages: Object.values(packages),
  runners: Object.values(runners),
  'protected-tags': Object.values(protectedTags),
  'feature-flag-user-lists': Object.values(featureFlagUserLists),
  suggestions: Object.values(suggestions),
  keys: Object.values(keys),
  dependencies: Object.values(dependencies),
  'vulnerability-exports': Object.values(vulnerabilityExports),
  'audit-events': Object.values(auditEvents),
  'project-export': Object.values(projectExport),
  'project-import': Object.values(projectImport),
  settings: Object.values(settings),
  'external-import': Object.values(externalImport),
  'bulk-imports': Object.values(bulkImports),
  'access-requests': Object.values(accessRequests),
  'access-tokens': Object.values(accessTokens),
  avatars: Object.values(avatars),
  'award-emoji': Object.values(awardEmoji),
  badges: Object.values(badges),
  boards: Object.values(boards),
  branches: Object.values(branches),
  clusters: Object.values(clusters),
  commits: Object.values(commits),
  'container-registry': Object.values(containerRegistry),
  'custom-attributes': Object.values(customAttributes),
  deployments: Object.values(deployments),
  discussions: Object.values(discussions),
  epics: Object.values(epics),
  'feature-flags': Object.values(featureFlags),
  groups: Object.values(groups),
  hooks: Object.values(hooks),
  installation: Object.values(installation),
  issues: Object.values(issues),
  jobs: Object.values(jobs),
  labels: Object.values(labels),
  members: Object.values(members),
  pipelines: Object.values(pipelines),
  'protected-branches': Object.values(protectedBranches),
  'push-rules': Object.values(pushRules),
  releases: Object.values(releases),
  'remote-mirrors': Object.values(remoteMirrors),
  'repository-files': Object.values(repositoryFiles),
  'resource-events': Object.values(resourceEvents),
  snippets: Object.values(snippets),
  tags: Object.values(tags),
  topics: Object.values(topics),
  uploads: Object.values(uploads),
  users: Object.values(users),
  wikis: Object.values(wikis),
}

export const checks: readonly AnyCheck[] = Object.values(checksByFamily).flat()
