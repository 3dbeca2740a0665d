import { Pace, type Steps } from '../lib/steps.ts'
import { allSettings } from '../model/settings/all-settings.ts'
import { released } from '../store/released.ts'
import type { AnyRow } from '../store/row.ts'
import type { Table } from '../store/table.ts'
import { type Call, CallRefused } from './call.ts'
import type { Controlled } from './controlled.ts'
import { json, jsonText, listSteps } from './replies.ts'
import { joinedRow } from './row-joins.ts'
import { pageOf } from './row-query.ts'
import { type PlainRow, plainRow } from './row-redaction.ts'

/** The rows of the tables, read-only, with the query syntax of json-server, and all settings. */
export const rowCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/settings',
    serve({ world }) {
      const { id: _, ...values } = plainRow('settings', { id: 1, ...allSettings(world) })
      return json(values)
    },
  },
  {
    method: 'GET',
    path: '/db',
    serve: ({ world }) =>
      json(Object.fromEntries(world.tableNames.map((name) => [name, world.table(name)?.size ?? 0]))),
  },
  {
    method: 'GET',
    path: '/db/:table',
    query: 'any',
    *serve(controlled, { path, query }) {
      const name = path.table as string
      const all = yield* rowsOf(tableNamed(controlled, name), name)
      const { rows, headers } = pageOf(all, query, `/_forgery/db/${name}`)
      const joined = rows.map((row) => joinedRow(controlled.world, name, row, query))
      return jsonText(yield* listSteps(joined), 200, headers)
    },
  },
  {
    method: 'GET',
    path: '/db/:table/:id',
    query: ['_embed', '_expand'],
    serve(controlled, { path, query }) {
      const { table: name, id } = path as { readonly table: string; readonly id: string }
      const table = tableNamed(controlled, name)
      const row = table.get(id) ?? (/^-?\d{1,15}$/.test(id) ? table.get(Number(id)) : undefined)
      if (row === undefined) throw new CallRefused(404, `${name} has no row '${id}'`)
      return json(joinedRow(controlled.world, name, plainRow(name, row), query))
    },
  },
]

function tableNamed({ world }: Controlled, name: string): Table<AnyRow> {
  const table = world.table(name)
  if (table === undefined)
    throw new CallRefused(404, `there is no table '${name}': there are ${world.tableNames.join(', ')}`)
  return table
}

// Redacted before they are filtered, so that no query can reveal a secret.
function* rowsOf(table: Table<AnyRow>, name: string): Steps<PlainRow[]> {
  const pace = new Pace()
  const rows: PlainRow[] = []
  for (const row of table.all().ascending()) {
    rows.push(plainRow(name, row))
    if (pace.after(released(row, undefined))) yield
  }
  return rows
}
