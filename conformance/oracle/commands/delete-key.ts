import { answers } from '../../kit/expect.ts'
import type { Keys } from './add-key.ts'
import { command, type ModelCommand } from './command.ts'

/** Deletes a key, if the owner has it. */
export function deleteKey(name: string): ModelCommand<Keys> {
  return command(
    `delete key ${name}`,
    async (keys, { call }) => {
      const params = { key_id: keys.get(name) ?? 0 }
      answers(await call('DELETE /user/keys/:key_id', params, { as: 'owner' }), 204)
      answers(await call('GET /keys/:id', { id: params.key_id }), 404)
      keys.delete(name)
    },
    (keys) => keys.has(name),
  )
}
