import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, says } from '../../kit/expect.ts'

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

export const pendingMembers = check({
  id: 'groups/pending-members',
  says: 'Who is invited to a group or to a project of it is a pending member, once each; others than Owners, and subgroups, get 400',
  source: 'groups#pending-members',
  level: 'should',
  covers: ['GET /groups/:id/pending_members'],
  needs: { in: 'group', tier: 'premium', writes: true },
  holds: async (stage) => {
    const { call, group, project } = stage
    const pending = 'GET /groups/:id/pending_members'
    const above = (await call('GET /groups/:id', { id: group.id })).row().parent_id
    if (typeof above === 'number') return stage.skip('the group of the run is below another one')
    const email = `${stage.prefix}@pending.example`.toLowerCase()
    const invite = { email, access_level: 20 }
    answers(await call('POST /groups/:id/invitations', { id: group.id, ...invite }), 201)
    answers(await call('POST /projects/:id/invitations', { id: project.id, ...invite }), 201)
    const listed = await call(pending, { id: group.id, per_page: 100 })
    answers(listed, 200)
    const those = listed.rows().filter((row) => row.email === email)
    equals('how often the address is listed', those.length, 1, listed)
    has(those[0] ?? {}, { invited: true }, listed)
    says(await call(pending, { id: group.id }, { as: 'maintainer' }), 400, '400 Bad request')
  },
})
