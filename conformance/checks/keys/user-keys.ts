import { check } from '../../kit/check.ts'
import { answers, has, numberIn } from '../../kit/expect.ts'
import { keyNamed } from '../../oracle/ssh-keys.ts'
import { arranged } from '../../run/stage.ts'

const admin = { as: 'admin' } as const

export const userKeys = check({
  id: 'keys/user-keys',
  says: 'A user reads and deletes own SSH keys, an administrator those of any user; other users get 404 for reading and 403 for deleting',
  source: 'keys#user-keys, keys#user-keys-rights',
  level: 'should',
  covers: [
    'GET /user/keys/:key_id',
    'DELETE /user/keys/:key_id',
    'POST /users/:user_id/keys',
    'DELETE /users/:user_id/keys/:key_id',
  ],
  needs: { project: 'none', writes: true, rewinds: true },
  holds: async ({ call, prefix, user }) => {
    const user_id = user('owner').id
    const body = { title: 'Owned', key: keyNamed(`${prefix} own`).line }
    const made = arranged(await call('POST /user/keys', body))
    const one = { key_id: numberIn(made, 'id'), user_id }
    const read = await call('GET /user/keys/:key_id', one)
    answers(read, 200)
    has(read.row(), { id: one.key_id, title: 'Owned' }, read)
    answers(await call('GET /user/keys/:key_id', one, { as: 'stranger' }), 404)
    answers(await call('DELETE /users/:user_id/keys/:key_id', one, { as: 'stranger' }), 403)
    answers(await call('DELETE /user/keys/:key_id', one), 204)
    answers(await call('DELETE /user/keys/:key_id', one), 404)
    const again = arranged(await call('POST /users/:user_id/keys', { ...body, user_id }, admin))
    const theirs = { user_id, key_id: numberIn(again, 'id') }
    answers(await call('DELETE /users/:user_id/keys/:key_id', theirs, admin), 204)
    answers(await call('DELETE /users/:user_id/keys/:key_id', theirs, admin), 404)
  },
})
