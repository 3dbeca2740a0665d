import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, says, textIn } from '../../kit/expect.ts'
import { isRows } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { arranged } from '../../run/stage.ts'

const EPICS = '/groups/:id/epics'
const EPIC = `${EPICS}/:epic_iid`
const source = 'dossier 2, section 13'

export const epicLife = check({
  id: 'administered/epic',
  says: 'An epic is created, changed, closed and deleted; labels that a group lacks are made for it',
  source,
  level: 'should',
  covers: [`GET ${EPICS}`, `POST ${EPICS}`, `GET ${EPIC}`, `PUT ${EPIC}`, `DELETE ${EPIC}`],
  needs: { in: 'group', tier: 'premium' },
  holds: async ({ call, group }) => {
    const { id } = group
    answers(await call(`POST ${EPICS}`, { id, title: ' ' }), 400)
    const dates = { start_date_fixed: '2030-01-01', start_date_is_fixed: true, due_date_fixed: '2030-02-01' }
    const more = { description: 'Work', color: '#123456', confidential: true, due_date_is_fixed: false }
    const created = await call(`POST ${EPICS}`, { id, title: 'Plan', labels: 'b,a', ...dates, ...more })
    answers(created, 201)
    const shown = { title: 'Plan', state: 'opened', labels: ['a', 'b'], start_date: '2030-01-01' }
    has(created.row(), { ...shown, due_date: null, confidential: true, group_id: id }, created)
    const place = { id, epic_iid: numberIn(created.row(), 'iid') }
    const change = { title: 'Plan B', add_labels: 'c', remove_labels: 'a', due_date_is_fixed: true }
    const rest = { color: '#654321', confidential: false, description: 'More', start_date_is_fixed: false }
    const changed = await call(`PUT ${EPIC}`, { ...place, ...change, ...rest, state_event: 'close' })
    answers(changed, 200)
    has(
      changed.row(),
      { title: 'Plan B', state: 'closed', labels: ['b', 'c'], due_date: '2030-02-01' },
      changed,
    )
    has((await call(`GET ${EPIC}`, place)).row(), { start_date: null, color: '#654321' })
    answers(await call(`PUT ${EPIC}`, place), 400)
    answers(await call(`PUT ${EPIC}`, { ...place, start_date_fixed: 'soon' }), 400)
    const counts = async (params: Params) => (await call(`GET ${EPICS}`, { id, ...params })).rows().length
    equals('closed ones', await counts({ state: 'closed', search: 'plan b', labels: 'c' }), 1)
    equals('open ones', await counts({ state: 'opened' }), 0)
    equals('those without a label', await counts({ labels: 'None', confidential: false }), 0)
    answers(await call(`DELETE ${EPIC}`, place), 204)
    answers(await call(`GET ${EPIC}`, place), 404)
  },
})

export const epicParts = check({
  id: 'administered/epic-parts',
  says: 'An issue is part of one epic; issues of an epic have an order, and epics stand below each other',
  source,
  level: 'should',
  covers: [
    `GET ${EPIC}/issues`,
    `POST ${EPIC}/issues/:epic_issue_id`,
    `PUT ${EPIC}/issues/:epic_issue_id`,
    `DELETE ${EPIC}/issues/:epic_issue_id`,
    `GET ${EPIC}/epics`,
    `POST ${EPIC}/epics/:child_epic_id`,
    `DELETE ${EPIC}/epics/:child_epic_id`,
  ],
  needs: { in: 'group', tier: 'ultimate' },
  holds: async (stage) => {
    const { call, group } = stage
    const { id } = group
    const epic = async (title: string) => arranged(await call(`POST ${EPICS}`, { id, title }))
    const first = await epic('First')
    const second = await epic('Second')
    const at = { id, epic_iid: numberIn(first, 'iid') }
    const parts: number[] = []
    for (const title of ['One', 'Two']) {
      const row = await issue(stage, { title })
      const added = await call(`POST ${EPIC}/issues/:epic_issue_id`, {
        ...at,
        epic_issue_id: numberIn(row, 'id'),
      })
      answers(added, 201)
      parts.push(numberIn(added.row(), 'id'))
    }
    const titles = async () => (await call(`GET ${EPIC}/issues`, at)).rows().map((row) => row.title ?? '')
    equals('the issues', await titles(), ['Two', 'One'])
    const [one = 0, two = 0] = parts
    const move = `PUT ${EPIC}/issues/:epic_issue_id`
    answers(await call(move, { ...at, epic_issue_id: two, move_after_id: one }), 200)
    equals('the issues', await titles(), ['One', 'Two'])
    answers(await call(move, { ...at, epic_issue_id: two, move_before_id: one }), 200)
    equals('the issues', await titles(), ['Two', 'One'])
    answers(await call(`DELETE ${EPIC}/issues/:epic_issue_id`, { ...at, epic_issue_id: two }), 200)
    equals('the issues', await titles(), ['One'])
    const child = { ...at, child_epic_id: numberIn(second, 'id') }
    const added = await call(`POST ${EPIC}/epics/:child_epic_id`, child)
    answers(added, 201)
    has(added.row(), { parent_id: first.id ?? null, parent_iid: first.iid ?? null }, added)
    const circle = { id, epic_iid: numberIn(second, 'iid'), child_epic_id: numberIn(first, 'id') }
    answers(await call(`POST ${EPIC}/epics/:child_epic_id`, circle), 400)
    answers(await call(`DELETE ${EPIC}/epics/:child_epic_id`, child), 200)
    equals('the epics below', (await call(`GET ${EPIC}/epics`, at)).json, [])
  },
})

