import type { Mutant } from './mutant.ts'
import { as, calls, given, isBy, rowsOf, withJson, without, withRows } from './wire.ts'

const dependencies = 'GET /projects/:id/dependencies'
const aboutManagers = (name: string) => name.startsWith('package_manager')

/** Faults in dependencies. */
export const securityMutants: readonly Mutant[] = [
  {
    name: 'dependencies-of-any-manager',
    says: 'Package managers are ignored',
    caughtBy: 'dependencies/unknown-manager',
    fault: (request, next) => next(calls(request, dependencies) ? without(request, aboutManagers) : request),
  },
  {
    name: 'dependencies-of-first-manager',
    says: 'Of several package managers only the first counts',
    caughtBy: 'dependencies/by-manager',
    fault: (request, next) => {
      const chosen = given(request, 'package_manager')
      if (!calls(request, dependencies) || !chosen?.includes(',')) return next(request)
      const [first = ''] = chosen.split(',')
      const rest = without(request, aboutManagers)
      return next({
        ...rest,
        url: `${rest.url}${rest.url.includes('?') ? '&' : '?'}package_manager=${first}`,
      })
    },
  },
  {
    name: 'dependencies-of-no-manager',
    says: 'A known package manager that locked nothing is no filter',
    caughtBy: 'dependencies/by-manager',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, dependencies) && reply.body === '[]'
        ? next(without(request, aboutManagers))
        : reply
    },
  },
  {
    name: 'dependencies-unsorted',
    says: 'Dependencies come as they were found, newest first',
    caughtBy: 'dependencies/shape',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, dependencies) && reply.status === 200
        ? withJson(reply, [...rowsOf(reply)].reverse())
        : reply
    },
  },
  {
    name: 'vulnerabilities-for-reporters',
    says: 'Reporters are told of vulnerabilities',
    caughtBy: 'dependencies/vulnerabilities-for',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, dependencies) && isBy(request, credentials.reporter)
          ? as(request, credentials.owner)
          : request,
      ),
  },
  {
    name: 'vulnerabilities-emptied',
    says: 'Who may not see vulnerabilities is sent an empty list of them',
    caughtBy: 'dependencies/vulnerabilities-for',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, dependencies)) return reply
      return withRows(reply, (row) => ({ vulnerabilities: [], ...row }))
    },
  },
]
