import type { Mutant } from './mutant.ts'
import { calls, paramsOf, rowsChanged, withRows } from './wire.ts'

const PROJECT = '/projects/:id'

/** Faults in remote mirrors. */
export const remoteMirrorsMutants: readonly Mutant[] = [
  rowsChanged(
    'project-mirrors-all-branches',
    'A project says that all branches are mirrored, whatever its mirror says',
    'remote-mirrors/pull-mirror-of-project',
    ['GET /projects/:id'],
    (row) =>
      'only_mirror_protected_branches' in row ? { ...row, only_mirror_protected_branches: false } : row,
  ),
  {
    name: 'mirror-shows-password',
    says: 'A push mirror shows its password',
    caughtBy: 'remote-mirrors/life',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `POST ${PROJECT}/remote_mirrors`)) return reply
      const { url = '' } = paramsOf(request)
      return withRows(reply, (row) => ({ ...row, url }))
    },
  },
  {
    name: 'mirror-any-scheme-accepted',
    says: 'A push mirror with an address of another scheme answers 201',
    caughtBy: 'remote-mirrors/invalid-url',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, `POST ${PROJECT}/remote_mirrors`) && reply.body.includes('blocked')
      return refused ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'mirror-forbidden-for-others',
    says: 'Callers who may not administer mirrors get 403 instead of 401',
    caughtBy: 'remote-mirrors/unauthorized',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, `GET ${PROJECT}/remote_mirrors`) && reply.status === 401
      return refused ? { ...reply, status: 403, body: '{"message":"403 Forbidden"}' } : reply
    },
  },
  {
    name: 'mirror-sync-without-push',
    says: 'A sync answers success without pushing',
    caughtBy: 'remote-mirrors/sync',
    fault: async (request, next) => {
      if (!calls(request, `POST ${PROJECT}/remote_mirrors/:mirror_id/sync`)) return next(request)
      const reply = await next({ ...request, method: 'GET', url: request.url.replace('/sync', '') })
      return reply.body.includes('"enabled":true') ? { ...reply, status: 204, body: '' } : next(request)
    },
  },
  {
    name: 'pull-mirror-starts-unconfigured',
    says: 'A pull without a configured mirror answers success',
    caughtBy: 'remote-mirrors/pull-mirror',
    fault: async (request, next) => {
      const reply = await next(request)
      const nothing = calls(request, `POST ${PROJECT}/mirror/pull`) && reply.status === 400
      return nothing ? { ...reply, status: 200, body: '200' } : reply
    },
  },
]