export const epicNotes = check({
  id: 'administered/epic-notes',
  says: 'Comments on an epic are rewritten and deleted, and internal ones are kept from guests',
  source,
  level: 'should',
  covers: [
    `GET ${EPIC}/notes`,
    `POST ${EPIC}/notes`,
    `PUT ${EPIC}/notes/:note_id`,
    `DELETE ${EPIC}/notes/:note_id`,
  ],
  needs: { in: 'group', tier: 'premium' },
  holds: async (stage) => {
    const { call, group } = stage
    const { id } = group
    const epic = arranged(await call(`POST ${EPICS}`, { id, title: 'Talk' }))
    const place = { id, epic_iid: numberIn(epic, 'iid') }
    const note = arranged(await call(`POST ${EPIC}/notes`, { ...place, body: 'First' }))
    has(note, { body: 'First', noteable_type: 'Epic', noteable_iid: epic.iid ?? null })
    answers(await call(`POST ${EPIC}/notes`, { ...place, body: 'Among us', internal: true }), 201)
    answers(await call(`POST ${EPIC}/notes`, { ...place, body: ' ' }), 400)
    const bodies = async (as: 'owner' | 'guest') =>
      (await call(`GET ${EPIC}/notes`, { ...place, sort: 'asc' }, { as })).rows().map((row) => row.body ?? '')
    equals('the comments', await bodies('owner'), ['First', 'Among us'])
    if (stage.has('guest')) equals('those that guests see', await bodies('guest'), ['First'])
    const one = { ...place, note_id: numberIn(note, 'id') }
    const changed = await call(`PUT ${EPIC}/notes/:note_id`, { ...one, body: 'Rewritten' })
    has(changed.row(), { body: 'Rewritten' }, changed)
    answers(await call(`DELETE ${EPIC}/notes/:note_id`, one), 204)
    equals('the comments', await bodies('owner'), ['Among us'])
  },
})

const THREADS = `${EPICS}/:epic_id/discussions`
const THREAD = `${THREADS}/:discussion_id`
const ANSWER = `${THREAD}/notes/:note_id`

export const epicDiscussions = check({
  id: 'administered/epic-discussions',
  says: 'A discussion on an epic takes answers, which are rewritten and deleted; answering a comment makes a thread of it',
  source: `${source}; documentation of the service, Discussions API`,
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

export const promotion = check({
  id: 'administered/promotion',
  says: 'A comment that is nothing but a command is carried out, and may make an epic of an issue',
  source,
  level: 'should',
  covers: ['POST /projects/:id/issues/:issue_iid/notes', `GET ${EPICS}`],
  needs: { in: 'group', tier: 'premium' },
  holds: async (stage) => {
    const { call, group } = stage
    const row = await issue(stage, { title: 'Large' })
    const here = { id: numberIn(row, 'project_id'), issue_iid: numberIn(row, 'iid') }
    const say = (body: string) => call('POST /projects/:id/issues/:issue_iid/notes', { ...here, body })
    const closed = await say('/close')
    answers(closed, 202)
    has(closed.row(), { commands_changes: { state_event: 'close' } }, closed)
    answers(await say('/close'), 422)
    answers(await say('/reopen\n/promote'), 202)
    const shown = await call('GET /projects/:id/issues/:issue_iid', here)
    has(shown.row(), { state: 'closed' }, shown)
    const epics = await call(`GET ${EPICS}`, { id: group.id, state: 'opened' })
    equals('epics', epics.rows().length, 1)
  },
})
