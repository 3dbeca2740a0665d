import fc from 'fast-check'
import { project as anotherProject, milestone } from '../../arrange/records.ts'
import { words } from '../../draw/params.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, refuses, says, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { failedTo, titleShown } from '../../oracle/milestones.ts'
import { nounMissing, recordMissing } from '../../oracle/texts.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

const update = 'PUT /projects/:id/milestones/:milestone_id'

const read = 'GET /projects/:id/milestones/:milestone_id'

async function one(stage: Stage): Promise<Row> {
  return milestone(stage, {
    title: 'before',
    description: 'text',
    start_date: '2030-01-01',
    due_date: '2030-02-01',
  })
}

const changes = fc.record(
  {
    title: words.filter((text) => titleShown(text) === text),
    description: fc.oneof(words, fc.constant('')),
    start_date: fc.constantFrom('2029-01-01', '20290202'),
    due_date: fc.constantFrom('2031-01-01', '20310202'),
    state_event: fc.constantFrom('close', 'activate'),
  },
  { requiredKeys: [] },
)

interface Change {
  readonly title?: string
  readonly description?: string
  readonly start_date?: string
  readonly due_date?: string
  readonly state_event?: 'close' | 'activate'
}

interface Changed {
  readonly closed: boolean
  readonly change: Change
}

const dashed = (date: string) => date.replace(/^(\d{4})-?(\d\d)-?(\d\d)$/, '$1-$2-$3')

export const updateKeepsTheRest = check({
  id: 'milestones/update-keeps-the-rest',
  says: 'An update changes the attributes that it names and no others',
  source: 'milestones#update',
  level: 'must',
  covers: [update, read],
  arrange: one,
  over: () =>
    fc.record({
      closed: fc.boolean(),
      change: changes.filter((change) => Object.keys(change).length > 0),
    }),
  examples: [
    { closed: true, change: { title: 'after' } },
    { closed: true, change: { description: 'after', due_date: '2031-01-01' } },
  ],
  holds: async ({ call, project }, { closed, change }: Changed, before) => {
    const params = { id: project.id, milestone_id: numberIn(before, 'id') }
    if (closed) expectArranged(await call(update, { ...params, state_event: 'close' }))
    const reply = await call(update, { ...params, ...change })
    answers(reply, 200)
    const { state_event, ...fields } = change
    const normalised = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, name.endsWith('date') ? dashed(value) : value]),
    )
    const state = (state_event ?? (closed ? 'close' : 'activate')) === 'close' ? 'closed' : 'active'
    const { updated_at: _before, ...rest } = before
    has(reply.row(), { ...rest, ...normalised, state }, reply)
    const again = await call(read, params)
    equals('the milestone read again', again.json, reply.json, again)
  },
})

export const updatedAt = check({
  id: 'milestones/updated-at',
  says: 'An update moves `updated_at` and leaves `created_at`',
  source: 'milestones#update',
  level: 'must',
  covers: [update],
  arrange: one,
  holds: async ({ call, project }, _none, before) => {
    const reply = await call(update, { id: project.id, milestone_id: numberIn(before, 'id'), title: 'after' })
    has(reply.row(), { created_at: before.created_at ?? null }, reply)
    const later = textIn(reply.row(), 'updated_at')
    holds(later > textIn(before, 'updated_at'), 'updated_at is later', later, reply)
  },
})

export const updateNeedsAParameter = check({
  id: 'milestones/update-needs-a-parameter',
  says: 'An update without any of its five parameters answers 400 and lists them',
  source: 'milestones#update-needs-a-parameter',
  level: 'must',
  covers: [update],
  arrange: one,
  holds: async ({ call, project }, _none, before) => {
    const reply = await call(update, { id: project.id, milestone_id: numberIn(before, 'id'), iid: 5 })
    refuses(
      reply,
      'title, description, start_date, due_date, state_event are missing, at least one parameter must be provided',
    )
  },
})

export const stateEvents = check({
  id: 'milestones/state-events',
  says: '`close` and `activate` change the state, the same event again changes nothing, and any other value answers 400',
  source: 'milestones#state-events, milestones#states',
  level: 'must',
  covers: [update],
  arrange: one,
  holds: async ({ call, project }, _none, before) => {
    const params = { id: project.id, milestone_id: numberIn(before, 'id') }
    for (const [state_event, state] of [
      ['activate', 'active'],
      ['close', 'closed'],
      ['close', 'closed'],
      ['activate', 'active'],
    ] as const) {
      const reply = await call(update, { ...params, state_event })
      answers(reply, 200)
      has(reply.row(), { state }, reply)
    }
    refuses(
      await call(update, { ...params, state_event: 'reopen' }),
      'state_event does not have a valid value',
    )
    refuses(await call(update, { ...params, state_event: '' }), 'state_event does not have a valid value')
  },
})

