import { since } from '../lib/dialect.ts'
import type { RelationBatch, RelationExport } from '../model/project-export/relation-export.ts'
import { entity, flag, integer, many, nullable, text, timestamp, when } from './entity.ts'

const codes = { started: 0, finished: 1, failed: -1 } as const
const BATCHES = 'project-export#later-relation-batches'

interface NumberedBatch extends RelationBatch {
  readonly number: number
}

// A batch is there once it is written.
const batchEntity = entity<NumberedBatch>('RelationExportBatch', {
  status: integer(() => codes.finished),
  batch_number: integer(({ number }) => number),
  objects_count: integer(({ objects }) => objects),
  error: nullable(text(() => null as never)),
  updated_at: timestamp(({ updatedAt }) => updatedAt),
})

/** The status of a relation's export. */
export const relationExportEntity = entity<RelationExport>('RelationExport', {
  relation: text(({ relation }) => relation),
  status: integer(({ status }) => codes[status]),
  error: nullable(text(({ error }) => error as string)),
  updated_at: timestamp(({ updatedAt }) => updatedAt),
  batched: since(
    BATCHES,
    flag(({ batches }) => batches !== null),
  ),
  batches_count: since(
    BATCHES,
    integer(({ batches }) => batches?.length ?? 0),
  ),
  total_objects_count: since(
    'project-export#later-relation-objects',
    integer(({ objects }) => objects),
  ),
  batches: since(
    BATCHES,
    when(
      ({ batches }) => batches !== null,
      many(batchEntity, ({ batches }) => (batches ?? []).map((batch, at) => ({ ...batch, number: at + 1 }))),
    ),
  ),
})
