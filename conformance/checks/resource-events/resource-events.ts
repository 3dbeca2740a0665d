import { issue, label } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, numberIn } from '../../kit/expect.ts'

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
