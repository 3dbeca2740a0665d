import type { AnyCheck } from '../kit/check.ts'
import * as accounts from './accounts/index.ts'
import * as administered from './administered/index.ts'
import * as approvals from './approvals/index.ts'
import * as auditEvents from './audit-events/index.ts'
import * as automation from './automation/index.ts'
import * as beyond from './beyond/index.ts'
import * as boards from './boards/index.ts'
import * as bulkImports from './bulk-imports/index.ts'
import * as conventions from './conventions/index.ts'
import * as dependencies from './dependencies/index.ts'
import * as externalImport from './external-import/index.ts'
import * as featureFlagUserLists from './feature-flag-user-lists/index.ts'
import * as joining from './joining/index.ts'
import * as keys from './keys/index.ts'
import * as mergeRequests from './merge-requests/index.ts'
import * as milestones from './milestones/index.ts'
import * as packages from './packages/index.ts'
import * as pictures from './pictures/index.ts'
import * as projectExport from './project-export/index.ts'
import * as projectImport from './project-import/index.ts'
import * as projects from './projects/index.ts'
import * as protectedTags from './protected-tags/index.ts'
import * as publishing from './publishing/index.ts'
import * as repository from './repository/index.ts'
import * as runners from './runners/index.ts'
import * as search from './search/index.ts'
import * as settings from './settings/index.ts'
import * as suggestions from './suggestions/index.ts'
import * as vulnerabilityExports from './vulnerability-exports/index.ts'
import * as work from './work/index.ts'
import * as writing from './writing/index.ts'

/** The checks by family. The registry is the exports themselves: to add a check, export it. */
export const checksByFamily: { readonly [family: string]: readonly AnyCheck[] } = {
  conventions: Object.values(conventions),
  search: Object.values(search),
  approvals: Object.values(approvals),
  milestones: Object.values(milestones),
  'merge-requests': Object.values(mergeRequests),
  projects: Object.values(projects),
  repository: Object.values(repository),
  packages: Object.values(packages),
  runners: Object.values(runners),
  'protected-tags': Object.values(protectedTags),
  'feature-flag-user-lists': Object.values(featureFlagUserLists),
  suggestions: Object.values(suggestions),
  automation: Object.values(automation),
  joining: Object.values(joining),
  pictures: Object.values(pictures),
  boards: Object.values(boards),
  writing: Object.values(writing),
  work: Object.values(work),
  keys: Object.values(keys),
  dependencies: Object.values(dependencies),
  'vulnerability-exports': Object.values(vulnerabilityExports),
  'audit-events': Object.values(auditEvents),
  settings: Object.values(settings),
  'project-export': Object.values(projectExport),
  'project-import': Object.values(projectImport),
  'external-import': Object.values(externalImport),
  'bulk-imports': Object.values(bulkImports),
  beyond: Object.values(beyond),
  accounts: Object.values(accounts),
  publishing: Object.values(publishing),
  administered: Object.values(administered),
}

export const checks: readonly AnyCheck[] = Object.values(checksByFamily).flat()
