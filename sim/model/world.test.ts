import { expect, test } from 'vitest'
import { createSimulator } from '../index.ts'
import { callsOf } from '../testing/calls.ts'

// Ids and internal numbers that are far beyond those of the demo world.
const ahead = 5000

test.each([
  ['issues', '/projects/1/issues', { title: 'New' }],
  [
    'mergeRequests',
    '/projects/1/merge_requests',
    { title: 'New', source_branch: 'new', target_branch: 'main' },
  ],
  ['milestones', '/projects/1/milestones', { title: 'New' }],
  ['labels', '/projects/1/labels', { name: 'new', color: '#ff0000' }],
] as const)(
  'a row of %s is created beside rows that were put into the world directly',
  (table, path, body) => {
    const sim = createSimulator({ clock: 'frozen' })
    const rows = sim.world.table(table)
    const pattern = rows?.all().first()
    const last = rows?.all().last()?.id as number
    const [next, far] = [last + 1, last + ahead]
    for (const id of [next, far]) rows?.insert({ ...pattern, id, iid: id, title: `Arranged ${id}` } as never)
    const alice = callsOf(sim, 'alice')
    alice.post('/projects/1/repository/branches', { branch: 'new', ref: 'main' })
    const { status, json } = alice.post(path, body)
    expect([status, json]).toEqual([201, expect.objectContaining({ id: far + 1 })])
    const { iid } = json as { iid?: number }
    if (table === 'issues' || table === 'mergeRequests') expect(iid).toBe(far + 1)
  },
)
