import papa from 'papaparse'
import type { Reply } from './client.ts'
import { Failure } from './finding.ts'

/** A row of a CSV file by the names of its columns. */
export type CsvRow = { readonly [column: string]: string }

/** The body of a reply as CSV with a header. Quotes that do not match and rows of another length are failures. */
export function csvOf({ text, operation }: Reply): {
  readonly columns: readonly string[]
  readonly rows: readonly CsvRow[]
} {
  const { data, errors, meta } = papa.parse<CsvRow>(text, {
    header: true,
    skipEmptyLines: true,
    delimiter: ',',
  })
  const [first] = errors
  if (first !== undefined)
    throw new Failure({
      title: `the CSV cannot be read back: ${first.message.replace(/:.*/, '')}`,
      expected: 'CSV with a cell for each column',
      actual: `${first.message} (row ${first.row ?? 0}): ${text.slice(0, 300)}`,
      operation,
    })
  return { columns: meta.fields ?? [], rows: data }
}
