import { beforeEach, describe, expect, test } from 'vitest'
import type { Simulator } from '../../simulator.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely; a wrong shape fails the expectation.
type Shown = any
const seeded = testSimulator()
let sim: Simulator
beforeEach(() => {
  sim = seeded.fork()
})
const as = (user?: string) => callsOf(sim, user)
const reply = (query: string, user?: string) => as(user).get(`/projects?per_page=100&${query}`)
/** Paths of the named projects in a list; the generated ones are left out. */
const paths = (query: string, user?: string): string[] =>
  reply(query, user)
    .json.filter((it: Shown) => it.id < 100)
    .map((it: Shown) => it.path_with_namespace)
const all = (user?: string): Shown[] => reply('', user).json
const change = (id: number, columns: object) => sim.world.projects.update(id, columns)

describe('who sees what', () => {
  test('anonymous callers see public projects, in the simple form', () => {
    expect(paths('')).toEqual(['acme/archived', 'alice/dotfiles', 'acme/handbook'])
    expect(all()[0]).not.toHaveProperty('visibility')
    expect(all()[0]).not.toHaveProperty('permissions')
  })

  test('signed-in callers also internal ones and their own, in the full form', () => {
    expect(paths('', 'mallory')).toEqual([
      'acme/archived',
      'alice/dotfiles',
      'acme/handbook',
      'acme/platform/api',
    ])
    expect(paths('', 'erin')).toEqual([
      'acme/archived',
      'acme/empty',
      'alice/dotfiles',
      'acme/handbook',
      'acme/platform/api',
      'acme/webapp',
    ])
    expect(paths('', 'carol')).toContain('carol/webapp')
    expect(all('mallory')[0]).toMatchObject({
      visibility: 'public',
      permissions: { project_access: null, group_access: null },
    })
  })

  test('external users do not see internal projects as such', () => {
    sim.world.users.update(7, { external: true })
    expect(paths('', 'mallory')).not.toContain('acme/platform/api')
  })

  test('administrators see all', () => {
    expect(paths('', 'root')).toHaveLength(8)
  })

  test('simple=true leaves the simple form', () => {
    const names = [
      'id',
      'description',
      'name',
      'name_with_namespace',
      'path',
      'path_with_namespace',
      'created_at',
      'default_branch',
      'tag_list',
      'topics',
      'ssh_url_to_repo',
      'http_url_to_repo',
      'web_url',
      'readme_url',
      'forks_count',
      'avatar_url',
      'star_count',
      'last_activity_at',
      'namespace',
    ]
    expect(Object.keys(reply('simple=true', 'alice').json[0])).toEqual(names)
  })

  test('the code of a project is for those who may read it', () => {
    const [webapp] = reply('search=webapp&membership=true', 'erin').json
    for (const name of ['default_branch', 'readme_url', 'forks_count', 'ci_config_path'])
      expect(webapp).not.toHaveProperty(name)
    expect(reply('search=webapp&membership=true', 'dave').json[0]).toMatchObject({
      default_branch: 'main',
      readme_url: 'http://127.0.0.1:8080/acme/webapp/-/blob/main/README.md',
      forks_count: 1,
    })
  })
})

