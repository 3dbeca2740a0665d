import { isRow, type Json, type Row } from '../kit/json.ts'
import type { Params } from '../kit/query.ts'

/** Whether a row fits a filter; undefined where the row cannot tell. */
export type Fits = (row: Row, value: string) => boolean | undefined

/** A filter by what rows show. */
export interface RowFilter {
  readonly fits: Fits
  /** The value by which a row is found. */
  readonly of: (row: Row) => string | undefined
}

function plainText(value: Json | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

const by = (of: RowFilter['of']): RowFilter => ({
  of,
  fits: (row, value) => {
    const own = of(row)
    return own === undefined ? undefined : own === value
  },
})

const equal = (field: string) => by((row) => plainText(row[field]))

const inside = (field: string, name: string) =>
  by((row) => {
    const inner = row[field]
    return isRow(inner) ? plainText(inner[name]) : undefined
  })

/** One of several users. */
const among = (field: string, name: string): RowFilter => {
  const all = (row: Row) => {
    const users = row[field]
    return Array.isArray(users)
      ? users.flatMap((user: Json) => (isRow(user) ? [plainText(user[name])] : []))
      : undefined
  }
  return {
    of: (row) => all(row)?.[0],
    fits: (row, value) => (/^(none|any|0)$/i.test(value) ? undefined : all(row)?.includes(value)),
  }
}

const flag = (field: string): RowFilter => {
  const of = (row: Row) => (typeof row[field] === 'boolean' ? String(row[field]) : undefined)
  return { of, fits: (row, value) => (/^(true|false)$/.test(value) ? by(of).fits(row, value) : undefined) }
}

const time = (field: string, direction: 1 | -1): RowFilter => ({
  of: (row) => plainText(row[field]),
  fits: (row, value) => {
    const [shown, limit] = [Date.parse(String(row[field])), Date.parse(value)]
    // A day without a time is read in the zone of the service.
    if (!/T/.test(value) || Number.isNaN(limit) || Number.isNaN(shown)) return undefined
    // Whether the bound itself is let through differs from list to list.
    return Math.abs(shown - limit) < 1000 ? undefined : (shown - limit) * direction > 0
  },
})

const numbered = (field: string): RowFilter => ({
  of: (row) => plainText(row[field]),
  fits: (row, value) =>
    typeof row[field] === 'number' ? value.split(',').includes(String(row[field])) : undefined,
})

const { fits: ofState, of: stateOf } = equal('state')

function labelsOf({ labels }: Row): readonly (string | undefined)[] | undefined {
  return Array.isArray(labels)
    ? labels.map((label: Json) => plainText(isRow(label) ? label.name : label))
    : undefined
}

/** Filters whose effect the rows themselves tell, by the name of the parameter. */
export const rowFilters: { readonly [param: string]: RowFilter | undefined } = {
  state: { of: stateOf, fits: (row, value) => (value === 'all' ? undefined : ofState(row, value)) },
  iids: numbered('iid'),
  author_id: inside('author', 'id'),
  author_username: inside('author', 'username'),
  assignee_id: among('assignees', 'id'),
  assignee_username: among('assignees', 'username'),
  reviewer_id: among('reviewers', 'id'),
  reviewer_username: among('reviewers', 'username'),
  source_branch: equal('source_branch'),
  target_branch: equal('target_branch'),
  source_project_id: equal('source_project_id'),
  title: equal('title'),
  sha: equal('sha'),
  visibility: equal('visibility'),
  package_type: equal('package_type'),
  package_manager: equal('package_manager'),
  type: equal('runner_type'),
  entity_type: equal('entity_type'),
  archived: flag('archived'),
  paused: flag('paused'),
  confidential: flag('confidential'),
  created_after: time('created_at', 1),
  created_before: time('created_at', -1),
  updated_after: time('updated_at', 1),
  updated_before: time('updated_at', -1),
  labels: {
    of: (row) => labelsOf(row)?.[0],
    fits: (row, value) => {
      const names = labelsOf(row)
      if (names === undefined || /^(none|any)$/i.test(value)) return undefined
      return value.split(',').every((name) => names.includes(name.trim()))
    },
  },
}

/** What a filter needs beside it: lists of projects and deployments take the time of a change in that order alone. */
export function besideFilters(path: string, names: readonly string[]): Params {
  const ofChanges = names.some((name) => name === 'updated_after' || name === 'updated_before')
  return ofChanges && /(?:projects|deployments)$/.test(path) && !path.startsWith('/groups')
    ? { order_by: 'updated_at' }
    : {}
}
