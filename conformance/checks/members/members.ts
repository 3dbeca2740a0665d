import { check } from '../../kit/check.ts'
import { duplicateRefused } from '../../kit/duplicate-refused.ts'
import { answers, has, holds, lacks, says } from '../../kit/expect.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const stranger = (stage: Stage) => ({ user_id: stage.user('stranger').id, access_level: 10 })

export const inheritedMember = check({
  id: 'members/inherited-member',
  says: 'A member of the group above is none of the project itself, and is shown among all its members',
  source: 'members#single, members#list-all',
  level: 'must',
  covers: ['GET /projects/:id/members/:user_id', 'GET /projects/:id/members/all/:user_id'],
  needs: { in: 'group' },
  holds: async ({ call, group, project, user }) => {
    const user_id = user('stranger').id
    expectArranged(await call('POST /groups/:id/members', { id: group.id, user_id, access_level: 20 }))
    const one = { id: project.id, user_id }
    says(await call('GET /projects/:id/members/:user_id', one), 404, '404 Not found')
    const shown = await call('GET /projects/:id/members/all/:user_id', one)
    answers(shown, 200)
    has(shown.row(), { id: user_id, access_level: 20 }, shown)
  },
})

export const update = check({
  id: 'members/update',
  says: 'An update of a member sets its access level and its expiration date',
  source: 'members#update, members#expires-at',
  level: 'should',
  covers: ['PUT /projects/:id/members/:user_id'],
  holds: async (stage) => {
    const one = { id: stage.project.id, ...stranger(stage) }
    answers(await stage.call('POST /projects/:id/members', one), 201)
    const change = { ...one, access_level: 20, expires_at: '2040-01-01' }
    const changed = await stage.call('PUT /projects/:id/members/:user_id', change)
    answers(changed, 200)
    has(changed.row(), { access_level: 20, expires_at: '2040-01-01' }, changed)
  },
})

export const duplicate = duplicateRefused(
  {
    id: 'members/duplicate',
    says: 'Adding a user who is a member already answers 409 and says so',
    source: 'members#add-twice, conventions#duplicates',
  },
  [
    {
      operation: 'POST /projects/:id/members',
      params: (stage) => ({ id: stage.project.id, ...stranger(stage) }),
      text: 'Member already exists',
    },
    {
      operation: 'POST /groups/:id/members',
      params: (stage) => ({ id: stage.group.id, ...stranger(stage) }),
      text: 'Member already exists',
    },
  ],
)

export const seatInfo = check({
  id: 'members/seat-info',
  says: '`show_seat_info` tells of each member of a list whether it takes a seat of the licence',
  source: 'members#seat-info',
  level: 'should',
  covers: ['GET /projects/:id/members/all'],
  needs: { tier: 'ultimate' },
  holds: async (stage) => {
    const { id } = stage.project
    const { id: user_id } = stage.user('developer')
    const member = async (show_seat_info?: boolean) => {
      const asked = show_seat_info === undefined ? {} : { show_seat_info }
      const reply = await stage.call('GET /projects/:id/members/all', { id, user_ids: [user_id], ...asked })
      return reply.rows()[0] ?? {}
    }
    has(await member(true), { id: user_id, is_using_seat: true })
    lacks(await member(false), ['is_using_seat'])
    lacks(await member(), ['is_using_seat'])
  },
})

export const emailDomains = check({
  id: 'members/email-domains',
  says: 'A user whose address is of no domain that the topmost group allows becomes no member of it, and is told so with 400',
  source: 'members#email-domains',
  level: 'should',
  covers: ['POST /groups/:id/members'],
  needs: { tier: 'premium', in: 'top' },
  holds: async (stage) => {
    const { call, group } = stage
    const { id } = group
    // Those of the stage are members before nobody else may be.
    answers(await call('GET /groups/:id/members', { id }), 200)
    const allowed_email_domains_list = 'nobody.invalid'
    expectArranged(await call('PUT /groups/:id', { id, allowed_email_domains_list }))
    const refused = await call('POST /groups/:id/members', { id, ...stranger(stage) })
    answers(refused, 400)
    holds(
      refused.text.includes('does not match the allowed domain'),
      'the reason is told',
      refused.json,
      refused,
    )
    expectArranged(await call('PUT /groups/:id', { id, allowed_email_domains_list: '' }))
    answers(await call('POST /groups/:id/members', { id, ...stranger(stage) }), 201)
  },
})