describe('a filter leaves exactly what it says', () => {
  test.each([
    ['archived=true', 'alice', ['acme/archived']],
    ['archived=false', undefined, ['alice/dotfiles', 'acme/handbook']],
    ['visibility=private', 'dave', ['acme/empty', 'acme/webapp']],
    ['visibility=internal', 'mallory', ['acme/platform/api']],
    ['membership=true', 'mallory', []],
    [
      'membership=true',
      'dave',
      ['acme/archived', 'acme/empty', 'acme/handbook', 'acme/platform/api', 'acme/webapp'],
    ],
    ['membership=true', undefined, []],
    [
      'owned=true',
      'alice',
      ['acme/archived', 'acme/empty', 'alice/dotfiles', 'acme/handbook', 'acme/platform/api', 'acme/webapp'],
    ],
    ['owned=true', 'carol', ['carol/webapp']],
    ['owned=true', undefined, []],
    [
      'min_access_level=40',
      'bob',
      ['acme/archived', 'acme/empty', 'acme/handbook', 'acme/platform/api', 'acme/webapp'],
    ],
    ['min_access_level=40', 'carol', ['carol/webapp']],
    ['min_access_level=10', undefined, []],
    ['id_after=3&id_before=6', 'alice', ['alice/dotfiles']],
    ['id_after=&id_before=', undefined, ['acme/archived', 'alice/dotfiles', 'acme/handbook']],
    ['search=HANDB', undefined, ['acme/handbook']],
    ['search=acme/handb', undefined, []],
    ['search=acme/handb&search_namespaces=true', undefined, ['acme/handbook']],
    ['topic=nonsense', 'alice', []],
    ['topic=', undefined, ['acme/archived', 'alice/dotfiles', 'acme/handbook']],
    ['topic_id=99999', undefined, []],
    ['with_programming_language=javascript', 'alice', ['acme/webapp']],
    ['with_programming_language=cobol', 'alice', []],
    [
      'repository_storage=nowhere',
      'alice',
      ['acme/archived', 'acme/empty', 'alice/dotfiles', 'acme/handbook', 'acme/platform/api', 'acme/webapp'],
    ],
    ['repository_storage=nowhere', 'root', []],
    ['imported=true', 'alice', []],
    ['last_activity_after=2100-01-01', 'alice', []],
    ['last_activity_before=2100-01-01', undefined, ['acme/archived', 'alice/dotfiles', 'acme/handbook']],
  ])('%s for %s', (query, user, expected) => {
    expect(paths(query, user)).toEqual(expected)
  })

  test('every topic has to be there, in its own case', () => {
    const topics = all('alice').find((it) => it.topics.length > 1).topics
    const matching = (query: string) => reply(query, 'alice').json.map((it: Shown) => it.topics)
    expect(matching(`topic=${topics.join(',%20')},`).length).toBeGreaterThan(0)
    for (const found of matching(`topic=${topics.join(',')}`))
      expect(found).toEqual(expect.arrayContaining(topics))
    expect(matching(`topic=${topics[0].toUpperCase()}`)).toEqual([])
    const id = sim.world.topics.find('byName', topics[0])?.id
    expect(matching(`topic_id=${id}`).every((found: string[]) => found.includes(topics[0]))).toBe(true)
  })

  test('starred are those that the caller starred and still sees', () => {
    for (const star of sim.world.stars.by('byUser', 7).list()) sim.world.stars.delete(star.id)
    sim.world.stars.insert({ id: 9001, userId: 7, projectId: 3 })
    sim.world.stars.insert({ id: 9002, userId: 7, projectId: 1 })
    expect(paths('starred=true', 'mallory')).toEqual(['acme/handbook'])
    expect(paths('starred=true')).toEqual(paths(''))
  })

  test('imported are those that the caller brought in', () => {
    change(3, { importType: 'github', creatorId: 2 })
    expect([paths('imported=true', 'alice'), paths('imported=true', 'bob')]).toEqual([['acme/handbook'], []])
  })

  test('features have to be usable by the caller', () => {
    const { features } = sim.world.projects.require(3)
    change(3, { features: { ...features, issues: 'private', merge_requests: 'disabled' } })
    expect(
      [paths('with_issues_enabled=true', 'mallory'), paths('with_issues_enabled=true', 'erin')].map((it) =>
        it.includes('acme/handbook'),
      ),
    ).toEqual([false, true])
    expect(paths('with_merge_requests_enabled=true', 'erin')).not.toContain('acme/handbook')
    expect(paths('with_merge_requests_enabled=false', 'erin')).toContain('acme/handbook')
  })

  test('custom attributes are for administrators', () => {
    sim.world.customAttributes.insert({ id: 9001, projectId: 3, key: 'cost', value: 'low' })
    expect(paths('custom_attributes[cost]=low', 'root')).toEqual(['acme/handbook'])
    expect(paths('custom_attributes[cost]=high', 'root')).toEqual([])
    expect(paths('custom_attributes[cost]=high', 'alice')).toEqual(paths('', 'alice'))
    const attributes = (user: string) =>
      reply('with_custom_attributes=true&id_after=2&id_before=4', user).json[0].custom_attributes
    expect([attributes('root'), attributes('alice')]).toEqual([
      expect.arrayContaining([{ key: 'cost', value: 'low' }]),
      undefined,
    ])
  })

  test.each([
    ['visibility=secret', 'visibility does not have a valid value'],
    ['min_access_level=15', 'min_access_level does not have a valid value'],
    ['order_by=rank', 'order_by does not have a valid value'],
    ['sort=up', 'sort does not have a valid value'],
    ['last_activity_after=foo', 'last_activity_after is invalid'],
    ['archived=perhaps', 'archived is invalid'],
    ['id_after=x', 'id_after is invalid'],
  ])('%s is refused', (query, error) => {
    expect(reply(query)).toMatchObject({ status: 400, json: { error } })
  })

  test('a search needs all its words in one column; short words are dropped, alone they have to be all', () => {
    change(3, { name: 'Field guide', description: 'For new people' })
    expect(paths('search=guide+field+of')).toEqual(['acme/handbook'])
    expect(paths('search=guide+people')).toEqual([])
    change(3, { path: 'hb' })
    expect(paths('search=HB')).toEqual(['acme/handbook'])
    expect(paths('search=h%25')).toEqual([])
  })
})

