import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, textIn } from '../../kit/expect.ts'

const messages = '/broadcast_messages'

export const broadcastMessages = check({
  id: 'installation/broadcast-messages',
  says: 'A broadcast message is an active banner for one hour by default, is read without authentication, and answers 404 after its deletion',
  source:
    'installation#broadcast-create, installation#broadcast-read, installation#broadcast-update-and-delete',
  level: 'should',
  covers: [`POST ${messages}`, `PUT ${messages}/:id`, `GET ${messages}/:id`, `DELETE ${messages}/:id`],
  needs: { project: 'none', writes: true },
  holds: async ({ call, has: knows, skip, prefix }) => {
    if (!knows('admin')) skip('only administrators tell everybody')
    const as = { as: 'admin' } as const
    const told = await call(`POST ${messages}`, { message: prefix }, as)
    answers(told, 201)
    has(told.row(), { message: prefix, broadcast_type: 'banner', active: true }, told)
    const id = numberIn(told.row(), 'id')
    const begins = Date.parse(textIn(told.row(), 'starts_at'))
    equals('the hour', Date.parse(textIn(told.row(), 'ends_at')) - begins, 3_600_000)
    const changed = await call(`PUT ${messages}/:id`, { id, message: `${prefix} again` }, as)
    has(changed.row(), { message: `${prefix} again`, id }, changed)
    equals(
      'what is read',
      (await call(`GET ${messages}/:id`, { id }, { as: 'anonymous' })).json,
      changed.json,
    )
    answers(await call(`DELETE ${messages}/:id`, { id }, as), 204)
    answers(await call(`GET ${messages}/:id`, { id }), 404)
  },
})
