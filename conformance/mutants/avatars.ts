import type { Mutant } from './mutant.ts'
import { calls, without, withRows } from './wire.ts'

/** Faults in avatars. */
export const avatarsMutants: readonly Mutant[] = [
  {
    name: 'removed-avatar-still-shown',
    says: 'The URL of a removed avatar is still shown',
    caughtBy: 'avatars/upload-and-remove',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, 'PUT /projects/:id')) return reply
      return withRows(reply, (row) => {
        if (row.avatar_url !== null) memory.set('avatar', row.avatar_url as string)
        return { ...row, avatar_url: memory.get('avatar') ?? row.avatar_url ?? null }
      })
    },
  },
  {
    name: 'avatar-of-any-format',
    says: 'An avatar of an unsupported format is answered with 200',
    caughtBy: 'avatars/invalid-file',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'PUT /groups/:id') && reply.body.includes('file format is not supported')
      return refused ? { ...reply, status: 200 } : reply
    },
  },
  {
    name: 'avatar-size-ignored',
    says: 'The requested size of an avatar is ignored',
    caughtBy: 'avatars/size-of-unknown-email',
    fault: (request, next) =>
      next(calls(request, 'GET /avatar') ? without(request, (name) => name === 'size') : request),
  },
]
