import { expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const MANY = 1100
const simulator = testSimulator()
const { snippets } = simulator.world
const pattern = snippets.all().first()
if (pattern === undefined) throw new Error('the world has no snippets')
const pick = <T>(values: readonly T[], i: number): T => values[i % values.length] as T
const first = Number(snippets.last()?.id) + 1
snippets.fill([
  ...snippets.all().list(),
  ...Array.from({ length: MANY }, (_, i) => ({
    ...pattern,
    id: first + i,
    projectId: pick([null, 1, 2, 5, 6], i),
    authorId: pick([2, 3, 4], i * 7),
    visibility: pick(['private', 'internal', 'public'] as const, i * 11),
    updatedAt: Date.UTC(2025, 0) + ((i * 7919) % 500) * 1000,
  })),
])
const PAGE = 100

test.each(['bob', 'mallory', 'root'])('%s lists all snippets that they see', (user) => {
  const calls = callsOf(simulator, user)
  const sees = ({ id, projectId }: { readonly id: number; readonly projectId: number | null }) =>
    calls.get(projectId === null ? `/snippets/${id}` : `/projects/${projectId}/snippets/${id}`).status === 200
  const expected = snippets
    .all()
    .list()
    .filter(sees)
    .sort((a, b) => b.updatedAt - a.updatedAt || b.id - a.id)
    .map(({ id }) => id)
  for (let page = 1; (page - 1) * PAGE < expected.length; page++) {
    const { json, headers } = calls.get(`/snippets/all?per_page=${PAGE}&page=${page}`)
    expect(json.map(({ id }: { readonly id: number }) => id)).toEqual(
      expected.slice((page - 1) * PAGE, page * PAGE),
    )
    expect(headers['X-Total']).toBe(String(expected.length))
  }
})
