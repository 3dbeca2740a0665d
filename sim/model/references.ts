/** A row, or a part of one, as it is told by HTTP too. */
interface Cells {
  readonly [column: string]: unknown
}

/** Which rows the ids of a column are. */
export interface Reference {
  readonly table: string
  /** The column that holds the same; `id` where it is left out. */
  readonly by?: string
}

/** What ids are ids of, by the noun before `Id`, where it is not the name of a table. */
const nouns: { readonly [noun: string]: string } = {
  agent: 'clusterAgents',
  application: 'oauthApplications',
  bridge: 'ciJobs',
  content: 'packageContents',
  downstream: 'pipelines',
  duplicateOf: 'issues',
  entity: 'bulkImportEntities',
  forkedFrom: 'projects',
  job: 'ciJobs',
  managementProject: 'projects',
  movedTo: 'issues',
  network: 'projects',
  parent: 'groups',
  replaces: 'tokens',
  schedule: 'pipelineSchedules',
  sourceProject: 'projects',
  sourceRule: 'approvalRules',
}
const people =
  /^(author|assignee|reviewer|creator|createdBy|mergedBy|closedBy|resolvedBy|erasedBy|owner|user|actor|follower|followed)$/

/** Where the same noun is something else. */
const columns: { readonly [column: string]: string } = {
  'epics.parentId': 'epics',
  'epicLinks.sourceId': 'epics',
  'epicLinks.targetId': 'epics',
  'issueLinks.sourceId': 'issues',
  'issueLinks.targetId': 'issues',
}

/** Numbers that no row has: the namespace of a user is the user, and the others are names of something outside. */
const apart = /^(users\.namespaceId|.*\.(correlation|discussion|commit|theme|colorScheme|external\w*)Ids?)$/

/**
 * The rows whose ids a column of a row holds: `projectId`, `assigneeIds`, or `ownerId` beside `owner: 'group'`.
 * Undefined for other columns. `known` are the names of the tables.
 */
export function referenceOf(
  table: string,
  column: string,
  row: Cells,
  known: readonly string[],
): Reference | undefined {
  const noun = /^(.+)Ids?$/.exec(column)?.[1]
  if (noun === undefined || apart.test(`${table}.${column}`)) return undefined
  const kind = kindOf(noun, table, row)
  if (noun === 'namespace')
    return kind === 'user' ? { table: 'users', by: 'namespaceId' } : { table: 'groups' }
  const named = columns[`${table}.${column}`] ?? (kind === undefined ? (nouns[noun] ?? personOf(noun)) : kind)
  const found = [named, noun].flatMap(pluralsOf).find((name) => known.includes(name))
  return found === undefined || found === 'instance' ? undefined : { table: found }
}

// `awardable: 'Issue'` beside `awardableId`; `kind` beside what a job of that kind works on.
function kindOf(noun: string, table: string, row: Cells): string | undefined {
  const kind =
    row[`${noun}Type`] ??
    row[noun] ??
    row[`${noun}Kind`] ??
    (noun === 'target' ? row.to : undefined) ??
    (table === 'jobs' && /^(export|import)$/.test(noun) ? row.kind : undefined)
  return typeof kind === 'string' ? kind.replace(/-(timeout|expiry)$/, '') : undefined
}

function personOf(noun: string): string | undefined {
  return people.test(noun) ? 'users' : undefined
}

function pluralsOf(noun: string | undefined): string[] {
  if (noun === undefined) return []
  const start =
    noun.charAt(0).toLowerCase() +
    noun.slice(1).replace(/[-_](.)/g, (_, letter: string) => letter.toUpperCase())
  return [start, `${start}s`, `${start}es`, start.replace(/y$/, 'ies')]
}
