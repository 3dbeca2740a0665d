import type { Fields, Misfit, Shape } from '../store/shape.ts'
import { columns } from './columns.ts'
import { referenceOf } from './references.ts'
import type { World } from './world.ts'

/** Columns whose rows may be gone, since nothing takes their ids out when they go: whoever reads them asks first. */
export const loose: { readonly [table: string]: readonly string[] } = {
  approvalRules: ['sourceRuleId', 'protectedBranchIds'],
  auditEvents: ['authorId', 'entityId', 'targetId'],
  bulkImportEntities: ['parentId', 'sourceId', 'groupId', 'projectId'],
  ciJobs: ['runnerId', 'runnerManagerId', 'bridge.downstreamId'],
  clusters: ['managementProjectId'],
  deployments: ['jobId', 'mergeRequestIds'],
  events: ['authorId', 'targetId'],
  issues: ['movedToId', 'duplicateOfId'],
  members: ['createdById', 'memberRoleId'],
  mergeRequests: ['sourceProjectId'],
  packageFiles: ['pipelineIds'],
  packages: ['pipelineIds'],
  pipelines: ['scheduleId', 'bridgeId', 'mergeRequestId'],
  projects: ['forkedFromId', 'networkId'],
  releases: ['milestoneIds'],
  resourceEvents: ['targetId', 'labelId', 'milestoneId'],
  statusChecks: ['protectedBranchIds'],
  todos: ['noteId'],
  tokens: ['jobId', 'replacesId'],
  uploads: ['userId'],
  userAgentDetails: ['subjectId'],
  users: ['createdById'],
}

/** The way to a column that holds ids, by the names of what it is within. */
type Way = readonly string[]

interface Cells {
  readonly [column: string]: unknown
}

/** Tells of the rows of a world which of them name rows that are not there. */
export class MissingRows {
  readonly #world: World
  readonly #ways = new Map<string, readonly Way[]>()
  /** What rows are found by other than their id: the values of such a column. */
  readonly #values = new Map<string, ReadonlySet<unknown>>()

  constructor(world: World) {
    this.#world = world
  }

  /** Where a row relies on one that is missing: the way to its id, and what should be there. */
  of(table: string, row: object): Misfit | undefined {
    for (const way of this.#waysOf(table)) {
      const found = this.#in(table, row as Cells, way, '', row as Cells)
      if (found !== undefined) return found
    }
    return undefined
  }

  #waysOf(table: string): readonly Way[] {
    const known = this.#ways.get(table)
    if (known !== undefined) return known
    const found = [...waysIn(columns[table] ?? {})].filter((way) => !loose[table]?.includes(way.join('.')))
    this.#ways.set(table, found)
    return found
  }

  // What says which table an id is of stands beside it, or around what it is within.
  #in(table: string, cells: Cells, way: Way, before: string, around: Cells): Misfit | undefined {
    const [column = '', ...rest] = way
    const value = cells[column]
    const isList = Array.isArray(value)
    for (const [i, one] of (isList ? value : [value]).entries()) {
      const at = `${before}${column}${isList ? `[${i}]` : ''}`
      const found =
        rest.length === 0
          ? this.#missing(table, column, one, at, around)
          : this.#inside(table, one, rest, at, around)
      if (found !== undefined) return found
    }
    return undefined
  }

  #inside(table: string, value: unknown, way: Way, at: string, around: Cells): Misfit | undefined {
    if (typeof value !== 'object' || value === null) return undefined
    return this.#in(table, value as Cells, way, `${at}.`, { ...around, ...value })
  }

  #missing(table: string, column: string, id: unknown, way: string, around: Cells): Misfit | undefined {
    if (typeof id !== 'number') return undefined
    const reference = referenceOf(table, column, around, this.#world.tableNames)
    if (reference === undefined) return undefined
    const { table: other, by } = reference
    const isThere =
      by === undefined ? this.#world.table(other)?.get(id) !== undefined : this.#valuesOf(other, by).has(id)
    return isThere ? undefined : { way, wanted: `the id of a row of ${other}` }
  }

  #valuesOf(table: string, column: string): ReadonlySet<unknown> {
    const name = `${table}.${column}`
    let values = this.#values.get(name)
    if (values === undefined) {
      const rows = this.#world.table(table)?.all().list() ?? []
      values = new Set(rows.map((row) => (row as unknown as Cells)[column]))
      this.#values.set(name, values)
    }
    return values
  }
}

/** The ways to all columns that hold ids which are numbers. */
export function* waysIn(fields: Fields): Generator<Way> {
  for (const [name, shape] of Object.entries(fields)) {
    const shapes = [...itemsOf(shape)]
    if (/Ids?$/.test(name) && shapes.includes('number')) yield [name]
    for (const one of shapes)
      if (typeof one === 'object' && 'fields' in one)
        for (const way of waysIn(one.fields)) yield [name, ...way]
  }
}

// A list is gone through as what it is a list of.
function* itemsOf(shape: Shape): Generator<Shape[number]> {
  for (const one of shape)
    if (typeof one === 'object' && 'list' in one) yield* one.list
    else yield one
}
