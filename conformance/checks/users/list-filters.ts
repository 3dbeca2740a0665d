import { createdUser, deleteUser } from '../../arrange/users.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, numberIn, textIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { expectArranged } from '../../run/stage.ts'

const LIST = 'GET /users'

const admin = { as: 'admin' } as const

export const listFilters = check({
  id: 'users/list-filters',
  says: 'Lists of users are narrowed by what a user is and does; what is for administrators changes nothing for others, and `extern_uid` needs `provider`',
  source: 'users#list-filters, users#list-more-filters, users#later-auditors',
  level: 'should',
  covers: [LIST],
  needs: { role: 'admin', writes: true },
  holds: async (stage) => {
    const { call, project } = stage
    const user = await createdUser(stage, 'filtered', 'admin')
    const [id, search] = [numberIn(user, 'id'), textIn(user, 'username')]
    const isListed = async (params: Params, as: 'admin' | 'stranger' = 'admin') => {
      const reply = await call(LIST, { search, ...params }, { as })
      answers(reply, 200)
      return reply.rows().some((row) => row.id === id)
    }
    const listed = async (expected: boolean, params: Params, as?: 'stranger') =>
      equals(`listed with ${JSON.stringify(params)}`, await isListed(params, as), expected)
    await listed(true, {
      active: true,
      exclude_external: true,
      without_project_bots: true,
      exclude_internal: true,
    })
    for (const name of ['external', 'blocked', 'admins']) await listed(false, { [name]: true })
    await stage.changed('users#later-auditors', {
      before: () => listed(true, { auditors: true }),
      after: () => listed(false, { auditors: true }),
    })
    await listed(false, { two_factor: 'enabled' })
    await listed(true, { two_factor: 'disabled' })
    await listed(false, { created_before: '2000-01-01T00:00:00Z' })
    if (stage.has('stranger')) {
      await listed(true, { created_before: '2000-01-01T00:00:00Z', admins: true }, 'stranger')
      await listed(true, { two_factor: 'enabled' }, 'stranger')
    }
    await listed(true, { without_projects: true })
    const member = { id: project.id, user_id: id, access_level: 30 }
    expectArranged(await call('POST /projects/:id/members', member, { as: 'owner' }))
    const gone = await stage.until(
      () => isListed({ without_projects: true }),
      (still) => !still,
      { seconds: 10 },
    )
    equals('listed without projects', gone, false)
    answers(await call(LIST, { extern_uid: '1' }, admin), 400)
    await deleteUser(stage, user)
  },
})
