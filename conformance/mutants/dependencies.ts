import { isRows } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import { as, calls, given, isBy, rowsChanged, rowsOf, withJson, without, withRows } from './wire.ts'

const dependencies = 'GET /projects/:id/dependencies'

const aboutManagers = (name: string) => name.startsWith('package_manager')

/** Faults in dependencies. */
export const dependenciesMutants: readonly Mutant[] = [
  {
    name: 'dependencies-filter-ignored',
    says: '`package_manager` is ignored',
    caughtBy: 'dependencies/unknown-package-manager',
    fault: (request, next) => next(calls(request, dependencies) ? without(request, aboutManagers) : request),
  },
  {
    name: 'dependencies-first-manager-only',
    says: 'Only the first of several package managers filters',
    caughtBy: 'dependencies/package-manager-filter',
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
    name: 'dependencies-empty-filter-ignored',
    says: 'A package manager without dependencies lists all dependencies',
    caughtBy: 'dependencies/package-manager-filter',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, dependencies) && reply.body === '[]'
        ? next(without(request, aboutManagers))
        : reply
    },
  },
  {
    name: 'dependencies-empty-manager-lists-all',
    says: 'An empty `package_manager` lists all dependencies',
    caughtBy: 'dependencies/empty-filter',
    fault: (request, next) =>
      next(
        calls(request, dependencies) && given(request, 'package_manager') === ''
          ? without(request, aboutManagers)
          : request,
      ),
  },
  {
    name: 'dependencies-reversed',
    says: 'Dependencies are listed in reverse order',
    caughtBy: 'dependencies/fields-and-order',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, dependencies) && reply.status === 200
        ? withJson(reply, [...rowsOf(reply)].reverse())
        : reply
    },
  },
  {
    name: 'vulnerabilities-for-reporters',
    says: 'Reporters see the vulnerabilities of dependencies',
    caughtBy: 'dependencies/vulnerabilities-rights',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, dependencies) && isBy(request, credentials.reporter)
          ? as(request, credentials.owner)
          : request,
      ),
  },
  {
    name: 'vulnerabilities-empty-not-absent',
    says: 'Reporters get an empty `vulnerabilities` list instead of no key',
    caughtBy: 'dependencies/vulnerabilities-rights',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, dependencies)) return reply
      return withRows(reply, (row) => ({ vulnerabilities: [], ...row }))
    },
  },
  {
    name: 'dependencies-of-public-projects-for-all',
    says: 'Anonymous callers see the dependencies of public projects',
    caughtBy: 'dependencies/order-of-checks',
    fault: (request, next, { credentials }) => {
      const anonymous = calls(request, dependencies) && request.headers['private-token'] === undefined
      return next(anonymous ? as(request, credentials.stranger) : request)
    },
  },
  {
    name: 'dependencies-project-before-parameters',
    says: 'The project is looked up before the parameters are checked',
    caughtBy: 'dependencies/order-of-checks',
    fault: async (request, next) => {
      const reply = await next(request)
      const unknown = calls(request, dependencies) && request.url.includes('/987654321/')
      return unknown && reply.status === 400 ? next(without(request, aboutManagers)) : reply
    },
  },
  rowsChanged(
    'dependencies-licenses-empty',
    'No dependency has licences',
    'dependencies/fields-and-order',
    [dependencies],
    (row) => ({ ...row, licenses: [] }),
  ),
  rowsChanged(
    'dependencies-severity-missing',
    'Vulnerabilities of dependencies have no severity',
    'dependencies/fields-and-order',
    [dependencies],
    (row) => ({
      ...row,
      vulnerabilities: isRows(row.vulnerabilities)
        ? row.vulnerabilities.map((found) => ({ ...found, severity: null }))
        : [],
    }),
  ),
]
