import type { RelationExport } from '../model/project-export/relation-export.ts'
import { entity, integer, nullable, text, timestamp } from './entity.ts'

const codes = { started: 0, finished: 1, failed: -1 } as const

/** The status of a relation's export. */
export const relationExportEntity = entity<RelationExport>('RelationExport', {
  relation: text(({ relation }) => relation),
  status: integer(({ status }) => codes[status]),
  error: nullable(text(({ error }) => error as string)),
  updated_at: timestamp(({ updatedAt }) => updatedAt),
})
