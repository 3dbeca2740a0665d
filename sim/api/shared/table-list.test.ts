import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { World } from '../../model/world.ts'
import { callerFor } from '../../policy/caller.ts'
import { seesEvent } from '../../policy/events.ts'
import { projectLevel } from '../../policy/roles.ts'
import { seesGroup, seesProject } from '../../policy/visible.ts'
import type { Table } from '../../store/table.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { isoTime } from '../../time/calendar.ts'

const base = testSimulator()
const at = Date.UTC(2023, 0)

type Pick = <T>(values: readonly T[]) => T
// biome-ignore lint/suspicious/noExplicitAny: rows of several kinds, of which each test knows its own.
type Row = any

/** What a list is asked with, and what that means for a row. */
interface Kind {
  readonly path: string
  readonly rows: (world: World) => Table<Row>
  readonly columns: (pick: Pick, i: number, world: World) => object
  readonly sees: (world: World, username: string, row: Row) => boolean
  readonly filters: { readonly [query: string]: (row: Row, world: World, username: string) => boolean }
  readonly orders: { readonly [query: string]: (row: Row) => number | string }
  /** Of equals the older come first in either direction. */
  readonly oldestFirst?: true
}

const situationOf = (world: World, username: string) => {
  const user = world.users.find('byUsername', username)
  if (user === undefined) throw new Error(`the demo world has no ${username}`)
  return { world, user, caller: callerFor(user), now: base.clock.now() }
}
const visibilities = ['public', 'internal', 'private', 'private'] as const

const kinds: { readonly [name: string]: Kind } = {
  projects: {
    path: '/projects',
    rows: ({ projects }) => projects as never,
    columns: (pick, i) => ({
      name: `${pick(['needle', 'hay'])} ${i % 40}`,
      path: `p${i}`,
      fullPath: `p${i}`,
      visibility: pick(visibilities),
      archived: pick([true, false]),
      namespaceId: pick([1, 2]),
      topics: pick([[], ['ruby'], ['ruby', 'go']]),
      lastActivityAt: at + (i % 50) * 1000,
      features: {
        ...base.world.projects.require(1).features,
        issues: pick(['enabled', 'private', 'disabled']),
      },
    }),
    sees: (world, username, row) => {
      const { caller, now } = situationOf(world, username)
      return seesProject(world, caller, row, now)
    },
    filters: {
      'archived=true': ({ archived }) => archived,
      'visibility=private': ({ visibility }) => visibility === 'private',
      'search=needle': ({ name }) => name.startsWith('needle'),
      'topic=ruby,go': ({ topics }) => topics.includes('go') && topics.includes('ruby'),
      'id_after=90300': ({ id }) => id > 90_300,
      [`last_activity_after=${new Date(at + 20_000).toISOString()}`]: ({ lastActivityAt }) =>
        lastActivityAt > at + 20_000,
      'membership=true': (row, world, username) => levelIn(world, username, row) >= 10,
      'min_access_level=40': (row, world, username) => levelIn(world, username, row) >= 40,
      'with_issues_enabled=true': (row, world, username) =>
        row.features.issues === 'enabled' ||
        (row.features.issues === 'private' &&
          (situationOf(world, username).caller.admin || levelIn(world, username, row) >= 10)),
    },
    orders: {
      'order_by=id': ({ id }) => id,
      'order_by=name': ({ name }) => name,
      'order_by=last_activity_at': ({ lastActivityAt }) => lastActivityAt,
    },
  },
  groups: {
    path: '/groups',
    rows: ({ groups }) => groups as never,
    columns: (pick, i) => {
      const parent = pick([null, 'acme'])
      return {
        name: `${pick(['needle', 'hay'])} ${i % 40}`,
        path: `g${i}`,
        parentId: parent === null ? null : 1,
        fullPath: parent === null ? `g${i}` : `${parent}/g${i}`,
        visibility: pick(visibilities),
      }
    },
    sees: (world, username, row) => {
      const { caller, now } = situationOf(world, username)
      return seesGroup(world, caller, row, now)
    },
    filters: {
      'visibility=public': ({ visibility }) => visibility === 'public',
      'search=needle': ({ name }) => name.startsWith('needle'),
      'top_level_only=true': ({ parentId }) => parentId === null,
      'skip_groups=90300,90301': ({ id }) => id !== 90_300 && id !== 90_301,
    },
    orders: {
      'all_available=true&order_by=name': ({ name }) => name,
      'all_available=true&order_by=path': ({ path }) => path,
    },
    oldestFirst: true,
  },
  users: {
    path: '/users',
    rows: ({ users }) => users as never,
    columns: (pick, i) => ({
      name: `${pick(['needle', 'hay'])} ${i % 40}`,
      username: `u${i}`,
      email: `u${i}@example.com`,
      publicEmail: '',
      namespaceId: 90_000 + i,
      state: pick(['active', 'blocked']),
      external: pick([true, false]),
      createdAt: at + (i % 7) * 1000,
    }),
    sees: (world, username, { state }) =>
      situationOf(world, username).caller.admin || (state !== 'blocked' && state !== 'banned'),
    filters: {
      'active=true': ({ state }) => state === 'active',
      'external=true': ({ external }) => external,
      'exclude_external=true': ({ external }) => !external,
      'without_project_bots=true': ({ bot }) => !bot,
    },
    orders: { '': ({ id }) => id },
  },
  events: {
    path: '/users/alice/events',
    rows: ({ events }) => events as never,
    columns: (pick, i, world) => {
      const [target, rows] = pick([
        ['Issue', world.issues],
        ['MergeRequest', world.mergeRequests],
        ['Note', world.notes],
        [null, undefined],
      ] as const)
      const all = (rows?.all().list() ?? []) as { readonly id: number; readonly projectId: number }[]
      const row = all.length === 0 ? undefined : pick(all)
      return {
        projectId: row?.projectId ?? pick([1, 2, 3]),
        authorId: pick([2, 2, 2, 3]),
        action: pick(['created', 'closed']),
        target,
        targetId: row?.id ?? null,
        createdAt: at + i,
      }
    },
    sees: (world, username, row) => row.authorId === 2 && seesEvent(situationOf(world, username), row),
    filters: {
      'action=created': ({ action }) => action === 'created',
      'target_type=note': ({ target }) => target === 'Note',
    },
    orders: { '': ({ id }) => id },
  },
}

