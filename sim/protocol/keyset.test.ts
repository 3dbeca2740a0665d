import { beforeEach, describe, expect, test } from 'vitest'
import { base64, text, unbase64, utf8 } from '../lib/bytes.ts'
import type { Reply } from '../testing/calls.ts'
import { perTest } from '../testing/per-test.ts'

const here = perTest()
const real = perTest({ dialect: 'real' })
// Groups are walked so by callers who are not signed in, and they see what is public.
const callerOf = (path: string) => (/^\/groups(?:\?|$)/.test(path) ? undefined : 'root')
beforeEach(() => {
  for (const { sim } of [here, real])
    for (const id of [1, 2, 100]) sim.world.groups.update(id, { visibility: 'public' })
})
interface Sent {
  readonly id: number
}

const lists = [
  ['/groups/1/audit_events', '&order_by=id&sort=desc'],
  ['/groups', '&order_by=name&sort=asc'],
] as const
const orderOf = (path: string) => (path === '/groups' ? 'order_by=name&sort=asc' : 'order_by=id&sort=desc')

const nextOf = ({ headers }: Reply) => /<[^>]*\/api\/v4([^>]*)>; rel="next"$/.exec(String(headers.Link))?.[1]

function pagesOf(file: typeof here, first: string): Reply[] {
  const pages: Reply[] = []
  for (let next: string | undefined = first; next !== undefined && pages.length < 50; ) {
    const reply = file.as(callerOf(first)).get(next)
    pages.push(reply)
    next = nextOf(reply)
  }
  return pages
}
const idsOf = (pages: readonly Reply[]) => pages.flatMap(({ json }) => json.map(({ id }: Sent) => id))

describe.each(lists)('%s by cursor%s', (path, order) => {
  const first = `${path}?pagination=keyset${order}`

  test.each([1, 2, 100])('makes up the whole list, %i rows a page', (size) => {
    const whole = here
      .as(callerOf(path))
      .get(`${path}?per_page=100`)
      .json.map(({ id }: Sent) => id)
    expect(whole.length).toBeGreaterThan(2)
    expect(idsOf(pagesOf(here, `${first}&per_page=${size}`))).toEqual(whole)
    expect(idsOf(pagesOf(real, `${first}&per_page=${size}`))).toEqual(whole)
  })

  test('ends with an empty page as specified, and with the last rows in the real service', () => {
    expect(pagesOf(here, `${first}&per_page=1`).at(-1)?.json).toEqual([])
    expect(pagesOf(here, `${first}&per_page=100`)).toHaveLength(2)
    expect(pagesOf(real, `${first}&per_page=1`).at(-1)?.json).toHaveLength(1)
    expect(pagesOf(real, `${first}&per_page=100`)).toHaveLength(1)
  })

  test('carries the next link alone', () => {
    const { headers } = here.as(callerOf(path)).get(`${first}&per_page=1`)
    expect(Object.keys(headers).filter((name) => /^X-(Total|Page|Per|Next|Prev)/i.test(name))).toEqual([])
    expect(headers.Link).toContain('pagination=keyset')
  })

  test('starts over where the cursor cannot be read', () => {
    const start = here.as(callerOf(path)).get(`${first}&per_page=1`).json
    for (const cursor of ['', '!', 'bm90aGluZw', base64(utf8('null')), base64(utf8('{"id":"x"}'))])
      expect(
        here.as(callerOf(path)).get(`${first}&per_page=1&cursor=${encodeURIComponent(cursor)}`).json,
      ).toEqual(start)
  })

  test('keeps its place when rows of the page before are gone', () => {
    const reply = here.as(callerOf(path)).get(`${first}&per_page=2`)
    const whole = here.as(callerOf(path)).get(`${path}?per_page=100`).json
    if (path !== '/groups') here.sim.world.auditEvents.delete(reply.json[1].id)
    expect(here.as(callerOf(path)).get(nextOf(reply) ?? '').json).toEqual(whole.slice(2, 4))
  })
})

describe('a cursor', () => {
  const told = (path: string) => {
    const reply = here.as(callerOf(path)).get(`${path}?pagination=keyset&${orderOf(path)}&per_page=1`)
    const cursor = new URL(nextOf(reply) ?? '', 'http://h').searchParams.get('cursor') ?? ''
    return [reply.json[0], JSON.parse(text(unbase64(cursor.replaceAll('-', '+').replaceAll('_', '/'))))]
  }

  test('holds the id of the last row', () => {
    const [row, cursor] = told('/groups/1/audit_events')
    expect(cursor).toEqual({ id: String(row.id), _kd: 'n' })
  })

  test('holds the name before the id, where the order is by name', () => {
    const [row, cursor] = told('/groups')
    expect(JSON.stringify(cursor)).toBe(JSON.stringify({ name: row.name, id: String(row.id), _kd: 'n' }))
  })
})

test('rows of the same name are all walked', () => {
  const { groups } = here.sim.world
  for (const id of [1, 2, 100]) groups.update(id, { name: 'Größe' })
  expect(idsOf(pagesOf(here, '/groups?pagination=keyset&order_by=name&sort=asc&per_page=1'))).toEqual(
    here
      .as()
      .get('/groups')
      .json.map(({ id }: Sent) => id),
  )
})

test.each([
  '/groups/1/audit_events?order_by=created_at',
  '/groups/1/audit_events?sort=asc',
  '/groups/1/audit_events?order_by=id&sort=asc',
  '/groups?order_by=id',
  '/groups?order_by=path&sort=asc',
  '/groups?sort=desc',
])('another order than the only one is refused: %s', (path) => {
  expect(here.as(callerOf(path)).get(`${path}&pagination=keyset`)).toMatchObject({
    status: 405,
    json: { error: 'Keyset pagination is not yet available for this type of request' },
  })
  expect(here.as(callerOf(path)).get(path).status).toBe(200)
})

test.each(['order_by', 'sort'])('%s is required, and has a default in the real service', (lacking) => {
  for (const [path, order] of [
    ['/projects', 'order_by=id&sort=desc'],
    ['/groups', orderOf('/groups')],
    ['/groups/1/audit_events', orderOf('/groups/1/audit_events')],
  ] as const) {
    const sent = order
      .split('&')
      .filter((pair) => !pair.startsWith(`${lacking}=`))
      .join('&')
    const asked = `${path}?pagination=keyset&${sent}`
    if (path === '/projects' && lacking === 'order_by') continue
    expect(here.as(callerOf(path)).get(asked)).toMatchObject({
      status: 400,
      json: { error: `${lacking} is missing` },
    })
    expect(real.as(callerOf(path)).get(asked).status).toBe(200)
  }
})

test('signed in, one walks groups by numbered pages alone', () => {
  const { headers } = here.as('root').get('/groups?pagination=keyset&per_page=1')
  expect(headers['X-Total']).toBe('3')
  expect(headers.Link).not.toContain('cursor=')
})

test.each(['/audit_events', '/projects/1/audit_events'])('%s knows no keyset', (path) => {
  const reply = here.as('root').get(`${path}?pagination=keyset&per_page=1`)
  expect(reply.headers['X-Page']).toBe('1')
})
