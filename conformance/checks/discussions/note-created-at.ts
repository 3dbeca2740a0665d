import { createdSnippet } from '../../arrange/snippets.ts'
import { check } from '../../kit/check.ts'
import { answers, has, holds, numberIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const ISSUES = '/projects/:id/issues'
const SNIPPETS = '/projects/:id/snippets'
const EPICS = '/groups/:id/epics'
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

export const otherNotesCreatedAt = check({
  id: 'discussions/other-notes-created-at',
  says: 'Owners say when a comment on a snippet or an epic was written, and others are not listened to',
  source: 'discussions#note-created-at-elsewhere',
  level: 'should',
  covers: [`POST ${SNIPPETS}/:noteable_id/notes`, `POST ${EPICS}/:epic_iid/notes`],
  needs: { in: 'group', tier: 'premium' },
  holds: async (stage) => {
    const { call, group } = stage
    const snippet = await createdSnippet(stage)
    const epic_iid = numberIn(arranged(await call(`POST ${EPICS}`, { id: group.id, title: 'Old' })), 'iid')
    for (const [operation, place] of [
      [`POST ${SNIPPETS}/:noteable_id/notes`, snippet],
      [`POST ${EPICS}/:epic_iid/notes`, { id: group.id, epic_iid }],
    ] as const) {
      const old = await call(operation, { ...place, body: 'Once', created_at })
      answers(old, 201)
      has(old.row(), { created_at }, old)
      const others = await call(operation, { ...place, body: 'Once', created_at }, { as: 'maintainer' })
      answers(others, 201)
      holds(others.row().created_at !== created_at, 'the time is not taken from others', others.json, others)
    }
  },
})
