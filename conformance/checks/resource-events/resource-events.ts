import { issue, label } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const path = '/projects/:id/issues/:issue_iid'

export const labelEvents = check({
  id: 'resource-events/label-events',
  says: 'The label events of an issue list each added and removed label in the order of the changes',
  source: 'resource-events#order, resource-events#one-event-per-label, resource-events#get',
  level: 'should',
  covers: [`GET ${path}/resource_label_events`, `GET ${path}/resource_label_events/:event_id`],
  needs: { writes: true },
  holds: async (stage) => {
    const { id } = stage.project
    for (const name of ['one', 'two']) await label(stage, name)
    const issue_iid = numberIn(await issue(stage, { title: 'Told' }), 'iid')
    const change = `PUT ${path}`
    answers(await stage.call(change, { id, issue_iid, add_labels: 'one' }), 200)
    answers(await stage.call(change, { id, issue_iid, add_labels: 'two', remove_labels: 'one' }), 200)
    const list = await stage.call(`GET ${path}/resource_label_events`, { id, issue_iid })
    const seen = list.rows().map(({ action, label }) => `${action} ${(label as { name?: string })?.name}`)
    equals(
      'what was done',
      [seen[0] ?? '', ...seen.slice(1).sort()],
      ['add one', 'add two', 'remove one'],
      list,
    )
    const [first] = list.rows()
    const one = { id, issue_iid, event_id: first?.id as number }
    answers(await stage.call(`GET ${path}/resource_label_events/:event_id`, one), 200, first as never)
  },
})

const EPICS = '/groups/:id/epics'
const EPIC = `${EPICS}/:epic_id`

export const epicEvents = check({
  id: 'resource-events/of-epics',
  says: 'Changes of the labels and the state of an epic are events, found by the ID of the epic, listed and shown one by one',
  source: 'resource-events#epics',
  level: 'should',
  covers: ['label', 'state'].flatMap((kind) => [
    `GET ${EPIC}/resource_${kind}_events`,
    `GET ${EPIC}/resource_${kind}_events/:event_id`,
  ]),
  needs: { in: 'group', writes: true, tier: 'premium' },
  holds: async ({ call, group }) => {
    const { id } = group
    const epic = arranged(await call(`POST ${EPICS}`, { id, title: 'Told' }))
    const change = { id, epic_iid: numberIn(epic, 'iid'), labels: 'seen', state_event: 'close' }
    arranged(await call(`PUT ${EPICS}/:epic_iid`, change))
    const at = { id, epic_id: numberIn(epic, 'id') }
    const told = { label: { action: 'add' }, state: { state: 'closed' } }
    for (const [kind, what] of Object.entries(told)) {
      const list = await call(`GET ${EPIC}/resource_${kind}_events`, at)
      equals('how many events there are', list.rows().length, 1, list)
      const [event = {}] = list.rows()
      has(event, { ...what, resource_type: 'Epic', resource_id: at.epic_id }, list)
      const one = { ...at, event_id: numberIn(event, 'id') }
      answers(await call(`GET ${EPIC}/resource_${kind}_events/:event_id`, one), 200, event)
    }
  },
})
