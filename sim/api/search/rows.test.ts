import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matcher } from '../../model/search/search.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { anonymous } from '../../policy/caller.ts'
import { seesIssue } from '../../policy/issues.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest({ clock: 'frozen' })
const real = perTest({ clock: 'frozen', dialect: 'real' })

interface Row {
  readonly id: number
  readonly iid: number
  readonly title: string
  readonly name: string
  readonly username: string
  readonly state: string
  readonly confidential: boolean
  readonly project_id: number
  readonly path_with_namespace: string
}

function found(
  path: string,
  params: { readonly [name: string]: string | number | boolean },
  user = 'alice',
  there = here,
): Row[] {
  const query = Object.entries({ per_page: 100, ...params })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const reply = there.as(user).get(`${path}/search?${query}`)
  expect(reply.status).toBe(200)
  return reply.json
}
const titles = (rows: readonly Row[]) => rows.map(({ title }) => title)
const open = (title: string, more: object = {}, user = 'alice', project = 1): Row =>
  here.as(user).post(`/projects/${project}/issues`, { title, ...more }).json

describe('issues and merge requests', () => {
  const words = fc.constantFrom(
    'cart',
    'Add',
    'the',
    '"shopping cart"',
    'a',
    'page',
    'tests',
    'xyzzy',
    '',
    'Node 20',
  )
  const queries = fc.array(words, { minLength: 1, maxLength: 2 }).map((parts) => parts.join(' '))
  const users = fc.constantFrom('root', 'alice', 'dave', 'erin', 'mallory')
  const places = fc.constantFrom('', '/groups/1', '/groups/2', '/projects/1', '/projects/3', '/projects/5')
  const order = fc.constantFrom(
    {},
    { order_by: 'created_at', sort: 'asc' },
    { order_by: 'created_at', sort: 'desc' },
  )

  /** Who is in, and what they see: read row by row. */
  function expected(kind: 'issues' | 'mergeRequests', user: string, place: string, query: string): number[] {
    const { world } = here.sim
    const row = world.users.find('byUsername', user)
    const situation: Situation = {
      world,
      caller: { ...anonymous, user: row, admin: user === 'root' },
      now: here.sim.now(),
    }
    const group = world.groups.get(Number(/groups\/(\d)/.exec(place)?.[1]))
    const project = Number(/projects\/(\d)/.exec(place)?.[1])
    const matches = matcher(query, 3)
    const isIn = (projectId: number) =>
      group === undefined
        ? Number.isNaN(project) || projectId === project
        : world.projects.require(projectId).fullPath.startsWith(`${group.fullPath}/`)
    const seen =
      kind === 'issues'
        ? world.issues
            .all()
            .list()
            .filter((it) => seesIssue(situation, it))
        : world.mergeRequests
            .all()
            .list()
            .filter((it) => can(situation, 'read_merge_request', it))
    return seen
      .filter((it) => isIn(it.projectId) && matches([it.title, it.description]))
      .sort((a, b) => b.createdAt - a.createdAt || b.id - a.id)
      .map(({ id }) => id)
  }

  test('are those that a look at every row finds, the newest first', () => {
    fc.assert(
      fc.property(queries, users, places, order, fc.boolean(), (query, user, place, ordered, isIssue) => {
        const scope = isIssue ? 'issues' : 'merge_requests'
        const reply = here.as(user).get(`${place}/search?scope=${scope}&search=x`)
        if (reply.status === 404 || query.trim().length < 2 || query.trim() === 'the') return
        const rows = found(place, { scope, search: query, ...ordered }, user).map(({ id }) => id)
        const wanted = expected(isIssue ? 'issues' : 'mergeRequests', user, place, query)
        if ('sort' in ordered && ordered.sort === 'asc') wanted.reverse()
        expect(rows).toEqual(wanted.slice(0, 100))
      }),
      { seed: 1, numRuns: 150 },
    )
  })

  test('are found as soon as they are there, and no longer than that', () => {
    const { iid } = open('A zebra crosses')
    expect(titles(found('', { scope: 'issues', search: 'ZEBRA' }))).toEqual(['A zebra crosses'])
    here.as('alice').put(`/projects/1/issues/${iid}`, { title: 'A giraffe crosses' })
    expect(found('', { scope: 'issues', search: 'zebra' })).toEqual([])
    expect(titles(found('', { scope: 'issues', search: 'iraff' }))).toEqual(['A giraffe crosses'])
    here.as('alice').delete(`/projects/1/issues/${iid}`)
    expect(found('', { scope: 'issues', search: 'giraffe' })).toEqual([])
  })

  test('need all terms in one column; phrases stay whole, short terms do not count', () => {
    open('alpha beta', { description: 'gamma delta' })
    const finds = (search: string) => found('/projects/1', { scope: 'issues', search }).length
    expect(
      ['beta alpha', 'alpha gamma', '"alpha beta"', '"beta alpha"', 'alpha be', 'lph elt', 'alp bet'].map(
        finds,
      ),
    ).toEqual([1, 0, 1, 0, 1, 0, 1])
  })

  test('equal the query where no term is long enough', () => {
    open('Go')
    open('Go on')
    expect(titles(found('/projects/1', { scope: 'issues', search: 'gO' }))).toEqual(['Go'])
    expect(titles(found('/projects/1', { scope: 'issues', search: 'go  on' }))).toEqual(['Go on'])
  })

  test('are named by their internal number behind a hash sign', () => {
    const rows = found('/projects/1', { scope: 'issues', search: 'whatever #3' })
    expect(rows.map(({ iid }) => iid)).toEqual([3])
    expect(found('/projects/1', { scope: 'merge_requests', search: '#3' }).map(({ iid }) => iid)).toEqual([3])
    const everywhere = found('', { scope: 'merge_requests', search: '#1' })
    expect(everywhere.length).toBeGreaterThan(1)
    expect(everywhere.every(({ iid }) => iid === 1)).toBe(true)
    expect(found('/projects/1', { scope: 'merge_requests', search: '#99999' })).toEqual([])
  })

  test.each(['opened', 'closed', 'merged', 'all'])('are filtered by the state %s', (state) => {
    for (const scope of ['merge_requests', 'issues']) {
      const all = found('/groups/1', { scope, search: '' })
      const asked = scope === 'issues' && state === 'merged' ? 'closed' : state
      expect(found('/groups/1', { scope, search: '', state })).toEqual(
        all.filter((row) => asked === 'all' || row.state === asked),
      )
    }
  })

  test('show neither reviewers nor who merged, but in the dialect of the real service', () => {
    const [row] = found('', { scope: 'merge_requests', search: 'cart', state: 'merged' })
    expect(Object.keys(row ?? {})).toEqual(
      expect.arrayContaining(['merged_at', 'assignees', 'references', 'draft']),
    )
    const real = callsOf(testSimulator({ dialect: 'real' }), 'alice')
    const [other] = real.get('/search?scope=merge_requests&search=cart&state=merged').json
    for (const name of ['reviewers', 'merge_user', 'merged_by']) {
      expect(row).not.toHaveProperty(name)
      expect(other).toHaveProperty(name)
    }
  })
})

