import { check } from '../../kit/check.ts'
import { answers } from '../../kit/expect.ts'

const needs = { project: 'none', writes: true, rewinds: true } as const

export const follow = check({
  id: 'users/follow',
  says: 'Following and unfollowing a user answer 201, and 304 where nothing changes',
  source: 'users#follow',
  level: 'should',
  covers: ['POST /users/:id/follow', 'POST /users/:id/unfollow'],
  needs,
  holds: async (stage) => {
    const { id } = stage.user('developer')
    const tell = (verb: string) => stage.call(`POST /users/:id/${verb}`, { id })
    await tell('unfollow')
    answers(await tell('follow'), 201)
    answers(await tell('follow'), 304)
    answers(await tell('unfollow'), 201)
    answers(await tell('unfollow'), 304)
  },
})
