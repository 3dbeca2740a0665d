import { forEach, type Pace, type Steps } from '../../lib/steps.ts'
import type { AnyRow } from '../../store/row.ts'
import type { Table } from '../../store/table.ts'
import type { World } from '../world.ts'

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

interface Cells {
  readonly [column: string]: unknown
}

/** Takes an account out of all rows. The ghost user is asked for when it is first needed. */
export function* forgetAccount(world: World, id: number, ghost: () => number, pace: Pace): Steps<void> {
  for (const [name, ways] of Object.entries(fates)) {
    const table = world.table(name) as Table<AnyRow>
    const told = Object.entries(ways).map(([way, fate]) => ({ way: way.split('.'), fate }))
    yield* forEach(table.all().ascending(), pace, (row) => {
      let cells: Cells | undefined = row as unknown as Cells
      for (const { way, fate } of told) cells = cells && without(cells, way, fate, id, ghost)
      if (cells === undefined) table.delete(row.id)
      else if (cells !== (row as unknown)) table.put(cells as unknown as AnyRow)
    })
  }
}

// Undefined where the row ends.
function without(
  cells: Cells,
  [column = '', inner]: readonly string[],
  fate: Fate,
  id: number,
  ghost: () => number,
): Cells | undefined {
  const value = cells[column]
  const names = (one: unknown) => (inner === undefined ? one : (one as Cells | null)?.[inner]) === id
  if (Array.isArray(value)) {
    if (!value.some(names)) return cells
    if (fate === 'leaves') return { ...cells, [column]: value.filter((one) => !names(one)) }
    const handed = value.map((one) => (names(one) ? { ...one, [inner as string]: ghost() } : one))
    return { ...cells, [column]: handed }
  }
  if (value === undefined || !names(value)) return cells
  switch (fate) {
    case 'ends':
      return undefined
    case 'ghost':
      return { ...cells, [column]: ghost() }
    case 'missing': {
      const { [column]: _, ...rest } = cells
      return rest
    }
    default:
      return { ...cells, [column]: null }
  }
}
