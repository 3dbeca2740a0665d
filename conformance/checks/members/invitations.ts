import { check } from '../../kit/check.ts'
import { answers, equals } from '../../kit/expect.ts'

const INVITATIONS = '/projects/:id/invitations'

export const invitations = check({
  id: 'members/invitations',
  says: 'An invitation by mail is listed, updated and deleted; a second one of the same address updates it, one of nobody is refused',
  source:
    'members#invite, members#invite-errors, members#invite-twice, members#invitations-list, members#invitation-change, members#invitation-delete',
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
    const shown = async () =>
      (await call(`GET ${INVITATIONS}`, { id, query: email })).rows().map((row) => row.access_level ?? 0)
    equals('the levels', await shown(), [30])
    const again = await call(`POST ${INVITATIONS}`, { id, email, access_level: 40 })
    answers(again, 201, { status: 'success' })
    equals('the levels', await shown(), [40])
    const past = await call(`POST ${INVITATIONS}`, { id, email, access_level: 20, expires_at: '2001-01-01' })
    const message = { [email]: 'Expires at cannot be a date in the past' }
    answers(past, 201, { status: 'error', message })
    const nobody = '400 Bad request - Must provide either email or user_id as a parameter'
    answers(await call(`POST ${INVITATIONS}`, { id, access_level: 30 }), 400, { message: nobody })
    const noAddress = { id, email: 'nobody', access_level: 30 }
    const error = 'email contains an invalid email address'
    answers(await call(`POST ${INVITATIONS}`, noAddress), 400, { error })
    const ended = { id, email, expires_at: '2001-01-01' }
    answers(await call(`PUT ${INVITATIONS}/:email`, ended), 400)
    answers(await call(`PUT ${INVITATIONS}/:email`, { id, email }), 400)
    answers(await call(`PUT ${INVITATIONS}/:email`, { id, email, access_level: 20 }), 200)
    equals('the levels', await shown(), [20])
    answers(await call(`DELETE ${INVITATIONS}/:email`, { id, email }), 204)
    answers(await call(`DELETE ${INVITATIONS}/:email`, { id, email }), 404)
  },
})
