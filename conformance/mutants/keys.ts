import type { Mutant } from './mutant.ts'
import { as, calls, given, withJson, withRows } from './wire.ts'

const byId = 'GET /keys/:id'
const byFingerprint = 'GET /keys'

/** Faults in the look-up of SSH keys. */
export const keyMutants: readonly Mutant[] = [
  {
    name: 'keys-for-everybody',
    says: 'Whoever is signed in may look up a key by its id',
    caughtBy: 'keys/administrators',
    fault: (request, next, { credentials }) => {
      const signedIn = calls(request, byId) && 'private-token' in request.headers
      return next(signedIn ? as(request, credentials.admin) : request)
    },
  },
  {
    name: 'fingerprints-md5-alone',
    says: 'A key is not found by its SHA-256',
    caughtBy: 'keys/found',
    fault: async (request, next) => {
      const reply = await next(request)
      const sha256 = calls(request, byFingerprint) && /^sha256:/i.test(given(request, 'fingerprint') ?? '')
      return sha256 && reply.status === 200
        ? withJson({ ...reply, status: 404 }, { message: '404 Key Not Found' })
        : reply
    },
  },
  {
    name: 'malformed-is-missing',
    says: 'What is no fingerprint is answered as missing',
    caughtBy: 'keys/malformed',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, byFingerprint) && reply.body.includes('Failed to return')
        ? withJson({ ...reply, status: 404 }, { message: '404 Key Not Found' })
        : reply
    },
  },
  {
    name: 'comments-given-away',
    says: 'A key is sent with the comment that it came with',
    caughtBy: 'keys/form',
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
    name: 'deploy-key-projects-lost',
    says: 'Of the projects that a deploy key opens the first one is told alone',
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
    name: 'key-rights-first',
    says: 'Who may is asked before the parameters',
    caughtBy: 'keys/administrators',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, byFingerprint) && reply.body.includes('fingerprint is missing')
        ? withJson({ ...reply, status: 403 }, { message: '403 Forbidden' })
        : reply
    },
  },
]
