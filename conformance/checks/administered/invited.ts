import { check } from '../../kit/check.ts'
import { answers, equals, has } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const INVITATIONS = '/projects/:id/invitations'

export const invitation = check({
  id: 'administered/invitation',
  says: 'Whoever has no account is invited by mail and listed until then; whoever has one is told of at once',
  source: 'dossier 2, section 13',
  level: 'should',
  covers: [
    `GET ${INVITATIONS}`,
    `POST ${INVITATIONS}`,
    `PUT ${INVITATIONS}/:email`,
    `DELETE ${INVITATIONS}/:email`,
  ],
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const email = `${stage.prefix}@invited.example`.toLowerCase()
    const invited = await call(`POST ${INVITATIONS}`, { id, email, access_level: 30 })
    answers(invited, 201, { status: 'success' })
    const again = await call(`POST ${INVITATIONS}`, { id, email, access_level: 30 })
    has(again.row(), { status: 'error' }, again)
    const shown = async () =>
      (await call(`GET ${INVITATIONS}`, { id, query: email })).rows().map((row) => row.access_level ?? 0)
    equals('the levels', await shown(), [30])
    answers(await call(`PUT ${INVITATIONS}/:email`, { id, email }), 400)
    answers(await call(`PUT ${INVITATIONS}/:email`, { id, email, access_level: 20 }), 200)
    equals('the levels', await shown(), [20])
    answers(await call(`DELETE ${INVITATIONS}/:email`, { id, email }), 204)
    answers(await call(`DELETE ${INVITATIONS}/:email`, { id, email }), 404)
  },
})

const ROLES = '/groups/:id/member_roles'

export const roleOfOnesOwn = check({
  id: 'administered/member-role',
  says: 'A role of its own adds something to the role that it builds on',
  source: 'dossier 2, section 13',
  level: 'should',
  covers: [`GET ${ROLES}`, `POST ${ROLES}`, `DELETE ${ROLES}/:member_role_id`],
  needs: { in: 'group', tier: 'ultimate' },
  holds: async ({ call, group }) => {
    const { id } = group
    const role = { id, name: 'Reviewer', base_access_level: 20 }
    answers(await call(`POST ${ROLES}`, role), 400)
    const added = arranged(await call(`POST ${ROLES}`, { ...role, admin_web_hook: true }))
    has(added, { name: 'Reviewer', base_access_level: 20, admin_web_hook: true, read_code: false })
    answers(await call(`POST ${ROLES}`, { ...role, admin_web_hook: true }), 400)
    const place = { id, member_role_id: Number(added.id) }
    answers(await call(`DELETE ${ROLES}/:member_role_id`, place), 204)
    equals('the roles', (await call(`GET ${ROLES}`, { id })).json, [])
  },
})
