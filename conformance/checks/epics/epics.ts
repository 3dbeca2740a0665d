import { check } from '../../kit/check.ts'
import { answers, equals, has, lacks, numberIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { hasLater } from '../../kit/later.ts'
import type { Params } from '../../kit/query.ts'

const EPICS = '/groups/:id/epics'

const EPIC = `${EPICS}/:epic_iid`

export const createUpdateDelete = check({
  id: 'epics/create-update-delete',
  says: 'An epic is created, updated, closed and deleted, and labels that its group lacks are created',
  source:
    'epics#shape, epics#create, epics#labels-created, epics#fixed-dates, epics#update, epics#delete, epics#rights-of-epic, epics#list, epics#later-imported, epics#later-work-item',
  level: 'should',
  covers: [`GET ${EPICS}`, `POST ${EPICS}`, `GET ${EPIC}`, `PUT ${EPIC}`, `DELETE ${EPIC}`],
  needs: { in: 'group', tier: 'premium' },
  holds: async (stage) => {
    const { call, group } = stage
    const { id } = group
    answers(await call(`POST ${EPICS}`, { id, title: ' ' }), 400)
    const dates = { start_date_fixed: '2030-01-01', start_date_is_fixed: true, due_date_fixed: '2030-02-01' }
    const more = { description: 'Work', color: '#123456', confidential: true, due_date_is_fixed: false }
    const created = await call(`POST ${EPICS}`, { id, title: 'Plan', labels: 'b,a,b', ...dates, ...more })
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
    const read = await call(`GET ${EPIC}`, place)
    has(read.row(), { start_date: null, color: '#654321', subscribed: true }, read)
    const later = {
      'epics#later-imported': { imported: ['boolean'], imported_from: ['string'] },
      'epics#later-work-item': { work_item_id: ['number'] },
    } as const
    await hasLater(stage, read.row(), later, read)
    answers(await call(`PUT ${EPIC}`, place), 400)
    answers(await call(`PUT ${EPIC}`, { ...place, start_date_fixed: 'soon' }), 400)
    const counts = async (params: Params) => (await call(`GET ${EPICS}`, { id, ...params })).rows().length
    equals('closed ones', await counts({ state: 'closed', search: 'plan b', labels: 'c' }), 1)
    equals('open ones', await counts({ state: 'opened' }), 0)
    equals('those without a label', await counts({ labels: 'None', confidential: false }), 0)
    answers(await call(`DELETE ${EPIC}`, place), 204)
    answers(await call(`GET ${EPIC}`, place), 403)
  },
})

export const unknownEpic = check<string>({
  id: 'epics/unknown-forbidden',
  says: 'Nobody has a right to an epic that is not there: reading, updating and deleting it are 403, and its notes 404',
  source: 'epics#rights-of-epic',
  level: 'should',
  covers: [`GET ${EPIC}`, `PUT ${EPIC}`, `DELETE ${EPIC}`],
  needs: { in: 'group', tier: 'premium' },
  each: () => ['GET', 'PUT', 'DELETE'],
  holds: async ({ call, group: { id } }, verb) => {
    const place = { id, epic_iid: 99_999_999 }
    answers(await call(`${verb} ${EPIC}`, { ...place, title: 'No' }), 403)
    answers(await call(`GET ${EPIC}/notes`, place), 404)
  },
})

const whole = {
  title: 'Plan',
  description: 'Work',
  color: '#123456',
  labels: 'a,b',
  confidential: true,
  start_date_fixed: '2030-01-01',
  start_date_is_fixed: true,
  due_date_fixed: '2030-02-01',
  due_date_is_fixed: true,
} as const

/** What an update of one attribute sends, and what the epic shows of it. */
const updates: readonly (readonly [sent: Params, shown: Row])[] = [
  [{ title: 'Plan B' }, { title: 'Plan B' }],
  [{ description: 'More' }, { description: 'More' }],
  [{ color: '#654321' }, { color: '#654321' }],
  [{ add_labels: 'c' }, { labels: ['a', 'b', 'c'] }],
  [{ confidential: false }, { confidential: false }],
  [{ start_date_fixed: '2030-01-02' }, { start_date_fixed: '2030-01-02', start_date: '2030-01-02' }],
  [{ due_date_fixed: '2030-02-02' }, { due_date_fixed: '2030-02-02', due_date: '2030-02-02' }],
  [{ start_date_is_fixed: false }, { start_date_is_fixed: false, start_date: null }],
  [{ due_date_is_fixed: false }, { due_date_is_fixed: false, due_date: null }],
  [{ state_event: 'close' }, { state: 'closed' }],
]

export const updateKeepsTheRest = check({
  id: 'epics/update-keeps-the-rest',
  says: 'An update of an epic changes what it names and nothing else, its secrecy and fixed dates included',
  source: 'epics#update, epics#fixed-dates, epics#dates-of-managers, epics#shape',
  level: 'should',
  covers: [`PUT ${EPIC}`, `GET ${EPIC}`],
  needs: { in: 'group', tier: 'premium' },
  each: () => updates,
  holds: async ({ call, group: { id } }, [sent, shown]) => {
    const created = await call(`POST ${EPICS}`, { id, ...whole })
    answers(created, 201)
    const place = { id, epic_iid: numberIn(created.row(), 'iid') }
    const dates = { start_date: whole.start_date_fixed, due_date: whole.due_date_fixed }
    const before = { ...whole, ...dates, labels: ['a', 'b'], state: 'opened' }
    has(created.row(), before, created)
    const changed = await call(`PUT ${EPIC}`, { ...place, ...sent })
    answers(changed, 200)
    has(changed.row(), { ...before, ...shown }, changed)
    const read = await call(`GET ${EPIC}`, place)
    has(read.row(), { ...before, ...shown }, read)
  },
})

export const datesOfManagers = check({
  id: 'epics/dates-of-managers',
  says: 'Epics are reached below the dash as well, their fixed dates are shown to those who may change them, and owners say when they were written',
  source: 'epics#dash, epics#dates-of-managers, epics#list-not, epics#written-at',
  level: 'should',
  covers: [`GET ${EPICS}`, `POST ${EPICS}`, `GET ${EPIC}`],
  needs: { in: 'group', tier: 'premium' },
  holds: async ({ call, send, group }) => {
    const { id } = group
    const dates = { start_date_fixed: '2030-01-01', start_date_is_fixed: true }
    const created_at = '2020-01-02T03:04:05.000Z'
    const made = await call(`POST ${EPICS}`, { id, title: 'Old', labels: 'old', ...dates, created_at })
    answers(made, 201)
    has(made.row(), { ...dates, created_at }, made)
    const place = { id, epic_iid: numberIn(made.row(), 'iid') }
    const seen = await call(`GET ${EPIC}`, place, { as: 'guest' })
    answers(seen, 200)
    has(seen.row(), { start_date: '2030-01-01' }, seen)
    lacks(seen.row(), ['start_date_fixed', 'start_date_is_fixed', 'due_date_fixed', 'web_edit_url'], seen)
    const listed = async (not: Params) => (await call(`GET ${EPICS}`, { id, not })).rows().length
    equals('those without the label', await listed({ labels: ['old'] }), 0)
    equals('those without another label', await listed({ labels: ['other'] }), 1)
    equals('those of others', await listed({ author_id: numberIn(made.row().author as Row, 'id') }), 0)
    const dashed = await send('GET', `/groups/${id}/-/epics/${place.epic_iid}`)
    answers(dashed, 200)
    has(dashed.row(), { title: 'Old' }, dashed)
  },
})