export const updateRefused = check({
  id: 'milestones/update-refused',
  says: 'An update with dates in the wrong order answers 400 and changes nothing',
  source: 'milestones#date-order, milestones#update-refused',
  level: 'must',
  covers: [update],
  arrange: one,
  each: () =>
    [
      [{ due_date: '2030-01-01' }, { due_date: 'must be greater than start date' }],
      [{ start_date: '2030-03-01' }, { due_date: 'must be greater than start date' }],
    ] as const,
  holds: async ({ call, project }, [change, errors], before) => {
    const params = { id: project.id, milestone_id: numberIn(before, 'id') }
    says(
      await call(update, { ...params, description: 'lost', ...change }),
      400,
      failedTo('update', errors as { readonly [attribute: string]: string }),
    )
    const again = await call(read, params)
    equals('the milestone read again', again.json, before, again)
  },
})

export const titleKept = check({
  id: 'milestones/title-kept',
  says: 'An update with a blank title leaves the title as it was, and changes the rest',
  source: 'milestones#title-blank-on-update',
  level: 'must',
  covers: [update],
  arrange: one,
  each: () => ['', '  ', null],
  holds: async ({ call, project }, title, before) => {
    const params = { id: project.id, milestone_id: numberIn(before, 'id') }
    const reply = await call(update, { ...params, title, description: 'Changed' })
    answers(reply, 200)
    has(reply.row(), { title: before.title ?? null, description: 'Changed' }, reply)
  },
})

export const datesCleared = check({
  id: 'milestones/dates-cleared',
  says: 'An empty and a null date clear the date of a milestone',
  source: 'milestones#dates-cleared',
  level: 'must',
  covers: [update],
  arrange: one,
  each: () => ['', null],
  holds: async ({ call, project }, nothing, before) => {
    const params = { id: project.id, milestone_id: numberIn(before, 'id') }
    const reply = await call(update, { ...params, due_date: nothing })
    has(reply.row(), { due_date: null, start_date: '2030-01-01', expired: false }, reply)
  },
})

export const expired = check({
  id: 'milestones/expired',
  says: 'A milestone is expired when its due date lies before today, closed or not; without a due date it is not',
  source: 'milestones#expired',
  level: 'must',
  covers: [read, update, 'GET /projects/:id/milestones'],
  holds: async (stage) => {
    const { call, project } = stage
    const row = await milestone(stage, { title: 'old', due_date: '2001-01-01' })
    has(row, { expired: true })
    const params = { id: project.id, milestone_id: numberIn(row, 'id') }
    has((await call(update, { ...params, state_event: 'close' })).row(), { expired: true })
    const listed = await call('GET /projects/:id/milestones', {
      id: project.id,
      iids: [numberIn(row, 'iid')],
    })
    has(listed.rows()[0] ?? {}, { state: 'closed', expired: true }, listed)
    const today = textIn(row, 'created_at').slice(0, 10)
    has((await call(update, { ...params, due_date: today })).row(), { expired: false })
    has((await call(update, { ...params, due_date: '' })).row(), { expired: false })
  },
})

export const ownMilestonesOnly = check({
  id: 'milestones/own-milestones-only',
  says: 'A milestone is read by its global id in its own project only; those of other projects and of groups answer 404',
  source: 'milestones#milestone-id, conventions#visibility, conventions#internal-ids',
  level: 'must',
  covers: [read],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, project, group } = stage
    const other = numberIn(await anotherProject(stage, 'other', { namespace_id: group.id }), 'id')
    const foreign = arranged(await call('POST /projects/:id/milestones', { id: other, title: 'foreign' }))
    const above = arranged(await call('POST /groups/:id/milestones', { id: group.id, title: 'above' }))
    const own = await milestone(stage, { title: 'own' })
    for (const row of [foreign, above]) {
      const reply = await call(read, { id: project.id, milestone_id: numberIn(row, 'id') })
      answers(reply, recordMissing.status, recordMissing.body)
    }
    has((await call(read, { id: project.id, milestone_id: numberIn(own, 'id') })).row(), { title: 'own' })
    const stranger = await call(
      read,
      { id: project.id, milestone_id: numberIn(own, 'id') },
      { as: 'stranger' },
    )
    answers(stranger, 404, nounMissing('Project').body)
  },
})

export const invalidId = check({
  id: 'milestones/invalid-id',
  says: 'A milestone id that is no number answers 400 where it is a declared parameter, and 404 elsewhere',
  source: 'milestones#id-not-a-number, conventions#invalid-record-ids',
  level: 'should',
  covers: [read, update],
  holds: async ({ call, project }) => {
    const params = { id: project.id, milestone_id: 'abc' }
    const path = '/projects/:id/milestones/:milestone_id'
    for (const operation of [`GET ${path}`, `GET ${path}/issues`, `GET ${path}/merge_requests`])
      refuses(await call(operation, params), 'milestone_id is invalid')
    refuses(await call(update, { ...params, title: 'x' }), 'milestone_id is invalid')
    for (const operation of [`DELETE ${path}`, `POST ${path}/promote`, `GET ${path}/burndown_events`])
      answers(await call(operation, params), recordMissing.status, recordMissing.body)
  },
})