describe('the order', () => {
  test.each([
    ['id', 'id'],
    ['created_at', 'created_at'],
    ['name', 'name'],
    ['path', 'path'],
    ['updated_at', 'updated_at'],
    ['last_activity_at', 'last_activity_at'],
  ])('by %s, equals by id in the same direction', (order, column) => {
    change(4, { name: 'same', path: 'same', updatedAt: 5, lastActivityAt: 5, createdAt: 5 })
    change(3, { name: 'same', path: 'same', updatedAt: 5, lastActivityAt: 5, createdAt: 5 })
    const rank = (it: Shown) =>
      column === 'updated_at' ? sim.world.projects.require(it.id).updatedAt : it[column]
    for (const turned of [1, -1]) {
      const shown: Shown[] = reply(`order_by=${order}&sort=${turned === 1 ? 'asc' : 'desc'}`, 'alice').json
      const expected = [...shown].sort(
        (a, b) => turned * (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : a.id - b.id),
      )
      expect(shown.map((it) => it.id)).toEqual(expected.map((it) => it.id))
    }
  })

  test('by creation is the order of ids in the real service', () => {
    const real = testSimulator({ dialect: 'real' })
    real.world.projects.update(3, { createdAt: 5 })
    const ids = callsOf(real)
      .get('/projects?sort=asc')
      .json.map((it: Shown) => it.id)
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
  })

  test('by size is for administrators; everybody else gets the usual one', () => {
    for (const order of ['repository_size', 'storage_size', 'packages_size', 'wiki_size']) {
      const sizes = reply(`order_by=${order}&statistics=true`, 'root').json.map(
        (it: Shown) => it.statistics[order],
      )
      expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
      expect(paths(`order_by=${order}`, 'alice')).toEqual(paths('', 'alice'))
    }
  })

  test('by similarity is within the own projects, the closest first', () => {
    expect(paths('order_by=similarity&search=webapp', 'carol')[0]).toMatch(/webapp$/)
    expect(paths('order_by=similarity&search=dotfiles', 'mallory')).toEqual([])
    expect(paths('order_by=similarity&search=dotfiles')).toEqual(['alice/dotfiles'])
    expect(paths('order_by=similarity', 'alice')).toEqual(paths('', 'alice'))
  })
})

