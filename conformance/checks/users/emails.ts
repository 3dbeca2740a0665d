import { check } from '../../kit/check.ts'
import { answers, has } from '../../kit/expect.ts'

const admin = { as: 'admin' } as const

const needs = { project: 'none', writes: true, rewinds: true } as const

export const emails = check({
  id: 'users/emails',
  says: 'A user adds mail addresses to the own account and an administrator to any account; an address that is taken answers 400',
  source: 'users#emails, users#emails-taken',
  level: 'should',
  covers: ['POST /user/emails', 'POST /users/:id/emails'],
  needs,
  holds: async (stage) => {
    const own = { email: `${stage.prefix}-own@example.com` }
    const added = await stage.call('POST /user/emails', own)
    answers(added, 201)
    has(added.row(), own, added)
    answers(await stage.call('POST /user/emails', own), 400)
    const theirs = { id: stage.user('owner').id, email: `${stage.prefix}-other@example.com` }
    const made = await stage.call('POST /users/:id/emails', { ...theirs, skip_confirmation: true }, admin)
    answers(made, 201)
    has(made.row(), { email: theirs.email }, made)
  },
})
