import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Deployment, Pipeline } from '../../model/pipelines/ci.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { isoTime } from '../../time/calendar.ts'

const base = testSimulator()
const at = Date.UTC(2023, 0)
const bounds = [isoTime(at + 1000), isoTime(at + 3000)] as const
const [bob, carol] = [3, 4]

type Rank<Row> = (row: Row) => number | string
type Filters<Row> = { readonly [query: string]: (row: Row) => boolean }

const pipelineOrders: { readonly [order: string]: Rank<Pipeline> } = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  ref: ({ ref }) => ref,
  updated_at: ({ updatedAt }) => updatedAt,
  user_id: ({ userId }) => userId ?? 0,
}
const pipelineFilters: Filters<Pipeline> = {
  '': () => true,
  'status=failed': ({ status }) => status === 'failed',
  'scope=finished': ({ status }) => status === 'failed' || status === 'success',
  'scope=running': ({ status }) => status === 'running',
  'ref=main': ({ ref }) => ref === 'main',
  'username=carol': ({ userId }) => userId === carol,
  'yaml_errors=true': ({ yamlErrors }) => yamlErrors !== undefined,
  [`updated_after=${bounds[0]}`]: ({ updatedAt }) => updatedAt > at + 1000,
  [`updated_before=${bounds[1]}&updated_after=${bounds[0]}`]: ({ updatedAt }) =>
    updatedAt > at + 1000 && updatedAt < at + 3000,
}
const deploymentOrders: { readonly [order: string]: Rank<Deployment> } = {
  id: ({ id }) => id,
  iid: ({ iid }) => iid,
  created_at: ({ createdAt }) => createdAt,
  updated_at: ({ finishedAt, createdAt }) => finishedAt ?? createdAt,
  ref: ({ ref }) => ref,
}
const deploymentFilters: Filters<Deployment> = {
  '': () => true,
  'status=failed': ({ status }) => status === 'failed',
  'environment=qa': ({ environmentId }) => environmentId === 90_001,
  'environment=nowhere': () => false,
  [`updated_after=${bounds[0]}`]: ({ finishedAt, createdAt }) => (finishedAt ?? createdAt) >= at + 1000,
}

const queries = fc.record({
  order: fc.nat(),
  sort: fc.constantFrom('asc', 'desc'),
  filter: fc.nat(),
  other: fc.nat(),
  page: fc.integer({ min: 1, max: 4 }),
  per_page: fc.constantFrom(1, 7, 100),
  written: fc.nat({ max: 3000 }),
})

function oneOf<T>(values: readonly T[], number: number): T {
  return values[number % values.length] as T
}

interface Kind<Row> {
  readonly orders: { readonly [order: string]: Rank<Row> }
  readonly filters: Filters<Row>
  /** What they have beside ids and times, picked out of a few values. */
  readonly columns: (pick: <T>(values: readonly T[]) => T, i: number) => Partial<Row>
}
const kinds: { readonly pipelines: Kind<Pipeline>; readonly deployments: Kind<Deployment> } = {
  pipelines: {
    orders: pipelineOrders,
    filters: pipelineFilters,
    columns: (pick) => ({
      status: pick(['failed', 'success', 'running']),
      ref: pick(['main', 'other']),
      userId: pick([bob, carol, null]),
      source: pick(['push', 'push', 'parent_pipeline']),
      ...pick([{}, { yamlErrors: 'wrong' }]),
    }),
  },
  deployments: {
    orders: deploymentOrders,
    filters: deploymentFilters,
    columns: (pick, i) => ({
      iid: 5000 - i,
      status: pick(['failed', 'success']),
      ref: pick(['main', 'other']),
      environmentId: pick([90_001, 90_002]),
      finishedAt: pick([null, at + (i % 5) * 1000]),
    }),
  },
}

test.each(['pipelines', 'deployments'] as const)(
  '%s of a project come in the order that sorting all that pass would give',
  (kind) => {
    const { orders, filters, columns } = kinds[kind] as unknown as Kind<Pipeline>
    fc.assert(
      fc.property(
        fc.constantFrom(5, 150, 1300),
        fc.nat({ max: 1000 }),
        fc.array(queries, { minLength: 8, maxLength: 20 }),
        (count, seed, asked) => {
          const simulator = base.fork()
          const { world } = simulator
          const table = world[kind] as unknown as typeof world.pipelines
          const [sample] = table.by('byProject', 1).list()
          const [environment] = world.environments.by('byProject', 1).list()
          if (sample === undefined || environment === undefined) throw new Error('the demo world lacks a row')
          for (const { id } of table.all().list()) table.delete(id)
          for (const [id, name] of [
            [90_001, 'qa'],
            [90_002, 'live'],
          ] as const)
            world.environments.put({ ...environment, id, name })
          const drawn = (i: number, salt: number): Pipeline => {
            let state = i * 7919 + salt * 104_729
            const pick = <T>(values: readonly T[]): T => {
              state = (state * 48_271 + 11) % 2_147_483_647
              return oneOf(values, state)
            }
            const times = { createdAt: at + (i % 7) * 1000, updatedAt: at + ((i * 31) % 5) * 1000 }
            return {
              ...sample,
              ...times,
              ...columns(pick, i),
              id: 90_000 + i,
              projectId: i % 9 === 0 ? 2 : 1,
            }
          }
          for (let i = 1; i <= count; i++) table.insert(drawn(i, seed))
          const calls = callsOf(simulator, 'alice')
          for (const { order, sort, filter, other, page, per_page, written } of asked) {
            table.put(drawn((written % count) + 1, written))
            const by = oneOf(Object.keys(orders), order)
            const [one, another] = [filter, other].map((it) => oneOf(Object.keys(filters), it)) as [
              string,
              string,
            ]
            const names = (query: string) => [...new URLSearchParams(query).keys()]
            // A name that is sent twice counts once.
            const isTwice = names(another).some((name) => names(one).includes(name))
            const queries = isTwice ? [one] : [one, another]
            const rank = orders[by] as Rank<Pipeline>
            const sign = sort === 'asc' ? 1 : -1
            const expected = table
              .by('byProject', 1)
              .list()
              .filter((row) => queries.every((query) => filters[query]?.(row)))
              // Child pipelines are listed for who asks for them.
              .filter(({ source }) => source !== 'parent_pipeline')
              .sort((a, b) => sign * (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : a.id - b.id))
            const reply = calls.get(
              `/projects/1/${kind}?order_by=${by}&sort=${sort}&page=${page}&per_page=${per_page}&${queries.join('&')}`,
            )
            expect([queries, reply.headers['X-Total']]).toEqual([queries, String(expected.length)])
            expect(reply.json.map(({ id }: Pipeline) => id)).toEqual(
              expected.slice((page - 1) * per_page, page * per_page).map(({ id }) => id),
            )
          }
        },
      ),
      { numRuns: 8 },
    )
  },
)