describe('confidential issues', () => {
  test('are found by those who may read them, and by their authors', () => {
    open('zebra secret', { confidential: true })
    open('zebra of a guest', { confidential: true }, 'erin')
    open('zebra for all')
    const seen = (user: string) => titles(found('/projects/1', { scope: 'issues', search: 'zebra' }, user))
    expect(seen('dave')).toEqual(['zebra for all', 'zebra of a guest', 'zebra secret'])
    expect(seen('erin')).toEqual(['zebra for all', 'zebra of a guest'])
  })

  test('are filtered, and in no other scope', () => {
    open('zebra secret', { confidential: true })
    open('zebra for all')
    for (const confidential of [true, false])
      expect(
        found('', { scope: 'issues', search: 'zebra', confidential }).map((it) => it.confidential),
      ).toEqual([confidential])
    const everything = found('/projects/1', { scope: 'merge_requests', search: 'cart' })
    expect(found('/projects/1', { scope: 'merge_requests', search: 'cart', confidential: true })).toEqual(
      everything,
    )
    const milestones = found('/projects/1', { scope: 'milestones', search: '' })
    expect(found('/projects/1', { scope: 'milestones', search: '', state: 'closed' })).toEqual(milestones)
  })
})

describe('projects', () => {
  test('are found by full path, full name and description, the newest id first', () => {
    const paths = (search: string, user = 'alice', place = '') =>
      found(place, { scope: 'projects', search }, user).map((it) => it.path_with_namespace)
    expect(paths('acme web')).toEqual(['acme/webapp'])
    expect(paths('platform/a')).toEqual(['acme/platform/api'])
    expect(paths('webapp', 'root')).toEqual(['carol/webapp', 'acme/webapp'])
    expect(paths('webapp', 'carol')).toEqual(['carol/webapp', 'acme/webapp'])
    expect(paths('webapp', 'mallory')).toEqual([])
    expect(paths('secret', 'alice')).toEqual([])
    expect(paths('api', 'alice', '/groups/1')).toEqual(['acme/platform/api'])
    expect(paths('dotfiles', 'alice', '/groups/1')).toEqual([])
    here.sim.world.projects.update(4, { description: 'Zebra stripes' })
    expect(paths('ebra str')).toEqual(['alice/dotfiles'])
    const ids = found('', { scope: 'projects', search: '' }, 'root').map(({ id }) => id)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    const oldest = found('', { scope: 'projects', search: '', order_by: 'created_at', sort: 'asc' }, 'root')
    expect(oldest.length).toBe(ids.length)
  })
})

