import { isRow } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import { rowsChanged } from './wire.ts'

/** Faults in tags. */
export const tagsMutants: readonly Mutant[] = [
  {
    name: 'tag-versions-as-texts',
    says: 'Tags that are asked for by version are ordered by name',
    caughtBy: 'tags/version-order',
    fault: (request, next) =>
      next({ ...request, url: request.url.replace('order_by=version', 'order_by=name') }),
  },
  rowsChanged(
    'tag-object-hidden',
    'The `target` of an annotated tag is its commit',
    'tags/life',
    ['POST /projects/:id/repository/tags', 'GET /projects/:id/repository/tags/:tag_name'],
    (row) => ({ ...row, target: isRow(row.commit) ? (row.commit.id ?? null) : null }),
  ),
]
