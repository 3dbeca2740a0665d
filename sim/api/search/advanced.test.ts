import { describe, expect, test } from 'vitest'
import { AwaitingWork, withWorkPutOff } from '../../lib/long-work.ts'
import { storeSettings } from '../../model/settings/in-force.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'
import { byRelevance } from './relevance.ts'

const here = perTest({ clock: 'frozen' })

function switchOn(): void {
  storeSettings(here.sim.world, { elasticsearch_search: true }, here.sim.now())
  here.sim.clock.advance('1m')
}
const get = (path: string, user = 'alice') => here.as(user).get(path)
const titles = (path: string, user = 'alice'): string[] =>
  get(path, user).json.map(
    (it: { title?: string; path?: string; body?: string }) => it.title ?? it.path ?? it.body,
  )

describe('the search engine', () => {
  test('is switched on by a setting, and says that it answers', () => {
    const path = '/search?scope=blobs&search=cart'
    expect(get(path).status).toBe(400)
    switchOn()
    const reply = get(path)
    expect([reply.status, reply.headers['X-Search-Type']]).toEqual([200, 'advanced'])
    expect(get('/groups/1/search?scope=issues&search=cart').headers['X-Search-Type']).toBe('advanced')
  })

  test('can be on from the start', () => {
    const sim = testSimulator({
      world: {
        version: 1,
        settings: { advancedSearch: true },
        users: [{ username: 'root', name: 'Root', admin: true, createdAt: 'start' }],
        tokens: [{ value: 'root-token', user: 'root', scopes: ['api'], createdAt: 'start' }],
      },
    })
    expect(callsOf(sim, 'root').get('/search?scope=commits&search=add')).toMatchObject({
      status: 200,
      json: [],
    })
  })
})

describe('order', () => {
  const arrange = () => {
    switchOn()
    const open = (title: string, description: string) => {
      here.as('alice').post('/projects/1/issues', { title, description })
      here.sim.clock.advance('1s')
    }
    open('The zebra', 'Nothing else to say about it')
    open('Animals', 'There is a giraffe, a lion, a tiger, an elephant and one zebra among them in the park')
    open('Other', 'zebra, zebra and zebra')
  }
  const path = '/projects/1/search?scope=issues&search=zebra'

  test('is relevance: titles before texts, frequent before rare', () => {
    arrange()
    expect(titles(path)).toEqual(['The zebra', 'Other', 'Animals'])
  })

  test('is time where that is asked for, or nothing is looked for', () => {
    arrange()
    expect(titles(`${path}&order_by=created_at`)).toEqual(['Other', 'Animals', 'The zebra'])
    expect(titles(`${path}&order_by=created_at&sort=asc`)).toEqual(['The zebra', 'Animals', 'Other'])
    expect(titles('/projects/1/search?scope=issues&search=').slice(0, 3)).toEqual([
      'Other',
      'Animals',
      'The zebra',
    ])
  })

  test('long texts are ranked while others are served', () => {
    const texts = Array.from({ length: 8 }, (_, i) => `zebra ${`word${i} `.repeat(20_000)}`)
    const ranked = () => [...byRelevance(texts, 'zebra', (text) => [text])]
    expect(ranked()).toHaveLength(8)
    expect(() => withWorkPutOff(new Map(), ranked)).toThrow(AwaitingWork)
  })

  test('leaves equals as they come, and ranks no more than a thousand', () => {
    const rows = Array.from({ length: 1200 }, (_, i) => (i % 500 === 7 ? `zebra ${i}` : `word zebra ${i}`))
    const ranked = [...byRelevance(rows, 'zebra', (row) => [row])]
    expect(ranked).toHaveLength(1200)
    expect(ranked.slice(0, 3)).toEqual(['zebra 7', 'zebra 507', 'word zebra 0'])
    expect(ranked.slice(1000)).toEqual(rows.slice(1000))
    expect([...byRelevance([], 'zebra', (row) => [row])]).toEqual([])
    const late = `${'hay '.repeat(200_000)}zebra`
    expect([...byRelevance(['none', late], 'zebra', (row) => [row])]).toEqual(['none', late])
    expect([...byRelevance(['none', 'a zebra'], 'zebra', (row) => [row])]).toEqual(['a zebra', 'none'])
  })
})

