import { check } from '../../kit/check.ts'
import { answers, equals, has } from '../../kit/expect.ts'

const INVITATIONS = '/projects/:id/invitations'

export const invitations = check({
  id: 'members/invitations',
  says: 'An invitation by mail is listed, updated and deleted; a second one of the same address reports an error',
  source:
    'members#invite, members#invite-twice, members#invitations-list, members#invitation-change, members#invitation-delete',
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
