import { expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

type Wish = { readonly [name: string]: unknown }

const notesAfter = (path: string, wishes: readonly Wish[]) => {
  const alice = callsOf(testSimulator(), 'alice')
  return wishes.map((wish) => {
    const known = new Set(alice.get(`${path}/notes?per_page=100`).json.map(({ id }: { id: number }) => id))
    expect(alice.put(path, wish).status).toBe(200)
    const notes = alice.get(`${path}/notes?per_page=100&sort=asc`).json as { id: number; body: string }[]
    return notes.filter(({ id }) => !known.has(id)).map(({ body }) => body)
  })
}

const issue = () => {
  const alice = callsOf(testSimulator(), 'alice')
  return `/projects/1/issues/${alice.get('/projects/1/issues?state=opened&assignee_id=None').json[0].iid}`
}

test('an update of an issue tells each change in a note', () => {
  const path = issue()
  const wishes = [
    { title: 'Renamed' },
    { title: 'Renamed again', description: 'Why' },
    { assignee_ids: [2, 3] },
    { assignee_ids: [3, 4] },
    { due_date: '2024-02-29' },
    { due_date: null },
    { discussion_locked: true },
    { discussion_locked: false },
    { labels: 'one', milestone_id: 0, weight: 3 },
  ]
  const [, ...told] = notesAfter(path, wishes)
  expect(told).toEqual([
    ['changed title from **Renamed** to **Renamed{+ again+}**', 'changed the description'],
    ['assigned to @alice and @bob'],
    ['assigned to @carol and unassigned @alice'],
    ['changed due date to February 29, 2024'],
    ['removed due date'],
    ['locked this issue'],
    ['unlocked this issue'],
    [],
  ])
})

test('time is told with the day', () => {
  const alice = callsOf(testSimulator(), 'alice')
  const path = issue()
  const times = [
    ['time_estimate', '1w 2h'],
    ['add_spent_time', '3h'],
    ['add_spent_time', '-1h'],
    ['reset_spent_time', undefined],
    ['reset_time_estimate', undefined],
  ] as const
  for (const [call, duration] of times) alice.post(`${path}/${call}`, { duration })
  const notes = alice.get(`${path}/notes?sort=desc&per_page=5`).json as { body: string }[]
  expect(notes.map(({ body }) => body).reverse()).toEqual([
    'changed time estimate to 1w 2h',
    'added 3h of time spent at 2024-01-01',
    'subtracted 1h of time spent at 2024-01-01',
    'removed time spent',
    'removed time estimate',
  ])
})

test('a merge request tells when it becomes a draft, and states are told by events', () => {
  const alice = callsOf(testSimulator(), 'alice')
  const [open] = alice.get('/projects/1/merge_requests?state=opened&wip=no').json
  const wishes = [
    { title: `Draft: ${open.title}` },
    { title: open.title },
    { reviewer_ids: [5] },
    { reviewer_ids: [] },
    { state_event: 'close' },
    { state_event: 'reopen' },
  ]
  expect(notesAfter(`/projects/1/merge_requests/${open.iid}`, wishes).slice(0, 2)).toEqual([
    ['marked this merge request as **draft**'],
    ['marked this merge request as **ready**'],
  ])
  expect(notesAfter(`/projects/1/merge_requests/${open.iid}`, wishes.slice(4))).toEqual([[], []])
})