describe('milestones', () => {
  test('of projects are found by two characters, the newest first, in a project the last changed; those of groups are not', () => {
    const make = (title: string) => here.as('dave').post('/projects/1/milestones', { title }).json
    const first = make('zq one')
    here.sim.clock.advance('1s')
    make('zq two')
    here.as('dave').post('/groups/1/milestones', { title: 'zq of the group' })
    for (const place of ['', '/groups/1', '/projects/1'])
      expect(titles(found(place, { scope: 'milestones', search: 'ZQ' }, 'dave'))).toEqual([
        'zq two',
        'zq one',
      ])
    here.sim.clock.advance('1s')
    here.as('dave').put(`/projects/1/milestones/${first.id}`, { description: 'changed' })
    expect(titles(found('', { scope: 'milestones', search: 'zq' }, 'dave'))).toEqual(['zq two', 'zq one'])
    expect(titles(found('/projects/1', { scope: 'milestones', search: 'zq' }, 'dave'))).toEqual([
      'zq one',
      'zq two',
    ])
    expect(
      titles(found('', { scope: 'milestones', search: 'zq', order_by: 'created_at', sort: 'asc' }, 'dave')),
    ).toEqual(['zq one', 'zq two'])
    expect(titles(found('', { scope: 'milestones', search: 'zq', order_by: 'created_at' }, 'dave'))).toEqual([
      'zq two',
      'zq one',
    ])
    expect(found('', { scope: 'milestones', search: 'zq' }, 'mallory')).toEqual([])
  })
})

describe('users', () => {
  const names = (search: string, user = 'alice', place = '', there = here) =>
    found(place, { scope: 'users', search }, user, there).map(({ username }) => username)
  const make = (username: string, name: string, more: object = {}, there = here) =>
    there.as('root').post('/users', {
      username,
      name,
      email: `${username}@zebra.example`,
      password: 'long enough 123',
      ...more,
    }).json

  test('come newest first; in the real service by address, user name and name of the query, then by name', () => {
    for (const there of [here, real]) {
      make('zeb3', 'Zeb', {}, there)
      make('zeb', 'Middle', {}, there)
      make('zeb1', 'Zebulon', {}, there)
      make('zeb2', 'Albert Zeb', {}, there)
      make('other', 'Other', {}, there)
      const row = there.sim.world.users.find('byUsername', 'other')
      there.sim.world.users.update(row?.id ?? 0, { publicEmail: 'zeb' })
    }
    expect(names('zeb')).toEqual(['other', 'zeb2', 'zeb1', 'zeb', 'zeb3'])
    for (const query of ['zeb', '@ZEB'])
      expect(names(query, 'alice', '', real)).toEqual(['other', 'zeb', 'zeb3', 'zeb2', 'zeb1'])
    expect(names('@')).toEqual([])
  })

  test('show private addresses to administrators alone, and blocked accounts too', () => {
    make('zebra', 'Zebra')
    expect(names('zebra@zebra.example')).toEqual([])
    expect(names('zebra@zebra.example', 'root')).toEqual(['zebra'])
    expect(names('frank')).toEqual([])
    expect(names('frank', 'root')).toEqual(['frank'])
  })

  test('of a group are members of it, above and below; of a project its team', () => {
    expect(names('', 'alice', '/groups/2')).toEqual(expect.arrayContaining(['alice', 'erin']))
    expect(names('mallory', 'alice', '/groups/1')).toEqual([])
    expect(names('erin', 'alice', '/projects/1')).toEqual(['erin'])
    expect(names('', 'alice', '/projects/4')).toEqual(['alice'])
    here.sim.world.members.insert({
      id: 9000,
      source: 'group',
      sourceId: 2,
      userId: 7,
      accessLevel: 20,
      notificationLevel: 3,
      expiresAt: null,
      createdById: null,
      createdAt: 0,
    })
    expect(names('mallory', 'alice', '/groups/1')).toEqual(['mallory'])
    expect(names('mallory', 'alice', '/projects/1')).toEqual([])
  })
})

