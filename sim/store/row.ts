export type RowId = number | string

export interface AnyRow {
  readonly id: RowId
}

const NOTHING = {}

/**
 * A copy of a row. To an engine all of them with the same columns are one kind of object, however often a row was copied:
 * one that is spread alone may be of another kind each time, for which all code that reads rows is compiled anew.
 */
export function copyOf<Row extends object>(row: Row): Row {
  return { ...NOTHING, ...row }
}
