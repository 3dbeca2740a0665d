import { expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

test('what is done to an issue or a merge request is kept', () => {
  const carol = here.as('carol')
  const { iid } = carol.post('/projects/1/issues', { title: 'One', labels: 'a,b', weight: 3 }).json
  const at = `/projects/1/issues/${iid}`
  carol.put(at, { remove_labels: 'a', weight: 5, state_event: 'close' })
  const events = (kind: string) => carol.get(`${at}/resource_${kind}_events`).json
  expect(events('label').map((it: { action: string }) => it.action)).toEqual(['add', 'add', 'remove'])
  expect(events('label')[2]).toMatchObject({ label: { name: 'a' }, user: { username: 'carol' } })
  expect(events('weight').map((it: { weight: number }) => it.weight)).toEqual([3, 5])
  expect(events('state')).toMatchObject([{ state: 'closed', resource_type: 'Issue' }])
  const [first] = events('label')
  expect(carol.get(`${at}/resource_label_events/${first.id}`).json).toEqual(first)
  expect(carol.get(`${at}/resource_state_events/${first.id}`).status).toBe(404)
})
