import type { Explanation } from './explanation.ts'

/** Of operations. */
export const operations: readonly Explanation[] = [
  {
    why: 'The parameter is required, so it is never missing there',
    changes: [['sim/api/bulk-imports/start.ts', 'params.configuration?.access_token']],
  },
]
