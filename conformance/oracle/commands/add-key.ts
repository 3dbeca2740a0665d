import { answers, numberIn } from '../../kit/expect.ts'
import { keyNamed } from '../ssh-keys.ts'
import { command, type ModelCommand } from './command.ts'

/** The ids of the keys that the owner has, by the names that the suite gave them. */
export type Keys = Map<string, number>

/** Adds a key, under whatever comment; refused while anybody has it. */
export function addKey(name: string, comment: string): ModelCommand<Keys> {
  return command(`add key ${name} ${comment}`, async (keys, stage) => {
    const { line } = keyNamed(`${stage.prefix} session ${name}`)
    const params = { title: `${stage.prefix} ${name}`, key: `${line} ${comment}` }
    const reply = await stage.call('POST /user/keys', params, { as: 'owner' })
    if (keys.has(name)) return answers(reply, 400)
    answers(reply, 201)
    keys.set(name, numberIn(reply.row(), 'id'))
  })
}
