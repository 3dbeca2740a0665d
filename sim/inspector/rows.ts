import type { PlainRow } from '../control/row-redaction.ts'
import { useCall } from './load.ts'

export type Row = PlainRow & { readonly id: number | string }

/** Rows of a table in which columns have these values. */
export function useRows(table: string, where: { readonly [column: string]: string | number } = {}) {
  const query = new URLSearchParams(Object.entries(where).map(([name, value]) => [name, String(value)]))
  return useCall<readonly Row[]>(`/db/${table}?${query}`)
}

export function useRow(table: string, id: string | number): Row | undefined {
  return useCall<Row>(`/db/${table}/${encodeURIComponent(id)}`)
}

/** Where the ids of a column are rows, when its name does not say it. */
const tables: { readonly [noun: string]: string } = {
  lastPipeline: 'pipelines',
  mergeRequest: 'mergeRequests',
  sourceRule: 'approvalRules',
  namespace: 'namespaces',
  parent: 'groups',
  forkedFrom: 'projects',
  network: 'projects',
  sourceProject: 'projects',
  key: 'keys',
  content: 'packageContents',
  package: 'packages',
  job: 'ciJobs',
  protectedBranch: 'protectedBranches',
  policy: 'policies',
}
const people = /^(author|assignee|reviewer|creator|createdBy|mergedBy|closedBy|resolvedBy|owner|user|actor)$/

/** The table of the rows that a column names: `projectId` and `assigneeIds`; undefined for other columns. */
export function tableOf(column: string, row: Row, known: readonly string[]): string | undefined {
  const noun = /^(.+)Ids?$/.exec(column)?.[1]
  if (noun === undefined) return undefined
  const kind = row[`${noun}Type`] ?? row[noun] ?? row[`${noun}Kind`]
  if (people.test(noun) && typeof kind !== 'string') return 'users'
  const named = noun === 'namespace' ? (kind === 'user' ? 'users' : 'groups') : (tables[noun] ?? noun)
  const wanted = [named, typeof kind === 'string' ? kind : ''].flatMap(pluralsOf)
  return wanted.find((name) => known.includes(name))
}

function pluralsOf(noun: string): string[] {
  const start =
    noun.charAt(0).toLowerCase() + noun.slice(1).replace(/[-_](.)/g, (_, letter) => letter.toUpperCase())
  return [start, `${start}s`, `${start}es`, start.replace(/y$/, 'ies')]
}

/** How a row is called by people. */
export function titleOf(row: Row): string {
  const name = row.fullPath ?? row.title ?? row.username ?? row.name ?? row.path ?? row.ref ?? row.url
  const iid = typeof row.iid === 'number' ? `#${row.iid} ` : ''
  return typeof name === 'string' && name !== '' ? `${iid}${name}` : `${iid || row.id}`
}
