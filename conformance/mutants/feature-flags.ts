import type { Mutant } from './mutant.ts'
import { paramsChanged } from './wire.ts'

/** Faults in feature flags. */
export const featureFlagsMutants: readonly Mutant[] = [
  paramsChanged(
    'strategy-destroy-ignored',
    '`_destroy` of a strategy of a feature flag is ignored',
    'feature-flags/update-strategies',
    'PUT /projects/:id/feature_flags/:feature_flag_name',
    ({ strategies, ...params }) => ({
      ...params,
      ...(Array.isArray(strategies) && {
        strategies: strategies.map((it) =>
          it !== null && typeof it === 'object' ? { ...it, _destroy: false } : it,
        ),
      }),
    }),
  ),
]
