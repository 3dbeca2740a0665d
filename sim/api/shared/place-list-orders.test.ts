import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Calls, callsOf, testSimulator } from '../../testing/calls.ts'
import { isoTime } from '../../time/calendar.ts'

const base = testSimulator()
const at = Date.UTC(2023, 0)
const [alice, bob, carol] = [2, 3, 4]

type Row = { readonly id: number; readonly [column: string]: unknown }
type Rank = (row: Row) => number | string
interface Kind {
  readonly path: string
  readonly table: string
  readonly orders: { readonly [query: string]: Rank }
  readonly filters: { readonly [query: string]: (row: Row) => boolean }
  readonly columns: (pick: <T>(values: readonly T[]) => T, i: number) => object
  /** Ids descend inside equal keys, whichever way the order goes. */
  readonly newest?: boolean
  readonly sort?: 'asc' | 'desc'
  readonly as?: string
}

const all = { '': () => true }
const is = (column: string, value: unknown) => (row: Row) => row[column] === value
const by =
  (column: string): Rank =>
  (row) =>
    row[column] as number | string
const times = (pick: <T>(values: readonly T[]) => T) => ({
  createdAt: at + pick([1, 2, 3, 4]) * 1000,
  updatedAt: at + pick([1, 2, 3, 4]) * 1000,
})
const between = isoTime(at + 2500)

const kinds: { readonly [name: string]: Kind } = {
  notes: {
    path: '/projects/1/issues/1/notes',
    table: 'notes',
    orders: { 'order_by=created_at': by('createdAt'), 'order_by=updated_at': by('updatedAt') },
    filters: {
      ...all,
      'activity_filter=only_comments': is('system', false),
      'activity_filter=only_activity': is('system', true),
    },
    columns: (pick, i) => ({
      ...times(pick),
      noteable: 'Issue',
      noteableId: i % 9 === 0 ? 2 : 1,
      system: pick([true, false]),
      internal: pick([false, false, true]),
    }),
  },
  labels: {
    path: '/projects/1/labels',
    table: 'labels',
    orders: { '': by('title') },
    filters: {
      ...all,
      'search=odd': (row) => String(row.description).includes('odd'),
      'include_ancestor_groups=false': is('projectId', 1),
    },
    columns: (pick, i) => ({
      title: `label ${pick(['a', 'b', 'c'])} ${i}`,
      description: pick(['odd one', 'even']),
      ...pick([
        { projectId: 1, groupId: null },
        { projectId: null, groupId: 1 },
      ]),
    }),
    sort: 'asc',
  },
  milestones: {
    path: '/groups/1/milestones',
    table: 'milestones',
    orders: { '': by('id') },
    filters: {
      ...all,
      'state=closed': is('state', 'closed'),
      'iids[]=7&iids[]=8': (row) => row.iid === 7 || row.iid === 8,
      'search=late': (row) => String(row.title).includes('late'),
    },
    columns: (pick, i) => ({
      ...times(pick),
      iid: i,
      title: `${pick(['late', 'early'])} ${i}`,
      state: pick(['active', 'closed']),
      projectId: null,
      groupId: 1,
    }),
    sort: 'desc',
  },
  epics: {
    path: '/groups/1/epics',
    table: 'epics',
    orders: {
      'order_by=created_at': by('createdAt'),
      'order_by=title': (row) => `${row.title} ${row.createdAt}`,
    },
    filters: {
      ...all,
      'state=opened': is('state', 'opened'),
      'author_username=carol': is('authorId', carol),
      'not[author_id]=4': (row) => row.authorId !== carol,
      'confidential=true': is('confidential', true),
      [`updated_after=${between}`]: (row) => (row.updatedAt as number) > at + 2500,
    },
    columns: (pick, i) => ({
      ...times(pick),
      iid: i,
      groupId: 1,
      parentId: null,
      position: i,
      title: pick(['one', 'two']),
      description: null,
      state: pick(['opened', 'closed']),
      confidential: pick([false, false, true]),
      color: '#1068bf',
      labelIds: [],
      authorId: pick([bob, carol]),
      startDateFixed: null,
      startDateIsFixed: false,
      dueDateFixed: null,
      dueDateIsFixed: false,
      closedAt: null,
    }),
  },
  packages: {
    path: '/projects/1/packages',
    table: 'packages',
    orders: { 'order_by=created_at': by('createdAt'), 'order_by=name': by('name') },
    filters: {
      'status=default': is('status', 'default'),
      'package_type=npm&status=default': (row) => row.type === 'npm' && row.status === 'default',
      'package_name=tool&status=hidden': (row) => row.name === 'tool' && row.status === 'hidden',
    },
    columns: (pick, i) => ({
      ...times(pick),
      name: pick(['tool', 'toy']),
      version: `1.${i}`,
      type: pick(['npm', 'generic']),
      status: pick(['default', 'default', 'hidden']),
      projectId: 1,
    }),
  },
  releases: {
    path: '/projects/1/releases',
    table: 'releases',
    orders: { 'order_by=created_at': by('createdAt'), 'order_by=released_at': by('releasedAt') },
    filters: all,
    columns: (pick, i) => ({
      ...times(pick),
      projectId: 1,
      tag: `tag-${i}`,
      sha: null,
      name: `Release ${i}`,
      description: null,
      authorId: alice,
      milestoneIds: [],
      releasedAt: at + pick([1, 2, 3]),
    }),
  },
  runners: {
    path: '/runners/all',
    table: 'runners',
    as: 'root',
    orders: { '': by('id') },
    filters: {
      ...all,
      'paused=true': is('paused', true),
      'tag_list=docker': (row) => (row.tags as string[]).includes('docker'),
      'status=never_contacted': is('contactedAt', null),
      'status=offline': (row) => row.contactedAt !== null,
    },
    columns: (pick, i) => ({
      token: `token ${i}`,
      type: 'instance_type',
      paused: pick([true, false]),
      tags: pick([['docker'], ['linux'], []]),
      contactedAt: pick([null, at]),
    }),
    sort: 'asc',
  },
}

