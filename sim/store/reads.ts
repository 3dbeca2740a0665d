import type { Key } from './key.ts'
import type { RowId } from './row.ts'

/** Is told what is read of tables. */
export interface Reader {
  row(table: string, id: RowId): void
  /** Rows of an index under a prefix, or how many there are. */
  run(table: string, index: string, prefix: Key): void
  table(name: string): void
}

/** Who is told at the moment: nobody, unless something is worked out that is to be remembered. */
export const reads: { by: Reader | undefined } = { by: undefined }

/** Works something out while somebody, or nobody, is told of what it reads. */
export function withReader<T>(reader: Reader | undefined, work: () => T): T {
  const outer = reads.by
  reads.by = reader
  try {
    return work()
  } finally {
    reads.by = outer
  }
}
