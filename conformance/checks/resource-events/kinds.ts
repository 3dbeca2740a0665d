import { issue, label, mergeRequest, milestone } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, rowIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

interface Kind {
  readonly update: (stage: Stage) => Promise<Params>
  readonly shows: (event: Row) => Row
  readonly expected: Row
}

const kinds: { readonly [kind: string]: Kind } = {
  label: {
    update: async (stage) => ({ labels: String((await label(stage, 'bug')).name) }),
    shows: (event) => ({ action: event.action ?? null, name: rowIn(event, 'label').name ?? null }),
    expected: { action: 'add', name: 'bug' },
  },
  milestone: {
    update: async (stage) => ({ milestone_id: numberIn(await milestone(stage, { title: 'One' }), 'id') }),
    shows: (event) => ({ action: event.action ?? null, title: rowIn(event, 'milestone').title ?? null }),
    expected: { action: 'add', title: 'One' },
  },
  state: {
    update: async () => ({ state_event: 'close' }),
    shows: (event) => ({ state: event.state ?? null }),
    expected: { state: 'closed' },
  },
  weight: {
    update: async () => ({ weight: 3 }),
    shows: (event) => ({ weight: event.weight ?? null }),
    expected: { weight: 3 },
  },
}

const ISSUE = '/projects/:id/issues/:issue_iid'

const REQUEST = '/projects/:id/merge_requests/:merge_request_iid'

const cases = [
  ...['label', 'milestone', 'state', 'weight'].map((kind) => [ISSUE, kind] as const),
  ...['label', 'milestone', 'state'].map((kind) => [REQUEST, kind] as const),
]

export const listedAndShown = check<readonly [path: string, kind: string]>({
  id: 'resource-events/listed-and-shown',
  says: 'A change of the labels, milestone, state or weight of an issue or merge request is one event, listed and shown with what changed',
  source: 'resource-events#kinds, resource-events#shape, resource-events#order, resource-events#get',
  level: 'should',
  covers: cases.flatMap(([path, kind]) => [
    `GET ${path}/resource_${kind}_events`,
    `GET ${path}/resource_${kind}_events/:event_id`,
  ]),
  needs: { repository: true, writes: true, tier: 'premium' },
  each: () => cases,
  holds: async (stage, [path, name]) => {
    const { call, project } = stage
    const kind = kinds[name]
    holds(kind !== undefined, 'the kind of event is known', name)
    const row =
      path === ISSUE ? await issue(stage, { title: 'One' }) : await mergeRequest(stage, { branch: 'one' })
    const iid = numberIn(row, 'iid')
    const place = { id: project.id, ...(path === ISSUE ? { issue_iid: iid } : { merge_request_iid: iid }) }
    const events = `${path}/resource_${name}_events`
    answers(await call(`GET ${events}`, place), 200, [])
    expectArranged(await call(`PUT ${path}`, { ...place, ...(await kind.update(stage)) }))
    const listed = await call(`GET ${events}`, place)
    answers(listed, 200)
    const [event = {}, ...others] = listed.rows()
    equals('the further events', others, [], listed)
    const shown =
      name === 'weight'
        ? { issue_id: row.id ?? null }
        : { resource_id: row.id ?? null, resource_type: path === ISSUE ? 'Issue' : 'MergeRequest' }
    has(event, shown, listed)
    equals('what changed', kind.shows(event), kind.expected, listed)
    const one = { ...place, event_id: numberIn(event, 'id') }
    answers(await call(`GET ${events}/:event_id`, one), 200, event)
    answers(await call(`GET ${events}/:event_id`, { ...one, event_id: 987_654_321 }), 404)
  },
})
