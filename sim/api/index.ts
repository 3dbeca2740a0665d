import type { Operation } from '../protocol/operation.ts'
import * as approvals from './approvals/index.ts'
import * as auditEvents from './audit-events/index.ts'
import * as beyond from './beyond/index.ts'
import * as bulkImports from './bulk-imports/index.ts'
import * as dependencies from './dependencies/index.ts'
import * as externalImport from './external-import/index.ts'
import * as featureFlagUserLists from './feature-flag-user-lists/index.ts'
import * as keys from './keys/index.ts'
import * as mergeRequests from './merge-requests/index.ts'
import * as milestones from './milestones/index.ts'
import * as packages from './packages/index.ts'
import * as projectExport from './project-export/index.ts'
import * as projectImport from './project-import/index.ts'
import * as projects from './projects/index.ts'
import * as protectedTags from './protected-tags/index.ts'
import * as repository from './repository/index.ts'
import * as runners from './runners/index.ts'
import * as search from './search/index.ts'
import * as settings from './settings/index.ts'
import * as suggestions from './suggestions/index.ts'
import * as vulnerabilityExports from './vulnerability-exports/index.ts'

/** The families in the order of the specification; a family's exports are its operations. */
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
  beyond,
}
