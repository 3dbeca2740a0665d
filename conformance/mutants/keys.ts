import { isRow } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import { as, calls, given, paramsOf, withJson, withRows } from './wire.ts'

const byId = 'GET /keys/:id'

const byFingerprint = 'GET /keys'

/** Faults in keys. */
export const keysMutants: readonly Mutant[] = [
  {
    name: 'key-comment-of-another-host',
    says: 'The comment of a key names another host than the addresses',
    caughtBy: 'keys/fields',
    fault: async (request, next) => {
      const reply = await next(request)
      return withRows(reply, (row) =>
        typeof row.key === 'string' ? { ...row, key: row.key.replace(/\([^)]*\)$/, '(localhost)') } : row,
      )
    },
  },
  {
    name: 'key-of-blocked-user-without-user',
    says: 'A key of a blocked account has no user',
    caughtBy: 'keys/key-of-blocked-user',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!/^\/api\/v4\/keys/.test(request.url)) return reply
      return withRows(reply, (row) =>
        isRow(row.user) && row.user.state !== 'active' ? { ...row, user: null } : row,
      )
    },
  },
  {
    name: 'deploy-keys-of-strangers-empty',
    says: 'Those who maintain no project with a user get an empty list of deploy keys',
    caughtBy: 'keys/deploy-keys-of-a-user',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /users/:user_id/project_deploy_keys') && reply.status === 403
        ? withJson({ ...reply, status: 200 }, [])
        : reply
    },
  },
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
  {
    name: 'key-never-expires',
    says: 'A key is shown without the day on which it expires',
    caughtBy: 'keys/expiry-and-usage',
    fault: async (request, next) => {
      const reply = await next(request)
      const shown = calls(request, byId) || calls(request, byFingerprint)
      return shown ? withRows(reply, (row) => ({ ...row, expires_at: null })) : reply
    },
  },
  {
    name: 'key-taken-added',
    says: 'A key that somebody else has is added once more',
    caughtBy: 'keys/key-taken',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'POST /user/keys') && reply.body.includes('taken')
        ? withJson({ ...reply, status: 201 }, { id: 1, title: 'Again' })
        : reply
    },
  },
  {
    name: 'deploy-key-again-renamed',
    says: 'A deploy key that the project has already gets another title',
    caughtBy: 'keys/deploy-key-again',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'POST /projects/:id/deploy_keys')) return reply
      return withRows(reply, (row) => ({ ...row, title: paramsOf(request).title ?? null }))
    },
  },
  {
    name: 'md5-with-more-malformed',
    says: 'An MD5 fingerprint with more behind it is malformed',
    caughtBy: 'keys/unknown-fingerprint',
    fault: async (request, next) => {
      const reply = await next(request)
      const long = (given(request, 'fingerprint')?.length ?? 0) > 48
      return calls(request, byFingerprint) && long && reply.status === 404
        ? withJson({ ...reply, status: 400 }, { message: 'Failed to return the key' })
        : reply
    },
  },
  {
    name: 'deploy-key-comment-lost',
    says: 'The comment of a deploy key gives way to the name of its creator',
    caughtBy: 'keys/deploy-key-text',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'POST /projects/:id/deploy_keys')
        ? withRows(reply, (row) => ({
            ...row,
            key: String(row.key).replace(/^(\S+ \S+).*$/, '$1 Alice (host)'),
          }))
        : reply
    },
  },
  {
    name: 'key-user-usual-limits',
    says: 'The user of a key is shown with the limits that most accounts have',
    caughtBy: 'keys/account',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, byId)
        ? withRows(reply, (row) =>
            isRow(row.user) ? { ...row, user: { ...row.user, projects_limit: 100_000 } } : row,
          )
        : reply
    },
  },
  {
    name: 'key-user-without-public-email',
    says: 'The user of a key is shown without their public mail address',
    caughtBy: 'keys/account',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, byId)
        ? withRows(reply, (row) =>
            isRow(row.user) ? { ...row, user: { ...row.user, public_email: '' } } : row,
          )
        : reply
    },
  },
  {
    name: 'deploy-key-expiring',
    says: 'A deploy key that never expires is shown with a day on which it does',
    caughtBy: 'keys/deploy-key',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /keys')
        ? withRows(reply, (row) => ({ ...row, expires_at: '2038-01-19T00:00:00.000Z' }))
        : reply
    },
  },
  {
    name: 'keys-with-expiry-unfound',
    says: 'A fingerprint finds only keys that never expire',
    caughtBy: 'keys/expired-key',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /keys') || !reply.body.includes('"expires_at":"')) return reply
      return { ...reply, status: 404, body: '{"message":"404 Key Not Found"}' }
    },
  },
]