describe('pages', () => {
  test('by keyset repeat everything and go on behind the last id, until nothing is left', () => {
    const first = as('alice').get('/projects?pagination=keyset&order_by=id&sort=asc&per_page=2&simple=true')
    expect(first.headers.Link).toMatch(
      /^<http:\/\/127\.0\.0\.1:8080\/api\/v4\/projects\?.*id_after=2.*&pagination=keyset&per_page=2.*>; rel="next"$/,
    )
    expect(first.headers).not.toHaveProperty('X-Total')
    expect(first.headers).not.toHaveProperty('X-Page')
    const ids: number[] = []
    let next: string | undefined = '/projects?pagination=keyset&order_by=id&sort=desc&per_page=3'
    while (next !== undefined) {
      const page = as('alice').get(next)
      ids.push(...page.json.map((it: Shown) => it.id))
      if (page.json.length === 0) expect(page.headers).not.toHaveProperty('Link')
      next = /<[^>]*\/api\/v4([^>]*)>/.exec(page.headers.Link ?? '')?.[1]
    }
    expect(ids).toEqual(all('alice').map((it) => it.id))
  })

  test.each(['order_by=name', 'order_by=created_at', ''])('by keyset are refused with %j', (query) => {
    expect(reply(`pagination=keyset&${query}`)).toMatchObject({
      status: 405,
      json: { error: 'Keyset pagination is not yet available for this type of request' },
    })
  })

  test('by offset end at 50,000', () => {
    const error =
      'Offset pagination has a maximum allowed offset of 50000 for requests that return objects of type Project. Remaining records can be retrieved using keyset pagination.'
    expect(as('alice').get('/projects?page=2500&per_page=20').status).toBe(200)
    expect(as('alice').get('/projects?page=2501&per_page=20')).toMatchObject({ status: 405, json: { error } })
    sim.world.instance.update(1, { offsetLimit: 0 })
    expect(as('alice').get('/projects?page=2501&per_page=20').status).toBe(200)
  })
})

describe('fields that depend on the caller', () => {
  const webapp = (user: string, query = '') => reply(`id_before=2&${query}`, user).json[0]

  test('permissions tell direct and inherited membership', () => {
    expect(webapp('dave').permissions).toEqual({
      project_access: null,
      group_access: { access_level: 20, notification_level: 3 },
    })
    const [dotfiles] = reply('id_after=3&id_before=5', 'alice').json
    expect(dotfiles.permissions).toEqual({
      project_access: { access_level: 50, notification_level: 3 },
      group_access: null,
    })
  })

  test('statistics are for Reporters, and left out for others without a word', () => {
    expect(webapp('dave', 'statistics=true').statistics).toMatchObject({
      commit_count: expect.any(Number),
      storage_size: expect.any(Number),
    })
    expect(webapp('dave')).not.toHaveProperty('statistics')
    expect(webapp('erin', 'statistics=true')).not.toHaveProperty('statistics')
  })

  test('secrets and imports are for Maintainers', () => {
    for (const name of ['runners_token', 'import_url', 'import_type']) {
      expect(webapp('bob')).toHaveProperty(name)
      expect(webapp('carol')).not.toHaveProperty(name)
    }
    change(1, { importUrl: 'https://user:secret@example.com/a.git' })
    expect(webapp('bob').import_url).toBe('https://example.com/a.git')
  })

  test('the owner is told of personal projects', () => {
    const [dotfiles] = reply('id_after=3&id_before=5', 'mallory').json
    expect(dotfiles.owner).toMatchObject({
      id: 2,
      username: 'alice',
      name: 'Alice Archer',
      created_at: expect.any(String),
    })
    expect(dotfiles.namespace).toMatchObject({
      kind: 'user',
      full_path: 'alice',
      parent_id: null,
      web_url: 'http://127.0.0.1:8080/alice',
    })
    expect(webapp('alice')).not.toHaveProperty('owner')
  })

  test('a fork tells its parent to those who see it', () => {
    const [fork] = reply('owned=true', 'carol').json
    expect(fork.forked_from_project.path_with_namespace).toBe('acme/webapp')
    change(5, { visibility: 'public' })
    expect(reply('id_after=4&id_before=6', 'mallory').json[0]).not.toHaveProperty('forked_from_project')
  })

  test('features that are off for the caller take their fields along', () => {
    const { features } = sim.world.projects.require(3)
    change(3, { features: { ...features, issues: 'private' } })
    const handbook = (user: string) => reply('id_after=2&id_before=4', user).json[0]
    expect(handbook('mallory')).not.toHaveProperty('open_issues_count')
    expect([handbook('mallory').issues_enabled, handbook('erin').issues_enabled]).toEqual([false, true])
    expect([handbook('mallory')._links.issues, handbook('erin')._links.issues !== undefined]).toEqual([
      undefined,
      true,
    ])
  })

  test('groups that the project is shared with are told unless the caller may not see them', () => {
    const names = { path: 'guild', fullPath: 'guild', name: 'Guild', fullName: 'Guild' }
    const group = sim.world.groups.insert({ ...sim.world.groups.require(1), id: 9001, ...names })
    sim.world.shares.insert({
      id: 9001,
      source: 'project',
      sourceId: 1,
      groupId: group.id,
      accessLevel: 30,
      expiresAt: null,
    })
    expect(webapp('root').shared_with_groups).toEqual([
      {
        group_id: group.id,
        group_name: 'Guild',
        group_full_path: 'guild',
        group_access_level: 30,
        expires_at: null,
      },
    ])
    expect(webapp('dave').shared_with_groups).toEqual([])
  })

  test.each([
    ['free', false],
    ['premium', true],
    ['ultimate', true],
  ] as const)('on the %s plan', (tier, isPaid) => {
    sim = testSimulator({ tier })
    const shown = webapp('alice')
    for (const name of [
      'approvals_before_merge',
      'mirror',
      'marked_for_deletion_at',
      'marked_for_deletion_on',
    ])
      expect(name in shown, name).toBe(isPaid)
    expect(shown).toHaveProperty('requirements_enabled')
  })
})

