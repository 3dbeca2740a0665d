import { createdUser, deleteUser } from '../../arrange/users.ts'
import { check } from '../../kit/check.ts'
import { answers, has, numberIn } from '../../kit/expect.ts'

const needs = { project: 'none', role: 'admin', writes: true } as const

export const blockAndBan = check({
  id: 'users/block-and-ban',
  says: 'Blocking a user answers `true` and then `null`, unblocking `true` and then `false`, banning and unbanning `true`, and the user shows the new state',
  source: 'users#block, users#unblock, users#ban',
  level: 'should',
  covers: [
    'POST /users/:id/block',
    'POST /users/:id/unblock',
    'POST /users/:id/ban',
    'POST /users/:id/unban',
  ],
  needs,
  holds: async (stage) => {
    const user = await createdUser(stage, 'blocked')
    const id = numberIn(user, 'id')
    for (const [verb, told, state] of [
      ['block', true, 'blocked'],
      ['block', null, 'blocked'],
      ['unblock', true, 'active'],
      ['unblock', false, 'active'],
      ['ban', true, 'banned'],
      ['unban', true, 'active'],
    ] as const) {
      answers(await stage.call(`POST /users/:id/${verb}`, { id }), 201, told)
      has((await stage.call('GET /users/:id', { id })).row(), { state })
    }
    await deleteUser(stage, user)
  },
})
