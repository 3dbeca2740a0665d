import { createdUser, deleteUser } from '../../arrange/users.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, says, textIn } from '../../kit/expect.ts'

const MEMBERS = '/projects/:id/members'

export const several = check({
  id: 'members/several',
  says: 'Users are added together by their ids with commas; members get the new level, ids of nobody are passed over, and one sentence tells who was refused and why',
  source: 'members#add-several',
  level: 'should',
  covers: [`POST ${MEMBERS}`],
  needs: { role: 'admin', writes: true },
  holds: async (stage) => {
    const { call, project } = stage
    const users = [await createdUser(stage, 'one'), await createdUser(stage, 'two')]
    const ids = users.map((user) => numberIn(user, 'id'))
    const add = (user_id: string, access_level: number) =>
      call(`POST ${MEMBERS}`, { id: project.id, user_id, access_level })
    const levels = async () => {
      const listed = await call(`GET ${MEMBERS}`, { id: project.id, user_ids: ids })
      return ids.map((id) => listed.rows().find((row) => row.id === id)?.access_level ?? null)
    }
    answers(await add(`${ids[0]},987654321`, 20), 201, { status: 'success' })
    equals('the levels', await levels(), [20, null])
    answers(await add(ids.join(','), 30), 201, { status: 'success' })
    equals('the levels', await levels(), [30, 30])
    const refused = await add(ids.join(','), 31)
    answers(refused, 201)
    const each = users.map((user) => `${textIn(user, 'username')}: Access level is not included in the list`)
    has(refused.row(), { status: 'error', message: each.join(' and ') }, refused)
    equals('the levels', await levels(), [30, 30])
    for (const user of users) await deleteUser(stage, user)
  },
})

export const membersSignIn = check({
  id: 'members/sign-in',
  says: 'Members are told to nobody who is not signed in, not even those of a public project',
  source: 'members#sign-in',
  level: 'should',
  covers: [`GET ${MEMBERS}`, `GET ${MEMBERS}/all`, `GET ${MEMBERS}/:user_id`],
  needs: { project: 'public' },
  readOnly: true,
  holds: async ({ call, project: { id }, user }) => {
    const anonymous = { as: 'anonymous' } as const
    says(await call(`GET ${MEMBERS}`, { id }, anonymous), 401, '401 Unauthorized')
    says(await call(`GET ${MEMBERS}/all`, { id }, anonymous), 401, '401 Unauthorized')
    const one = { id, user_id: user('owner').id }
    says(await call(`GET ${MEMBERS}/:user_id`, one, anonymous), 401, '401 Unauthorized')
  },
})
