import { check } from '../../kit/check.ts'
import { answers, has, numberIn } from '../../kit/expect.ts'

export const billableMembers = check({
  id: 'groups/billable-members',
  says: 'The last Owner of a group is a billable member who cannot be removed',
  source:
    'groups#billable-members, groups#billable-memberships, groups#billable-last-owner, groups#billable-remove',
  level: 'should',
  covers: [
    'GET /groups/:id/billable_members',
    'GET /groups/:id/billable_members/:user_id/memberships',
    'DELETE /groups/:id/billable_members/:user_id',
  ],
  needs: { in: 'group', tier: 'premium' },
  holds: async ({ call, group }) => {
    const { id } = group
    const seats = 'GET /groups/:id/billable_members'
    const owners = (await call(seats, { id, sort: 'name_asc' })).rows().filter((row) => row.is_last_owner)
    for (const owner of owners) {
      has(owner, { membership_type: 'group_member', removable: false, membership_state: 'active' })
      const place = { id, user_id: numberIn(owner, 'id') }
      const held = await call('GET /groups/:id/billable_members/:user_id/memberships', place)
      answers(held, 200)
      has(held.rows()[0] ?? {}, { source_id: id, access_level: { string_value: 'Owner', integer_value: 50 } })
      answers(await call('DELETE /groups/:id/billable_members/:user_id', place), 400)
    }
    answers(await call('DELETE /groups/:id/billable_members/:user_id', { id, user_id: 999_999_999 }), 404)
  },
})
