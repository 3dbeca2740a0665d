import type { Key } from './key.ts'
import type { Texts } from './text-index.ts'

export type RowId = number | string
export interface AnyRow {
  readonly id: RowId
}

/**
 * A declared index. `keys` gives the keys under which a row is found (none, one, or several for a multi-valued
 * column); the store appends the row's id, so keys need not be unique. The first `counted` parts of a key have a
 * running count, which makes `count` of such a prefix O(log n).
 */
export interface IndexDefinition<Row> {
  readonly keys: (row: Row) => readonly Key[]
  readonly counted: number
}

export interface TableDefinition<Row extends AnyRow, Index extends string = string> {
  readonly name: string
  readonly indexes: { readonly [name in Index]: IndexDefinition<Row> }
  /** A row never changes once it is there, and whoever asks for it knows that it is: reads need not be noted. */
  readonly permanent?: true
  /** The texts by whose words rows are found. They are indexed when somebody first looks for words. */
  readonly texts?: Texts<Row>
}
