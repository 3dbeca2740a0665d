import { type Schema, table } from '../../store/database.ts'
import type { TableDefinition } from '../../store/definition.ts'
import type { AnyRow } from '../../store/row.ts'
import { indexDerived } from '../../store/table.ts'

/**
 * What becomes of a row that names an account which is deleted: it ends with it, or names nobody (null, or no column), or
 * the ghost user; or what names the account leaves the list that it is in, be it an id or an entry.
 */
export type Fate = 'ends' | 'null' | 'missing' | 'ghost' | 'leaves'

/** By the table and the way to the column that holds the id. */
export const fates: { readonly [table: string]: { readonly [way: string]: Fate } } = {
  accessRequests: { userId: 'ends' },
  approvalRules: { userIds: 'leaves' },
  approvals: { userId: 'ends' },
  awards: { userId: 'ghost' },
  bulkImportEntities: { userId: 'ghost' },
  bulkImports: { userId: 'ghost' },
  ciJobs: { userId: 'ghost', erasedById: 'missing' },
  clusterAgents: { createdById: 'ghost' },
  clusterAgentTokens: { createdById: 'ghost' },
  clusters: { createdById: 'ghost' },
  commitStatuses: { userId: 'ghost' },
  dashboardProjects: { userId: 'ends' },
  deployments: { userId: 'ghost', 'approvals.userId': 'leaves' },
  draftNotes: { userId: 'ends' },
  emails: { userId: 'ends' },
  epics: { authorId: 'ghost' },
  exportFiles: { userId: 'ends' },
  followings: { followerId: 'ends', followedId: 'ends' },
  gpgKeys: { userId: 'ends' },
  groupImports: { userId: 'ghost' },
  groupProtectedBranches: { 'merge.userId': 'leaves', 'push.userId': 'leaves', 'unprotect.userId': 'leaves' },
  invitations: { createdById: 'ghost' },
  issues: { authorId: 'ghost', closedById: 'ghost', assigneeIds: 'leaves' },
  // Keys for deployment, which others use, outlive who made them.
  keys: { userId: 'null' },
  lfsLocks: { userId: 'ends' },
  members: { userId: 'ends', createdById: 'ghost' },
  mergeRequests: {
    authorId: 'ghost',
    mergedById: 'ghost',
    closedById: 'ghost',
    assigneeIds: 'leaves',
    reviewerIds: 'leaves',
    'autoMerge.userId': 'null',
  },
  notes: { authorId: 'ghost', resolvedById: 'ghost' },
  notificationSettings: { userId: 'ends' },
  deviceGrants: { userId: 'ends' },
  oauthGrants: { userId: 'ends' },
  packages: { creatorId: 'ghost' },
  pipelines: { userId: 'ghost' },
  pipelineSchedules: { ownerId: 'null' },
  projectExports: { userId: 'ghost' },
  relationExports: { userId: 'ghost' },
  projectImports: { userId: 'ghost' },
  projects: { creatorId: 'ghost' },
  protectedBranches: { 'merge.userId': 'leaves', 'push.userId': 'leaves', 'unprotect.userId': 'leaves' },
  protectedEnvironments: { 'deploy.userId': 'leaves', 'rules.userId': 'leaves' },
  protectedTags: { 'create.userId': 'leaves' },
  pullMirrors: { userId: 'missing' },
  releases: { authorId: 'ghost' },
  resourceEvents: { userId: 'null' },
  runners: { creatorId: 'missing' },
  snippets: { authorId: 'ghost' },
  stars: { userId: 'ends' },
  stateEvents: { userId: 'ghost' },
  subscriptions: { userId: 'ends' },
  todos: { userId: 'ends', authorId: 'ends' },
  tokens: { userId: 'ends' },
  triggers: { ownerId: 'ghost' },
  vulnerabilities: { 'comments.userId': 'ghost' },
  vulnerabilityExports: { authorId: 'ghost' },
  wikiPages: { authorId: 'ghost' },
}

/** The index of each such table by the accounts that its rows name: a deletion looks at these rows, and at no others. */
export const BY_ACCOUNT = 'byAccount'

/** The schema with that index. It is made when an account is first deleted, and of most worlds never. */
export function withAccounts<S extends Schema>(schema: S): S {
  const all: { [name: string]: TableDefinition<AnyRow> } = { ...schema }
  for (const [name, ways] of Object.entries(fates)) {
    const known = all[name]
    if (known === undefined) continue
    const columns = Object.keys(ways).map((way) => way.split('.'))
    const byAccount = indexDerived((row: AnyRow) => accountsIn(row as unknown as Cells, columns))
    all[name] = table(known.texts)(name, { ...known.indexes, [BY_ACCOUNT]: byAccount }, known)
  }
  return all as unknown as S
}

interface Cells {
  readonly [column: string]: unknown
}

function accountsIn(row: Cells, columns: readonly (readonly string[])[]): [id: number][] {
  const found: [id: number][] = []
  for (const [column = '', inner] of columns) {
    const value = row[column]
    for (const one of Array.isArray(value) ? value : [value]) {
      const id = inner === undefined ? one : (one as Cells | null | undefined)?.[inner]
      if (typeof id === 'number' && !found.some(([known]) => known === id)) found.push([id])
    }
  }
  return found
}
