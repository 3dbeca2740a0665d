import { check } from '../../kit/check.ts'
import { answers, has, holds, numberIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const ISSUES = '/projects/:id/issues'
const created_at = '2020-02-03T04:05:06.000Z'

export const noteCreatedAt = check({
  id: 'discussions/note-created-at',
  says: 'Owners say when a comment was written, and others are not listened to',
  source: 'discussions#note-created-at',
  level: 'should',
  covers: [`POST ${ISSUES}/:issue_iid/notes`],
  holds: async ({ call, project: { id } }) => {
    const issue_iid = numberIn(arranged(await call(`POST ${ISSUES}`, { id, title: 'Old' })), 'iid')
    const note = { id, issue_iid, body: 'Once', created_at }
    const old = await call(`POST ${ISSUES}/:issue_iid/notes`, note)
    answers(old, 201)
    has(old.row(), { created_at }, old)
    const others = await call(`POST ${ISSUES}/:issue_iid/notes`, note, { as: 'maintainer' })
    answers(others, 201)
    holds(others.row().created_at !== created_at, 'the time is not taken from others', others.json, others)
  },
})