const questions = fc.record({
  order: fc.nat(),
  sort: fc.constantFrom('asc', 'desc'),
  filter: fc.nat(),
  page: fc.integer({ min: 1, max: 60 }),
  per_page: fc.constantFrom(1, 7, 100),
  written: fc.nat({ max: 3000 }),
})

function oneOf<T>(values: readonly T[], number: number): T {
  return values[number % values.length] as T
}

test.each(Object.keys(kinds))(
  '%s of a place come in the order that sorting all that pass would give',
  (name) => {
    const kind = kinds[name] as Kind
    fc.assert(
      fc.property(
        fc.constantFrom(40, 1300),
        fc.array(questions, { minLength: 8, maxLength: 16 }),
        (count, asked) => {
          const simulator = base.fork()
          const table = simulator.world.table(kind.table) as unknown as {
            all(): { list(): Row[]; first(): Row | undefined }
            delete(id: number): void
            put(row: Row): void
          }
          const [sample] = table.all().list()
          for (const { id } of table.all().list()) table.delete(id)
          const rows = new Map<number, Row>()
          const put = (i: number, salt: number) => {
            let state = i * 7919 + salt * 104_729
            const pick = <T>(values: readonly T[]): T => {
              state = (state * 48_271 + 11) % 2_147_483_647
              return oneOf(values, state)
            }
            const row: Row = { ...sample, ...kind.columns(pick, i), id: 90_000 + i }
            table.put(row)
            rows.set(row.id, row)
          }
          for (let i = 1; i <= count; i++) put(i, 1)
          const calls: Calls = callsOf(simulator, (kind.as ?? 'alice') as 'alice')
          for (const { order, sort: way, filter, page, per_page, written } of asked) {
            put((written % count) + 1, written)
            const ordered = oneOf(Object.keys(kind.orders), order)
            const filtered = oneOf(Object.keys(kind.filters), filter)
            const sort = kind.sort ?? way
            const [rank, passes] = [kind.orders[ordered], kind.filters[filtered]] as [
              Rank,
              (row: Row) => boolean,
            ]
            const sign = sort === 'asc' ? 1 : -1
            const expected = [...rows.values()]
              .filter((row) => passes(row) && (name !== 'notes' || row.noteableId === 1))
              .sort((a, b) => sign * (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : a.id - b.id))
            const path = `${kind.path}?${ordered}&${filtered}&sort=${sort}&page=${page}&per_page=${per_page}`
            const reply = calls.get(path)
            expect([path, reply.headers['X-Total']]).toEqual([path, String(expected.length)])
            expect(reply.json.map((row: Row) => row.id ?? row.tag_name)).toEqual(
              expected
                .slice((page - 1) * per_page, page * per_page)
                .map(({ id, tag }) => (name === 'releases' ? tag : id)),
            )
          }
        },
      ),
      { numRuns: 2 },
    )
  },
)
