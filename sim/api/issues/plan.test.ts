import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Issue } from '../../model/issues/issue.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()
const sample = base.world.issues.find('byIid', 1, 1) as Issue
const others = base.world.issues.by('byProject', 1).list()
const [label, milestone] = ['Planned', 'Later']

// Few values, so that many rows are equal; enough of them that filters leave more than is gathered and sorted.
const drawn = fc.record({
  count: fc.constantFrom(5, 40, 1500),
  dues: fc.constantFrom([null], [null, '2024-01-01', '2024-01-02']),
  weights: fc.constantFrom([null], [null, 0, 3]),
  times: fc.constantFrom(1, 3, 5000),
  seed: fc.nat({ max: 1000 }),
})

const queries = fc.record({
  order_by: fc.constantFrom('created_at', 'updated_at', 'title', 'due_date', 'weight', 'popularity'),
  sort: fc.constantFrom('asc', 'desc'),
  state: fc.constantFrom('all', 'opened', 'closed'),
  filter: fc.constantFrom('', 'author', 'assignee', 'no assignee', 'label', 'no label', 'milestone', 'none'),
  page: fc.integer({ min: 1, max: 12 }),
  per_page: fc.constantFrom(1, 7, 100),
})

type Rank = number | string | null
const ranks: { readonly [order: string]: (issue: Issue) => Rank } = {
  created_at: ({ createdAt }) => createdAt,
  updated_at: ({ updatedAt }) => updatedAt,
  title: ({ title }) => title,
  due_date: ({ dueDate }) => dueDate,
  weight: ({ weight }) => weight,
  popularity: () => 0,
}

/** What a filter is asked with, and which issues pass it. */
const filters: { readonly [filter: string]: readonly [query: string, passes: (issue: Issue) => boolean] } = {
  '': ['', () => true],
  author: ['&author_username=carol', ({ authorId }) => authorId === 4],
  assignee: ['&assignee_id=3', ({ assigneeIds }) => assigneeIds.includes(3)],
  'no assignee': ['&assignee_id=None', ({ assigneeIds }) => assigneeIds.length === 0],
  label: [`&labels=${label}`, ({ labelIds }) => labelIds.length > 0],
  'no label': ['&labels=None', ({ labelIds }) => labelIds.length === 0],
  milestone: [`&milestone=${milestone}`, ({ milestoneId }) => milestoneId !== null],
  none: ['&milestone=None', ({ milestoneId }) => milestoneId === null],
}

test('a page of issues is what sorting all that pass would give, from whichever index it is taken', () => {
  fc.assert(
    fc.property(drawn, fc.array(queries, { minLength: 10, maxLength: 30 }), (about, asked) => {
      const simulator = base.fork()
      const { issues } = simulator.world
      const calls = callsOf(simulator, 'alice')
      const labelId = calls.post('/projects/1/labels', { name: label, color: '#fff' }).json.id
      const milestoneId = calls.post('/projects/1/milestones', { title: milestone }).json.id
      for (const { id } of others) issues.delete(id)
      const pick = <T>(values: readonly T[], i: number, salt: number): T =>
        values[(i * 7919 + about.seed * salt) % values.length] as T
      for (let i = 1; i <= about.count; i++)
        issues.insert({
          ...sample,
          id: 100_000 + i,
          iid: i,
          title: `Title ${i % about.times}`,
          state: pick(['opened', 'closed'], i >> 2, 3),
          dueDate: pick(about.dues, i, 5),
          weight: pick(about.weights, i >> 1, 7),
          authorId: pick([3, 4], i >> 3, 11),
          assigneeIds: pick([[], [3], [3, 4]], i, 13),
          labelIds: pick([[], [labelId]], i >> 1, 17),
          milestoneId: pick([null, milestoneId], i >> 2, 19),
          confidential: false,
          createdAt: sample.createdAt + (i % about.times) * 1000,
          updatedAt: sample.updatedAt + ((i * 31) % about.times) * 1000,
        })
      const all = issues.by('byProject', 1).list()
      for (const { order_by, sort, state, filter, page, per_page } of asked) {
        const [query, passes] = filters[filter] as (typeof filters)['']
        const rank = ranks[order_by] as (issue: Issue) => Rank
        const sign = sort === 'asc' ? 1 : -1
        const expected = all
          .filter((issue) => (state === 'all' || issue.state === state) && passes(issue))
          .sort((a, b) => compared(rank(a), rank(b), sign) || b.id - a.id)
        const reply = calls.get(
          `/projects/1/issues?order_by=${order_by}&sort=${sort}&state=${state}&page=${page}&per_page=${per_page}${query}`,
        )
        expect(reply.headers['X-Total']).toBe(String(expected.length))
        expect(reply.json.map(({ id }: Issue) => id)).toEqual(
          expected.slice((page - 1) * per_page, page * per_page).map(({ id }) => id),
        )
      }
    }),
    { numRuns: 30 },
  )
})

// What is missing comes last in either direction.
function compared(a: Rank, b: Rank, sign: number): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -sign : sign
}
