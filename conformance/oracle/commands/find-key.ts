import { answers, has } from '../../kit/expect.ts'
import { keyNamed } from '../ssh-keys.ts'
import type { Keys } from './add-key.ts'
import { command, type ModelCommand } from './command.ts'

/** Looks for a key by a fingerprint, and by its id where it is known. */
export function findKey(name: string, by: 'md5' | 'sha256'): ModelCommand<Keys> {
  return command(`find key ${name} by ${by}`, async (keys, stage) => {
    const fingerprint = keyNamed(`${stage.prefix} session ${name}`)[by]
    const reply = await stage.call('GET /keys', { fingerprint })
    const id = keys.get(name)
    if (id === undefined) return answers(reply, 404, { message: '404 Key Not Found' })
    answers(reply, 200)
    has(reply.row(), { id, title: `${stage.prefix} ${name}` }, reply)
    answers(await stage.call('GET /keys/:id', { id }), 200, reply.row())
  })
}