describe('snippets', () => {
  test('are found by title, description and file name, the last changed first', () => {
    const snippets = found('', { scope: 'snippet_titles', search: '' })
    expect(snippets.length).toBeGreaterThan(3)
    expect(titles(found('', { scope: 'snippet_titles', search: 'release.md' }))).toEqual([
      'Release notes template',
    ])
    expect(titles(found('', { scope: 'snippet_titles', search: 'mail.txt' }))).toEqual([])
  })

  test('are private to their authors, and to members of their project', () => {
    const [row] = here.sim.world.snippets
      .all()
      .list()
      .filter(({ projectId }) => projectId === null)
    const seen = (user: string) =>
      found('', { scope: 'snippet_titles', search: row?.title ?? '' }, user).map(({ id }) => id)
    const author = here.sim.world.users.require(row?.authorId ?? 0).username
    here.sim.world.snippets.update(row?.id ?? 0, { visibility: 'private' })
    expect([seen(author), seen('mallory'), seen('root')]).toEqual([[row?.id], [], [row?.id]])
    here.sim.world.snippets.update(row?.id ?? 0, { visibility: 'private', projectId: 1 })
    expect([seen('erin'), seen('mallory')]).toEqual([[row?.id], []])
    here.sim.world.snippets.update(row?.id ?? 0, { visibility: 'public' })
    expect([seen('erin'), seen('mallory')]).toEqual([[row?.id], []])
  })
})

describe('notes', () => {
  const comment = (body: string, more: object = {}, user = 'dave') =>
    here.as(user).post('/projects/1/merge_requests/40/notes', { body, ...more }).json
  const bodies = (search: string, user = 'dave') =>
    here
      .as(user)
      .get(`/projects/1/search?scope=notes&search=${search}`)
      .json.map((it: { body: string }) => it.body)

  test('are what people wrote, the last changed first', () => {
    comment('A zebra')
    here.sim.clock.advance('1s')
    const second = comment('Two zebras')
    here.sim.clock.advance('1s')
    here.as('dave').put('/projects/1/merge_requests/40', { labels: 'zebra' })
    expect(bodies('zebra')).toEqual(['Two zebras', 'A zebra'])
    here.as('dave').delete(`/projects/1/merge_requests/40/notes/${second.id}`)
    expect(bodies('zebra')).toEqual(['A zebra'])
  })

  test('on what the caller may not read are not found, nor internal ones', () => {
    const { iid } = open('Open')
    const secret = open('Secret', { confidential: true })
    comment('zebra at a merge request')
    here.as('dave').post(`/projects/1/issues/${iid}/notes`, { body: 'zebra at an issue' })
    here.as('dave').post(`/projects/1/issues/${iid}/notes`, { body: 'zebra inside', internal: true })
    here.as('dave').post(`/projects/1/issues/${secret.iid}/notes`, { body: 'zebra at a secret' })
    expect(bodies('zebra')).toHaveLength(4)
    expect(bodies('zebra', 'erin')).toEqual(['zebra at an issue'])
  })
})
