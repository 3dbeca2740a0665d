import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn } from '../../kit/expect.ts'
import { isRow } from '../../kit/json.ts'
import { arranged } from '../../run/stage.ts'

export const customRole = check({
  id: 'members/custom-role',
  says: 'A member gets a custom role on the access level that the role builds on; another level answers 400',
  source: 'members#custom-role',
  level: 'should',
  covers: ['POST /groups/:id/members', 'PUT /groups/:id/members/:user_id'],
  needs: { in: 'group', tier: 'ultimate' },
  holds: async (stage) => {
    const { call, group } = stage
    if (!stage.has('stranger')) return stage.skip('there is nobody to become a member')
    const { id } = group
    const wish = { id, name: 'Hooks', base_access_level: 20, admin_web_hook: true }
    const role = arranged(await call('POST /groups/:id/member_roles', wish))
    const member_role_id = numberIn(role, 'id')
    const user_id = stage.user('stranger').id
    const add = 'POST /groups/:id/members'
    answers(await call(add, { id, user_id, access_level: 30, member_role_id }), 400)
    const added = await call(add, { id, user_id, access_level: 20, member_role_id })
    answers(added, 201)
    const shown = added.row().member_role
    has(isRow(shown) ? shown : {}, { id: member_role_id, base_access_level: 20 }, added)
    const change = 'PUT /groups/:id/members/:user_id'
    const without = await call(change, { id, user_id, access_level: 20, member_role_id: null })
    answers(without, 200)
    equals('the role', without.row().member_role ?? null, null, without)
  },
})
