import type { Entries } from './entries.ts'
import type { Key } from './key.ts'
import type { AnyRow } from './row.ts'
import type { Texts } from './word-segment.ts'

/** A declared index: the keys under which a row is found. The store appends the row's id, so they need not be unique. */
export interface IndexDefinition<Row> {
  /** None, one, or several for a column that holds a list. They follow from the row alone. */
  readonly keys: (row: Row) => readonly Key[]
  /** What stands in the index: rows where each has at most one key, keys where it may have several and has. */
  readonly entries: Entries<Row>
}

/** What is otherwise with the rows of a table than with those of most. */
export interface Traits {
  /** A row never changes once it is there, and whoever asks for it knows that it is: reads need not be noted. */
  readonly permanent?: true | undefined
  /** Most requests read one of few rows, which is written now and then: new rows are copied, too, to be of one kind. */
  readonly alike?: true | undefined
}

/** All have the same names, so that an engine sees one kind of object. */
export interface TableDefinition<Row extends AnyRow, Index extends string = string> extends Required<Traits> {
  readonly name: string
  readonly indexes: { readonly [name in Index]: IndexDefinition<Row> }
  /** The texts by whose words rows are found. They are indexed when somebody first looks for words. */
  readonly texts: Texts<Row> | undefined
}
