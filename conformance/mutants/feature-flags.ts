import type { Mutant } from './mutant.ts'
import { calls, paramsChanged, withJson } from './wire.ts'

const unleash = 'GET /feature_flags/unleash/:project_id/client/features'

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
  {
    name: 'unleash-unknown-instance-served',
    says: 'An application with an unknown instance ID is told of the flags',
    caughtBy: 'feature-flags/unleash-refused',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, unleash) && reply.status === 401
      return refused ? { ...withJson(reply, { version: 1, features: [] }), status: 200 } : reply
    },
  },
  {
    name: 'unleash-environment-ignored',
    says: 'An application is told of the flags of the environment production, whatever its own is',
    caughtBy: 'feature-flags/unleash-features',
    fault: (request, next) =>
      next(
        calls(request, unleash)
          ? { ...request, headers: { ...request.headers, 'unleash-appname': 'production' } }
          : request,
      ),
  },
]