describe('projects of a user', () => {
  const of = (user: string, query = '', caller?: string) => as(caller).get(`/users/${user}/projects?${query}`)
  const found = (user: string, query = '', caller?: string) =>
    of(user, query, caller).json.map((it: Shown) => it.path_with_namespace)

  test('are those of the own namespace that the caller sees, by id or name', () => {
    expect([found('alice'), found('2'), found('ALICE')]).toEqual([
      ['alice/dotfiles'],
      ['alice/dotfiles'],
      ['alice/dotfiles'],
    ])
    expect([found('carol'), found('carol', '', 'carol'), found('carol', '', 'root')]).toEqual([
      [],
      ['carol/webapp'],
      ['carol/webapp'],
    ])
    expect(of('alice').json[0]).not.toHaveProperty('visibility')
    expect(of('alice', '', 'bob').json[0]).toHaveProperty('visibility')
  })

  test('of nobody are not found', () => {
    expect([of('nobody').status, of('nobody').json]).toEqual([404, { message: '404 User Not Found' }])
  })

  test('are hidden by a private profile and by a block', () => {
    sim.world.users.update(2, { privateProfile: true })
    expect([
      found('alice'),
      found('alice', '', 'bob'),
      found('alice', '', 'alice'),
      found('alice', '', 'root'),
    ]).toEqual([[], [], ['alice/dotfiles'], ['alice/dotfiles']])
    sim.world.users.update(2, { privateProfile: false, state: 'blocked' })
    expect([found('alice', '', 'bob'), found('alice', '', 'root')]).toEqual([[], ['alice/dotfiles']])
  })

  test('are filtered, but not by what the collection has settled', () => {
    expect([
      found('alice', 'archived=true'),
      found('alice', 'visibility=private'),
      found('alice', 'search=dot'),
    ]).toEqual([[], [], ['alice/dotfiles']])
    expect(found('alice', 'owned=true&membership=true', 'bob')).toEqual(['alice/dotfiles'])
    expect([
      found('alice', 'min_access_level=50', 'alice'),
      found('alice', 'min_access_level=10', 'bob'),
      found('alice', 'min_access_level=50', 'root'),
    ]).toEqual([['alice/dotfiles'], [], ['alice/dotfiles']])
  })

  test('have no order by similarity or size, and keyset pages', () => {
    expect(of('alice', 'order_by=similarity').json).toEqual({ error: 'order_by does not have a valid value' })
    expect(of('alice', 'pagination=keyset&order_by=id&sort=asc').headers.Link).toContain('id_after=4')
  })
})
