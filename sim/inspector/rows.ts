import { useEffect, useState } from 'preact/hooks'
import type { PlainRow } from '../control/row-redaction.ts'
import { call } from './control.ts'
import { beat } from './live.ts'
import { useCall } from './load.ts'

export type Row = PlainRow & { readonly id: number | string }

/** Rows of a table in which columns have these values. */
export function useRows(table: string, where: { readonly [column: string]: string | number } = {}) {
  const query = new URLSearchParams(Object.entries(where).map(([name, value]) => [name, String(value)]))
  return useCall<readonly Row[]>(`/db/${table}?${query}`)
}

const kept = { beat: -1, rows: new Map<string, Promise<Row | null>>() }

/** A row, loaded once however many places show it: undefined until it is there, null where there is none. */
export function useRow(table: string | undefined, id: string | number, by?: string): Row | null | undefined {
  const [row, setRow] = useState<Row | null>()
  const now = beat.value
  useEffect(() => {
    if (table === undefined) return undefined
    let isWanted = true
    void rowOf(table, id, by).then((found) => {
      if (isWanted) setRow(found)
    })
    return () => {
      isWanted = false
    }
  }, [table, by, id, now])
  return row
}

function rowOf(table: string, id: string | number, by: string | undefined): Promise<Row | null> {
  if (kept.beat !== beat.peek()) {
    kept.beat = beat.peek()
    kept.rows.clear()
  }
  const name = encodeURIComponent(id)
  const path = by === undefined ? `/db/${table}/${name}` : `/db/${table}?${by}=${name}`
  const loading =
    kept.rows.get(path) ??
    call<Row | readonly [Row?]>('GET', path).then(
      (found) => (isList(found) ? (found[0] ?? null) : found),
      () => null,
    )
  kept.rows.set(path, loading)
  return loading
}

function isList(found: Row | readonly [Row?]): found is readonly [Row?] {
  return Array.isArray(found)
}

const roles: { readonly [level: number]: string } = {
  0: 'no access',
  5: 'minimal access',
  10: 'guest',
  20: 'reporter',
  30: 'developer',
  40: 'maintainer',
  50: 'owner',
}

/** The word for an access level. */
export function roleOf(level: unknown): string {
  return roles[level as number] ?? String(level)
}

/** How a row is called by people. */
export function titleOf(row: Row): string {
  return calledBy(row) || String(row.id)
}

/** The same, empty for a row that has nothing but an id. */
export function calledBy(row: Row): string {
  const { fullPath, title, username, name, path, ref, url } = row
  const word =
    fullPath ??
    title ??
    (typeof username === 'string' ? `@${username}` : undefined) ??
    name ??
    path ??
    ref ??
    url
  const number = typeof row.iid === 'number' ? [`#${row.iid}`] : []
  return [...number, ...(typeof word === 'string' && word !== '' ? [word] : [])].join(' ')
}
