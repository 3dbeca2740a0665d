import { expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'
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

test('what is done to an epic is kept, and found by the ID of the epic', () => {
  const alice = here.as('alice')
  const { id, iid } = alice.post('/groups/1/epics', { title: 'One', labels: 'a' }).json
  alice.put(`/groups/1/epics/${iid}`, { labels: 'b', state_event: 'close' })
  const at = `/groups/1/epics/${id}`
  const labels = alice.get(`${at}/resource_label_events`).json
  expect(labels).toMatchObject([
    { action: 'add', label: { name: 'a' }, resource_type: 'Epic', resource_id: id },
    { action: 'add', label: { name: 'b' } },
    { action: 'remove', label: { name: 'a' } },
  ])
  expect(alice.get(`${at}/resource_state_events`).json).toMatchObject([{ state: 'closed' }])
  expect(alice.get(`${at}/resource_label_events/${labels[0].id}`).json).toEqual(labels[0])
  expect(alice.get(`${at}/resource_state_events/${labels[0].id}`).status).toBe(404)
  expect(here.as('mallory').get(`${at}/resource_label_events`).status).toBe(404)
  expect(alice.delete(`/groups/1/epics/${iid}`).status).toBe(204)
  expect(here.sim.world.resourceEvents.by('byTarget', 'Epic', id).list()).toEqual([])
})

interface Shown {
  readonly iid: number
  readonly project_id: number
  readonly state: string
  readonly labels: readonly string[]
  readonly milestone: { readonly id: number } | null
  readonly weight?: number | null
  readonly created_at: string
  readonly updated_at: string
  readonly closed_at: string | null
  readonly closed_by: { readonly id: number } | null
  readonly merged_at?: string | null
  readonly merge_user?: { readonly id: number } | null
}
interface Event {
  readonly created_at: string
  readonly user: { readonly id: number } | null
  readonly action?: string
  readonly state?: string
  readonly weight?: number
  readonly label?: { readonly name: string }
  readonly milestone?: { readonly id: number }
}

/** What is there after all that was added and removed. */
function remaining<T>(events: readonly Event[], of: (event: Event) => T): T[] {
  const left = new Set<T>()
  for (const event of events)
    if (event.action === 'add') left.add(of(event))
    else left.delete(of(event))
  return [...left]
}

test.each(['issues', 'merge_requests'])(
  'the events of all %s of the demo world lead to what is shown',
  (kind) => {
    const root = here.as('root')
    const all = [1, 2].flatMap(
      (page) => root.get(`/${kind}?scope=all&state=all&per_page=100&page=${page}`).json,
    )
    expect(all.length).toBeGreaterThan(50)
    for (const row of all as Shown[]) {
      const at = `/projects/${row.project_id}/${kind}/${row.iid}`
      const events = (what: string): Event[] => root.get(`${at}/resource_${what}_events?per_page=100`).json
      const [labels, milestones, states] = [events('label'), events('milestone'), events('state')]
      const told = {
        labels: remaining(labels, ({ label }) => label?.name).sort(),
        milestone: remaining(milestones, ({ milestone }) => milestone?.id)[0] ?? null,
        ...(kind === 'issues' && { weight: events('weight').at(-1)?.weight ?? null }),
      }
      expect(told, at).toEqual({
        labels: [...row.labels].sort(),
        milestone: row.milestone?.id ?? null,
        ...(kind === 'issues' && { weight: row.weight ?? null }),
      })
      const last = states.at(-1)
      expect(last === undefined || last.state === 'reopened' ? 'opened' : last.state, at).toBe(row.state)
      const [end, by] =
        row.state === 'merged' ? [row.merged_at, row.merge_user] : [row.closed_at, row.closed_by]
      if (row.state !== 'opened') expect([last?.created_at, last?.user?.id], at).toEqual([end, by?.id])
      const times = [...labels, ...milestones, ...states].map(({ created_at }) => created_at)
      for (const time of times) expect(time >= row.created_at && time <= row.updated_at, at).toBe(true)
    }
  },
)

test('what a described world leaves out of its events follows from the rows', () => {
  const at = (hour: number) => `2024-01-02T0${hour}:00:00.000Z`
  const sim = testSimulator({
    world: {
      version: 1,
      users: [{ username: 'ann', name: 'Ann', createdAt: at(0) }],
      tokens: [{ value: 'ann-token', user: 'ann', scopes: ['api'], createdAt: at(0) }],
      projects: [
        {
          path: 'ann/app',
          labels: [
            { title: 'late', color: '#ff0000', createdAt: at(2) },
            { title: 'bug', color: '#00ff00' },
          ],
          issues: [
            {
              title: 'One',
              author: 'ann',
              createdAt: at(1),
              labels: ['late', 'bug'],
              weight: 3,
              history: [
                { action: 'closed', by: 'ann', at: at(3) },
                { action: 'reopened', by: 'ann', at: at(4) },
              ],
            },
          ],
          repository: {
            commits: [{ key: 'a', message: 'One', author: 'ann', at: at(0), parents: [] }],
            branches: { main: 'a', b: 'a' },
          },
          mergeRequests: [
            {
              title: 'Two',
              author: 'ann',
              sourceBranch: 'b',
              state: 'merged',
              createdAt: at(1),
              updatedAt: at(5),
            },
          ],
        },
      ],
    },
  })
  const ann = callsOf(sim, 'ann')
  const events = (path: string) => ann.get(`/projects/1/${path}_events`).json
  expect(events('issues/1/resource_state')).toMatchObject([
    { state: 'closed', created_at: at(3) },
    { state: 'reopened', created_at: at(4) },
  ])
  expect(events('issues/1/resource_label')).toMatchObject([
    { label: { name: 'bug' }, created_at: at(1), user: { username: 'ann' } },
    { label: { name: 'late' }, created_at: at(2) },
  ])
  expect(events('issues/1/resource_weight')).toMatchObject([{ weight: 3, created_at: at(1) }])
  expect(events('merge_requests/1/resource_state')).toMatchObject([{ state: 'merged', created_at: at(5) }])
  expect(ann.get('/projects/1/merge_requests/1').json.merged_at).toBe(at(5))
})