describe('what only the engine finds', () => {
  test('is in every project that the caller sees, and in no other', () => {
    switchOn()
    here.as('root').post('/projects/8/repository/commits', {
      branch: 'main',
      commit_message: 'Hide the cart',
      actions: [{ action: 'create', file_path: 'cart.txt', content: 'cart' }],
    })
    const projects = (scope: string, user: string, place = '') =>
      new Set(
        get(`${place}/search?scope=${scope}&search=cart&per_page=100`, user).json.map(
          (it: { project_id: number }) => it.project_id,
        ),
      )
    for (const scope of ['blobs', 'commits']) {
      expect(projects(scope, 'root').has(8)).toBe(true)
      expect(projects(scope, 'alice')).toEqual(new Set([1]))
      expect(projects(scope, 'carol')).toEqual(new Set([1, 5]))
      expect(projects(scope, 'carol', '/groups/1')).toEqual(new Set([1]))
      expect(projects(scope, 'erin')).toEqual(new Set())
    }
    expect(get('/search?scope=wiki_blobs&search=cart', 'mallory').json).toHaveLength(1)
  })

  test('are files with all terms, once each, with the first lines that have one', () => {
    switchOn()
    const actions = [
      {
        action: 'create',
        file_path: 'docs/zebra.md',
        content: 'one\ntwo\nthree\nfour stripes\nfive\nsix\nseven\n',
      },
      { action: 'create', file_path: 'src/zoo.ts', content: 'zebra\nstripes\nzebra\n' },
      { action: 'create', file_path: 'src/stripes.ts', content: 'lion\n' },
    ]
    here
      .as('alice')
      .post('/projects/6/repository/commits', { branch: 'main', commit_message: 'Zoo', actions })
    const find = (search: string) => get(`/search?scope=blobs&search=${encodeURIComponent(search)}`).json
    const found = find('stripes zebra')
    expect(found.map(({ path }: { path: string }) => path)).toEqual(['docs/zebra.md', 'src/zoo.ts'])
    expect(found[0]).toMatchObject({
      startline: 2,
      data: 'two\nthree\nfour stripes\nfive\nsix\n',
      project_id: 6,
    })
    expect(found[0].ref).toMatch(/^[0-9a-f]{40}$/)
    expect(found[1]).toMatchObject({ startline: 1, data: 'zebra\n' })
    expect(find('zebra path:src').map(({ path }: { path: string }) => path)).toEqual(['src/zoo.ts'])
    expect(find('extension:ts path:zoo')).toHaveLength(1)
    expect(get('/projects/6/search?scope=blobs&search=zebra&ref=main').json[0].ref).toMatch(/^[0-9a-f]{40}$/)
  })

  test('is not asked for another branch than the default one', () => {
    switchOn()
    here.as('alice').post('/projects/6/repository/commits', {
      branch: 'main',
      commit_message: 'Zoo',
      actions: [{ action: 'create', file_path: 'a', content: 'zebra' }],
    })
    here.as('alice').post('/projects/6/repository/branches', { branch: 'topic', ref: 'main' })
    expect(get('/projects/6/search?scope=blobs&search=zebra&ref=topic').json[0].ref).toBe('topic')
  })

  test('are commits with all terms in message, author or id', () => {
    switchOn()
    const all = titles('/search?scope=commits&search=cart%20carol')
    expect(all.length).toBeGreaterThan(0)
    const [first] = get('/search?scope=commits&search=cart').json
    expect(get(`/search?scope=commits&search=${first.id.slice(0, 8)}`).json).toEqual([first])
    expect(get('/search?scope=commits&search=cart').headers['X-Total']).toBeDefined()
  })

  test('are notes on what the caller sees', () => {
    switchOn()
    here.as('dave').post('/projects/1/merge_requests/40/notes', { body: 'A zebra' })
    expect(titles('/search?scope=notes&search=zebra', 'dave')).toEqual(['A zebra'])
    expect(titles('/groups/1/search?scope=notes&search=zebra', 'dave')).toEqual(['A zebra'])
    expect(titles('/search?scope=notes&search=zebra', 'erin')).toEqual([])
    expect(titles('/search?scope=notes&search=zebra', 'mallory')).toEqual([])
  })
})
