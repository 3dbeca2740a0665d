export type RowId = number | string

export interface AnyRow {
  readonly id: RowId
}
