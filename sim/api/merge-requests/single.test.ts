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

test('the patch of a merge request has a header and the lines for each file', () => {
  const alice = callsOf(seeded, 'alice')
  const listed: readonly { readonly diff: string; readonly old_path: string; readonly new_path: string }[] =
    alice.get(`${url}/diffs`).json
  const { status, body, headers } = alice.get(`${url}/raw_diffs`)
  expect([status, headers['Content-Type']]).toEqual([200, 'text/plain'])
  const patch = new TextDecoder().decode(body as Uint8Array)
  expect(patch.match(/^diff --git .*$/gm)).toEqual(
    listed.map(({ old_path, new_path }) => `diff --git a/${old_path} b/${new_path}`),
  )
  for (const { diff } of listed) expect(patch).toContain(diff)
  expect(callsOf(seeded, 'mallory').get(`${url}/raw_diffs`).status).toBe(404)
})
