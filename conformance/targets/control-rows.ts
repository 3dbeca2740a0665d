import { isRows, parseJson, type Row } from '../kit/json.ts'

/** The rows in an answer of the control API. */
export function rowsIn(body: string, table: string): readonly Row[] {
  const rows = parseJson(body)
  if (!isRows(rows)) throw new Error(`the control API tells no rows of ${table}`)
  return rows
}
