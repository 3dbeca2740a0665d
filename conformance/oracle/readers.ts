import type { Contract, ContractOperation } from '../../sim/contract.ts'
import { isRow, isRows, type Json, type Row } from '../kit/json.ts'
import { operationNamed } from '../kit/operations.ts'
import type { Params } from '../kit/query.ts'
import { remembered } from '../kit/remembered.ts'

/** A call that reads one record. */
export interface Reading {
  readonly operation: string
  readonly params: Params
  /** Attributes that are not the record's own. */
  readonly except?: readonly string[]
}

const readsProject = 'GET /projects/:id'
/** In a list memberships of the groups above the project's own do not count (projects#permissions). */
const notOfLists = ['permissions']

/** The operation that reads one row of a collection, and the parameter that names the row, by the collection's path. */
export const readersIn = remembered(({ operations }: Contract): ReadonlyMap<string, string> => {
  const readers = new Map<string, string>()
  for (const { method, path } of operations) {
    const [, collection, param] = /^(.*)\/:([a-z_]+)$/.exec(path) ?? []
    if (method === 'GET' && collection !== undefined && param !== undefined) readers.set(collection, param)
  }
  return readers
})

/** What a path calls a row by; undefined where the row does not have it. */
export function nameOf(row: Row, param: string): string | undefined {
  const field = /iid$/.test(param) ? 'iid' : /(^|_)id$/.test(param) ? 'id' : param
  const value = row[field] ?? (field === 'id' || field === 'iid' ? undefined : (row.name ?? row.slug))
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** The rows of an answer that have an operation of their own below its path, and how each is read. */
export function topmost(
  contract: Contract,
  operation: ContractOperation,
  params: Params,
  json: Json,
  most = 1,
): readonly (readonly [Row, Reading])[] {
  const collection = collectionOf(operation)
  const param = readersIn(contract).get(collection)
  if (param === undefined) return []
  const rows = isRows(json) ? json.slice(0, most) : isRow(json) ? [json] : []
  return rows.flatMap((row) => {
    const name = nameOf(row, param)
    const reading = { operation: `GET ${collection}/:${param}`, params: { ...params, [param]: name } }
    const except = isRows(json) && reading.operation === readsProject ? notOfLists : []
    return name === undefined ? [] : [[row, { ...reading, params: pathParams(reading), except }] as const]
  })
}

/** How the list is read in which a record stands that an operation creates or updates; undefined where there is none, or
 *  one that asks for more than its place. */
export function listingOf(
  contract: Contract,
  operation: ContractOperation,
  params: Params,
): Reading | undefined {
  const collection = operation.method === 'POST' ? operation.path : collectionOf(operation)
  const list = operationNamed(contract, `GET ${collection}`)
  if (list?.answer !== 'many' || list.params.some((it) => it.required && it.in === 'given')) return undefined
  const pages = list.paging === 'none' ? {} : { per_page: 100 }
  return { operation: list.id, params: { ...pathParams({ operation: list.id, params }), ...pages } }
}

/** Lists of records of the kind that an object is, wherever they are: `/merge_requests`, `/groups/:id/merge_requests`. */
export function listsShowing({ operations }: Contract, row: Row): readonly ContractOperation[] {
  const [, noun] = /\/([a-z_]+)\/:[a-z_]+$/.exec(readingOf(row)?.operation ?? '') ?? []
  if (noun === undefined) return []
  return operations.filter(
    ({ method, path, answer, params }) =>
      method === 'GET' &&
      answer === 'many' &&
      path.endsWith(`/${noun}`) &&
      !params.some((it) => it.required && it.in === 'given'),
  )
}

/** The path of the list that an operation speaks of, or of the record's in it. */
function collectionOf({ method, path }: ContractOperation): string {
  return method === 'PUT' || method === 'PATCH' ? path.replace(/\/:[a-z_]+$/, '') : path
}

/** What the path of a call names. */
export function pathParams({ operation, params }: Reading): Params {
  const names = [...operation.matchAll(/[:*]([a-z_]+)/g)].map(([, name = '']) => name)
  return Object.fromEntries(names.map((name) => [name, params[name]]))
}

interface Kind {
  readonly says: string
  /** Attributes by which such a record is known, wherever it is shown. */
  readonly has: readonly string[]
  readonly operation: string
  readonly params: (row: Row) => { readonly [param: string]: Json | undefined }
  /** Attributes of what it is there for, not of itself. */
  readonly except?: readonly string[]
}

/** Records that are shown inside of others, or in lists that are not theirs; the first that fits. */
const kinds: readonly Kind[] = [
  {
    says: 'merge request',
    has: ['iid', 'source_branch', 'target_branch', 'project_id'],
    operation: 'GET /projects/:id/merge_requests/:merge_request_iid',
    params: ({ project_id, iid }) => ({ id: project_id, merge_request_iid: iid }),
  },
  {
    says: 'issue',
    has: ['iid', 'confidential', 'assignees', 'project_id'],
    operation: 'GET /projects/:id/issues/:issue_iid',
    params: ({ project_id, iid }) => ({ id: project_id, issue_iid: iid }),
  },
  {
    says: 'milestone of a project',
    has: ['iid', 'title', 'due_date', 'start_date', 'project_id'],
    operation: 'GET /projects/:id/milestones/:milestone_id',
    params: ({ project_id, id }) => ({ id: project_id, milestone_id: id }),
  },
  {
    says: 'milestone of a group',
    has: ['iid', 'title', 'due_date', 'start_date', 'group_id'],
    operation: 'GET /groups/:id/milestones/:milestone_id',
    params: ({ group_id, id }) => ({ id: group_id, milestone_id: id }),
  },
  {
    says: 'pipeline',
    has: ['iid', 'sha', 'ref', 'status', 'source', 'project_id'],
    operation: 'GET /projects/:id/pipelines/:pipeline_id',
    params: ({ project_id, id }) => ({ id: project_id, pipeline_id: id }),
  },
  {
    says: 'project',
    has: ['id', 'path_with_namespace'],
    operation: readsProject,
    params: ({ id }) => ({ id }),
    except: notOfLists,
  },
  {
    says: 'group',
    has: ['id', 'full_path', 'visibility'],
    operation: 'GET /groups/:id',
    params: ({ id }) => ({ id }),
  },
  {
    says: 'member',
    has: ['id', 'username', 'access_level'],
    operation: 'GET /users/:id',
    params: ({ id }) => ({ id }),
    except: ['created_at', 'created_by', 'expires_at'],
  },
  {
    says: 'billable member',
    has: ['id', 'username', 'membership_type', 'removable'],
    operation: 'GET /users/:id',
    params: ({ id }) => ({ id }),
    // The public address, whoever asks.
    except: ['email'],
  },
  {
    says: 'user',
    has: ['id', 'username', 'avatar_url', 'web_url'],
    operation: 'GET /users/:id',
    params: ({ id }) => ({ id }),
  },
  {
    says: 'runner',
    has: ['id', 'runner_type', 'is_shared'],
    operation: 'GET /runners/:id',
    params: ({ id }) => ({ id }),
  },
]

/** How to read the record that an object shows; undefined where it is nothing that is read by itself. */
export function readingOf(shown: Row): Reading | undefined {
  const kind = kinds.find(({ has }) => has.every((name) => Object.hasOwn(shown, name)))
  if (kind === undefined) return undefined
  const params = kind.params(shown)
  const named = Object.values(params).every((value) => typeof value === 'number')
  if (!named) return undefined
  return { operation: kind.operation, params: params as Params, ...(kind.except && { except: kind.except }) }
}

/** Attributes that a service brings up to date in the background, so that two answers may show two states of it. */
export const computedLater: readonly string[] = [
  ...['merge_status', 'detailed_merge_status', 'has_conflicts', 'changes_count', 'prepared_at'],
  ...['star_count', 'forks_count', 'open_issues_count', 'user_notes_count', 'statistics'],
  ...['status', 'started_at', 'finished_at'],
  ...['last_activity_at', 'last_activity_on', 'updated_at', 'contacted_at', 'import_status'],
]

/** Where two answers show one record differently: the attribute, and both values. Only what both show is compared. */
export function disagreement(
  shown: Row,
  read: Row,
  except: readonly string[] = [],
): { readonly attribute: string; readonly shown: Json; readonly read: Json } | undefined {
  for (const [name, one] of Object.entries(shown)) {
    const other = read[name]
    if (other === undefined || except.includes(name) || agree(one, other)) continue
    return { attribute: name, shown: one, read: other }
  }
  return undefined
}

// A reference is relative to where it is shown, and whoever calls moves the day of their own activity.
const OF_PLACE_OR_CALL = ['relative', 'last_activity_on']

function agree(one: Json, other: Json): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item: Json, i) => agree(item, other[i] as Json))
  if (isRow(one) && isRow(other))
    return Object.entries(one).every(
      ([name, value]) =>
        OF_PLACE_OR_CALL.includes(name) || other[name] === undefined || agree(value, other[name]),
    )
  return one === other
}
