import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, says, textIn } from '../../kit/expect.ts'
import { isRows } from '../../kit/json.ts'
import { arranged } from '../../run/stage.ts'

const EPICS = '/groups/:id/epics'

const EPIC = `${EPICS}/:epic_iid`

const THREADS = `${EPICS}/:epic_id/discussions`

const THREAD = `${THREADS}/:discussion_id`

const ANSWER = `${THREAD}/notes/:note_id`

export const epicThreads = check({
  id: 'discussions/epic-threads',
  says: 'A thread on an epic takes replies, which are updated and deleted, and a reply to a single comment makes a thread of it',
  source:
    'discussions#epic-threads, discussions#thread-reply, discussions#thread-notes, discussions#thread-of-comment, discussions#thread-empty',
  level: 'should',
  covers: [
    `GET ${THREADS}`,
    `POST ${THREADS}`,
    `GET ${THREAD}`,
    `POST ${THREAD}/notes`,
    `GET ${ANSWER}`,
    `PUT ${ANSWER}`,
    `DELETE ${ANSWER}`,
  ],
  needs: { in: 'group', tier: 'premium' },
  holds: async ({ call, group }) => {
    const { id } = group
    const epic = arranged(await call(`POST ${EPICS}`, { id, title: 'Talk' }))
    const place = { id, epic_id: numberIn(epic, 'id') }
    const begun = await call(`POST ${THREADS}`, { ...place, body: 'Why?' })
    answers(begun, 201)
    has(begun.row(), { individual_note: false }, begun)
    const thread = { ...place, discussion_id: textIn(begun.row(), 'id') }
    const answered = await call(`POST ${THREAD}/notes`, { ...thread, body: 'Because' })
    answers(answered, 201)
    has(answered.row(), { body: 'Because', type: 'DiscussionNote', noteable_type: 'Epic' }, answered)
    const one = { ...thread, note_id: numberIn(answered.row(), 'id') }
    has((await call(`PUT ${ANSWER}`, { ...one, body: 'Of that' })).row(), { body: 'Of that' })
    has((await call(`GET ${ANSWER}`, one)).row(), { body: 'Of that' })
    const bodies = async () => {
      const { notes } = (await call(`GET ${THREAD}`, thread)).row()
      return isRows(notes) ? notes.map((note) => note.body ?? null) : null
    }
    equals('what the thread says', await bodies(), ['Why?', 'Of that'])
    answers(await call(`DELETE ${ANSWER}`, one), 204)
    equals('what the thread says', await bodies(), ['Why?'])
    arranged(await call(`POST ${EPIC}/notes`, { id, epic_iid: numberIn(epic, 'iid'), body: 'A comment' }))
    const alone = async () =>
      (await call(`GET ${THREADS}`, place)).rows().map(({ individual_note }) => individual_note ?? null)
    equals('which are single comments', await alone(), [false, true])
    const [, comment] = (await call(`GET ${THREADS}`, place)).rows()
    const other = { ...place, discussion_id: textIn(comment ?? {}, 'id') }
    answers(await call(`POST ${THREAD}/notes`, { ...other, body: 'An answer' }), 201)
    equals('which are single comments', await alone(), [false, false])
    says(await call(`GET ${THREAD}`, { ...place, discussion_id: 'none' }), 404, '404 Discussion Not Found')
  },
})
