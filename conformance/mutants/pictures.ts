import type { Mutant } from './mutant.ts'
import { calls, rowsOf, withJson, without, withRows } from './wire.ts'

/** Faults in pictures, and in files that are attached to projects. */
export const pictureMutants: readonly Mutant[] = [
  {
    name: 'avatars-that-stay',
    says: 'The address of a picture that was taken away is still told',
    caughtBy: 'pictures/avatar-life',
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
    name: 'avatars-of-any-format',
    says: 'What is no picture is answered as if it were shown',
    caughtBy: 'pictures/avatar-refused',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'PUT /groups/:id') && reply.body.includes('file format is not supported')
      return refused ? { ...reply, status: 200 } : reply
    },
  },
  {
    name: 'avatars-of-one-size',
    says: 'The size that is wished for of the avatar service is ignored',
    caughtBy: 'pictures/avatar-of-address',
    fault: (request, next) =>
      next(calls(request, 'GET /avatar') ? without(request, (name) => name === 'size') : request),
  },
  {
    name: 'uploads-as-they-came',
    says: 'Files that are attached are listed in the order in which they came',
    caughtBy: 'pictures/upload-life',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id/uploads')
        ? withJson(reply, [...rowsOf(reply)].reverse())
        : reply
    },
  },
]
