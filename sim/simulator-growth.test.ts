import { expect, test, vi } from 'vitest'
import { Run } from './store/run.ts'
import { callsOf, testSimulator } from './testing/calls.ts'

type Write = readonly [method: 'post' | 'put', path: string, values: (i: number) => object]

const project = '/projects/1'
const words = 'See #1, !2 and @bob'

// Of what most clients write. Each leaves something behind: notes, events, and what mentions something.
const writes: readonly Write[] = [
  ['put', `${project}/merge_requests/1`, (i) => ({ title: `Title ${i}` })],
  ['put', `${project}/merge_requests/1`, (i) => ({ description: `${words} ${i}` })],
  ['put', `${project}/merge_requests/1`, (i) => ({ labels: i % 2 ? 'bug' : '', assignee_id: 2 + (i % 4) })],
  ['put', `${project}/merge_requests/1`, (i) => ({ state_event: i % 2 ? 'close' : 'reopen' })],
  ['post', `${project}/merge_requests/1/notes`, (i) => ({ body: `${words} ${i}` })],
  ['put', `${project}/issues/3`, (i) => ({ title: `Title ${i}`, description: `${words} ${i}` })],
  ['post', `${project}/issues/3/notes`, (i) => ({ body: `${words} ${i}` })],
  ['post', `${project}/issues`, (i) => ({ title: `New ${i}`, description: words, labels: 'bug' })],
  ['post', `${project}/milestones`, (i) => ({ title: `New ${i}` })],
  ['post', `${project}/labels`, (i) => ({ name: `new ${i}`, color: '#ff0000' })],
]

/** Rows that a piece of work takes out of indexes. */
function rowsTaken(work: () => void): number {
  let taken = 0
  const spies = (['list', 'slice', 'ids'] as const).map((way) => {
    const real = Run.prototype[way] as (...given: unknown[]) => object[]
    return vi.spyOn(Run.prototype, way).mockImplementation(function (this: Run<object>, ...given: unknown[]) {
      const rows = real.apply(this, given)
      taken += rows.length
      return rows as never
    })
  })
  work()
  for (const spy of spies) spy.mockRestore()
  return taken
}

test.each(writes)(
  'what is written looks at no more for what was written before: %s %s',
  (method, path, values) => {
    const alice = callsOf(testSimulator(), 'alice')
    const batch = (from: number, count: number) => {
      for (let i = from; i < from + count; i++)
        expect(alice[method](path, values(i)).status).toBeLessThan(300)
    }
    batch(0, 4)
    const atFirst = rowsTaken(() => batch(4, 4))
    batch(8, 40)
    expect(rowsTaken(() => batch(48, 4))).toBeLessThan(atFirst + 40)
  },
)