function levelIn(world: World, username: string, row: Row): number {
  const { user, now } = situationOf(world, username)
  return projectLevel(world, user, row, now)
}

const asked = fc.record({
  who: fc.constantFrom('alice', 'bob', 'mallory', 'root'),
  filters: fc.tuple(fc.nat(), fc.nat()),
  order: fc.nat(),
  sort: fc.constantFrom('asc', 'desc'),
  page: fc.integer({ min: 1, max: 30 }),
  per_page: fc.constantFrom(1, 20, 100),
  written: fc.nat({ max: 1299 }),
})

test.each(Object.keys(kinds))('of many %s those are listed that pass, in order', (name) => {
  const { path, rows, columns, sees, filters, orders, oldestFirst } = kinds[name] as Kind
  fc.assert(
    fc.property(fc.nat({ max: 1000 }), fc.array(asked, { minLength: 6, maxLength: 14 }), (seed, asked) => {
      const simulator = base.fork()
      const { world } = simulator
      const table = rows(world)
      const pattern = table.all().first() ?? { id: 0 }
      const drawn = (i: number, salt: number) => {
        let state = i * 7919 + salt * 104_729
        const pick: Pick = (values) => {
          state = (state * 48_271 + 11) % 2_147_483_647
          return values[state % values.length] as (typeof values)[number]
        }
        return { ...pattern, ...columns(pick, i, world), id: 90_000 + i }
      }
      for (let i = 0; i < 1300; i++) table.insert(drawn(i, seed))
      const issue = world.issues.all().first()
      for (const { who, filters: drawnFilters, order, sort, page, per_page, written } of asked) {
        table.put(drawn(written, written))
        if (written % 3 === 0 && issue) world.issues.update(issue.id, { confidential: written % 2 === 0 })
        const names = Object.keys(filters)
        const chosen = [...new Set(drawnFilters.map((number) => names[number % names.length] as string))]
        const by = Object.keys(orders)[order % Object.keys(orders).length] as string
        // Others than administrators sort no users.
        const sign = (name === 'users' && who !== 'root') || sort === 'desc' ? -1 : 1
        const rank = orders[by] as (row: Row) => number | string
        const expected = table
          .all()
          .list()
          .filter(
            (row) => sees(world, who, row) && chosen.every((query) => filters[query]?.(row, world, who)),
          )
          .sort((a, b) => {
            const tie = oldestFirst ? a.id - b.id : sign * (a.id - b.id)
            return rank(a) < rank(b) ? -sign : rank(a) > rank(b) ? sign : tie
          })
        const query = [...chosen, by, `sort=${sort}&page=${page}&per_page=${per_page}`]
          .filter(Boolean)
          .join('&')
        const reply = callsOf(simulator, who).get(`${path}?${query}`)
        expect([query, who, reply.headers['X-Total']]).toEqual([query, who, String(expected.length)])
        const shown = expected.slice((page - 1) * per_page, page * per_page)
        // Events show no number.
        const told = (row: Row) => (name === 'events' ? row.created_at : row.id)
        expect(reply.json.map(told)).toEqual(
          shown.map((row) => (name === 'events' ? isoTime(row.createdAt) : row.id)),
        )
      }
    }),
    { numRuns: 3 },
  )
})
