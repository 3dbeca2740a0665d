import type { Mutant } from './mutant.ts'
import { as, calls, isBy, without } from './wire.ts'

/** Faults in audit events and dependencies. */
export const securityMutants: readonly Mutant[] = [
  {
    name: 'audit-for-developers',
    says: 'Developers are told what everybody did in a project',
    caughtBy: 'audit-events/own-alone',
    fault: (request, next, { credentials }) => {
      const developer =
        calls(request, 'GET /projects/:id/audit_events') && isBy(request, credentials.developer)
      return next(developer ? as(request, credentials.owner) : request)
    },
  },
  {
    name: 'dependencies-of-any-manager',
    says: 'Package managers are ignored',
    caughtBy: 'dependencies/unknown-manager',
    fault: (request, next) =>
      next(
        calls(request, 'GET /projects/:id/dependencies')
          ? without(request, (name) => name.startsWith('package_manager'))
          : request,
      ),
  },
]
