import type { Mutant } from './mutant.ts'
import { as, calls, given, withJson, withRows } from './wire.ts'

const byId = 'GET /keys/:id'

const byFingerprint = 'GET /keys'

/** Faults in keys. */
export const keysMutants: readonly Mutant[] = [
  {
    name: 'keys-for-everybody',
    says: 'Every signed-in user can look up a key by its ID',
    caughtBy: 'keys/administrators-only',
    fault: (request, next, { credentials }) => {
      const signedIn = calls(request, byId) && 'private-token' in request.headers
      return next(signedIn ? as(request, credentials.admin) : request)
    },
  },
  {
    name: 'fingerprints-md5-only',
    says: 'A key is not found by its SHA-256 fingerprint',
    caughtBy: 'keys/lookup',
    fault: async (request, next) => {
      const reply = await next(request)
      const sha256 = calls(request, byFingerprint) && /^sha256:/i.test(given(request, 'fingerprint') ?? '')
      return sha256 && reply.status === 200
        ? withJson({ ...reply, status: 404 }, { message: '404 Key Not Found' })
        : reply
    },
  },
  {
    name: 'malformed-fingerprint-not-found',
    says: 'A malformed fingerprint answers 404 instead of 400',
    caughtBy: 'keys/malformed-fingerprint',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, byFingerprint) && reply.body.includes('Failed to return')
        ? withJson({ ...reply, status: 404 }, { message: '404 Key Not Found' })
        : reply
    },
  },
  {
    name: 'key-comment-kept',
    says: 'A key is shown with the comment that it was added with',
    caughtBy: 'keys/fields',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, byId)) return reply
      return withRows(reply, (row) => ({
        ...row,
        key: `${String(row.key).split(' ').slice(0, 2).join(' ')} somebody@example.com`,
      }))
    },
  },
  {
    name: 'deploy-key-first-project-only',
    says: 'A deploy key shows only the first of its projects',
    caughtBy: 'keys/deploy-key',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, byFingerprint)) return reply
      return withRows(reply, (row) =>
        Array.isArray(row.deploy_keys_projects)
          ? { ...row, deploy_keys_projects: row.deploy_keys_projects.slice(0, 1) }
          : row,
      )
    },
  },
  {
    name: 'key-rights-before-parameters',
    says: 'The administrator is checked before the parameters',
    caughtBy: 'keys/administrators-only',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, byFingerprint) && reply.body.includes('fingerprint is missing')
        ? withJson({ ...reply, status: 403 }, { message: '403 Forbidden' })
        : reply
    },
  },
]
