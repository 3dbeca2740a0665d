import type { MergeRequest, mergeRequestsTable } from '../../model/merge-requests/merge-request.ts'
import { negated, type RowFilter, type Place as Within } from '../shared/row-filters.ts'

/** Where merge requests are looked for. */
export type Place = Within<MergeRequest, keyof (typeof mergeRequestsTable)['indexes']>

export type Filter = RowFilter<MergeRequest>

/** The filter that passes what another one does not. */
export function allBut({ rows }: Place, filter: Filter): Filter {
  return negated(filter, (projectId, state) => rows.by('byState', projectId, state))
}

/** What was created, or written last, within bounds. */
export function timed({ rows }: Place, column: 'createdAt' | 'updatedAt', { from, to }: Bounded): Filter[] {
  if (from == null && to == null) return []
  const bounds = { from: from ?? undefined, to: to ?? undefined }
  const [index, order] = ORDERED[column]
  return [
    {
      passes: (row) => (from == null || row[column] >= from) && (to == null || row[column] <= to),
      exactly: { under: (projectId, state) => rows.by(index, projectId, state).within(bounds), ...order },
    },
  ]
}

interface Bounded {
  readonly from: number | null | undefined
  readonly to: number | null | undefined
}

const ORDERED = {
  createdAt: ['byState', {}],
  updatedAt: ['byProjectUpdated', { order: 'updated_at' }],
} as const
