import { expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const seeded = testSimulator()
const url = '/projects/1/merge_requests/40'

test('a merge request that was read before shows whatever changed since', () => {
  const sim = seeded.fork()
  const as = (user: string) => callsOf(sim, user)
  const read = () => as('alice').get(url).json
  const before = read()
  expect(read()).toEqual(before)
  as('bob').post(`${url}/notes`, { body: 'Read again' })
  expect(read().user_notes_count).toBe(before.user_notes_count + 1)
  sim.world.users.update(before.author.id, { name: 'Somebody else' })
  expect(read().author.name).toBe('Somebody else')
  expect(as('carol').get(url).json.user.can_merge).not.toBe(read().user.can_merge)
  expect(as('alice').get(`${url}?render_html=true`).json).toHaveProperty('title_html')
  const { due_date } = read().milestone
  sim.clock.set(`${due_date}T23:59:00Z`)
  expect(read().milestone.expired).toBe(false)
  sim.clock.advance('2m')
  expect(read().milestone.expired).toBe(true)
  const [parent, fork] = [sim, sim.fork()]
  callsOf(fork, 'bob').put(url, { title: 'In the fork' })
  expect(callsOf(parent, 'alice').get(url).json.title).toBe(before.title)
  expect(callsOf(fork, 'alice').get(url).json.title).toBe('In the fork')
})
