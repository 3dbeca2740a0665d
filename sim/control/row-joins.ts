import type { World } from '../model/world.ts'
import { CallRefused } from './call.ts'
import { type PlainRow, plainRow } from './row-redaction.ts'

/**
 * A row with its joined rows, as in json-server: `_embed=issues` puts the issues of a project into it, `_expand=project` the
 * project of an issue; they are found by the column that is named after the other table, `projectId`.
 */
export function joinedRow(world: World, table: string, row: PlainRow, query: URLSearchParams): PlainRow {
  const embedded = query
    .getAll('_embed')
    .map((other) => [other, below(world, other, `${singular(table)}Id`, row)])
  const expanded = query.getAll('_expand').map((one) => [one, above(world, one, row)])
  if (embedded.length + expanded.length === 0) return row
  return { ...row, ...Object.fromEntries([...embedded, ...expanded]) }
}

function below(world: World, table: string, column: string, { id }: PlainRow): readonly PlainRow[] {
  const rows = world.table(table)?.all().list()
  if (rows === undefined) throw new CallRefused(400, `there is no table '${table}' to embed`)
  return rows.map((row) => plainRow(table, row)).filter((row) => row[column] === id)
}

function above(world: World, one: string, row: PlainRow): PlainRow | undefined {
  const table = world.tableNames.find((name) => singular(name) === one)
  if (table === undefined) throw new CallRefused(400, `there is no table of the name '${one}' in the plural`)
  const id = row[`${one}Id`]
  const found = typeof id === 'string' || typeof id === 'number' ? world.table(table)?.get(id) : undefined
  return found === undefined ? undefined : plainRow(table, found)
}

function singular(table: string): string {
  return table
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|ss|x)es$/, '$1')
    .replace(/(?<!s)s$/, '')
}
