import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Calls, Reply } from '../testing/calls.ts'
import { perTest } from '../testing/per-test.ts'

const here = perTest()
const list = '/projects/1/milestones'

/** What the headers say of a page. */
function told({ headers }: Reply) {
  const numbers = ['X-Page', 'X-Per-Page', 'X-Prev-Page', 'X-Next-Page', 'X-Total', 'X-Total-Pages']
  return numbers.map((name) => headers[name])
}

/** Addresses by `rel`, in order. */
function links({ headers }: Reply): [rel: string, url: string][] {
  const parts = (headers.Link ?? '').split(', ').filter((part) => part !== '')
  return parts.map((part) => {
    const [, url = '', rel = ''] = /^<([^>]+)>; rel="(\w+)"$/.exec(part) ?? []
    return [rel, url]
  })
}

function ids({ json }: Reply): number[] {
  return json.map(({ id }: { readonly id: number }) => id)
}

/** The same page without the origin, as calls take it. */
function below(url: string | undefined): string {
  return (url ?? '').replace('http://127.0.0.1:8080/api/v4', '')
}

function addMilestones(count: number): void {
  const backlog = here.sim.world.milestones.require(12)
  for (let i = 1; i <= count; i++)
    here.sim.world.milestones.insert({ ...backlog, id: 1000 + i, iid: 1000 + i, title: `More ${i}` })
}

describe('a page', () => {
  test('has the links that the service writes, in its order', () => {
    const reply = here.as('alice').get(`${list}?per_page=3&page=2`)
    const page = (number: number) =>
      `<http://127.0.0.1:8080/api/v4/projects/1/milestones?id=1&page=${number}&per_page=3&state=all>`
    expect(reply.headers.Link).toBe(
      `${page(1)}; rel="prev", ${page(3)}; rel="next", ${page(1)}; rel="first", ${page(4)}; rel="last"`,
    )
    expect(told(reply)).toEqual(['2', '3', '1', '3', '10', '4'])
  })

  test('at the beginning has nothing before it', () => {
    const reply = here.as('alice').get(`${list}?per_page=3`)
    expect(links(reply).map(([rel]) => rel)).toEqual(['next', 'first', 'last'])
    expect(told(reply)).toEqual(['1', '3', '', '2', '10', '4'])
  })

  test('at the end has nothing behind it', () => {
    const reply = here.as('alice').get(`${list}?per_page=3&page=4`)
    expect(links(reply).map(([rel]) => rel)).toEqual(['prev', 'first', 'last'])
    expect(told(reply)).toEqual(['4', '3', '3', '', '10', '4'])
  })

  test('that is the only one says so', () => {
    const reply = here.as('alice').get(list)
    expect(links(reply).map(([rel]) => rel)).toEqual(['first', 'last'])
    expect(told(reply)).toEqual(['1', '20', '', '', '10', '1'])
  })

  test('beyond the end is empty, and points neither back nor on', () => {
    const reply = here.as('alice').get(`${list}?per_page=3&page=99`)
    expect(reply).toMatchObject({ status: 200, json: [] })
    expect(links(reply).map(([rel, url]) => `${rel} ${/page=\d+/.exec(url)}`)).toEqual([
      'first page=1',
      'last page=4',
    ])
    expect(told(reply)).toEqual(['99', '3', '', '', '10', '4'])
  })

  test('of nothing is page 1 of 1', () => {
    const reply = here.as('alice').get(`${list}?search=nowhere+to+be+found`)
    expect(reply.json).toEqual([])
    expect(links(reply).map(([rel, url]) => `${rel} ${/page=\d+/.exec(url)}`)).toEqual([
      'first page=1',
      'last page=1',
    ])
    expect(told(reply)).toEqual(['1', '20', '', '', '0', '1'])
  })
})

test('pages put together are the whole list, each row once, whatever their size', () => {
  const whole = ids(here.as('alice').get('/merge_requests?scope=all&per_page=100'))
  expect(whole.length).toBeGreaterThan(40)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), (size) => {
      const gathered: number[] = []
      let next: string | undefined = `/merge_requests?scope=all&per_page=${size}`
      while (next !== undefined) {
        const reply: Reply = here.as('alice').get(next)
        gathered.push(...ids(reply))
        expect(reply.headers['X-Total']).toBe(String(whole.length))
        const found = links(reply).find(([rel]) => rel === 'next')
        next = found === undefined ? undefined : below(found[1])
      }
      expect(gathered).toEqual(whole)
    }),
    { seed: 1, numRuns: 12 },
  )
})

test('every link leads to the page that it names', () => {
  const middle = here.as('alice').get(`${list}?per_page=3&page=2`)
  const pages = Object.fromEntries(links(middle).map(([rel, url]) => [rel, here.as('alice').get(below(url))]))
  const numbers = Object.entries(pages).map(([rel, reply]) => [rel, reply.headers['X-Page']])
  expect(numbers).toEqual([
    ['prev', '1'],
    ['next', '3'],
    ['first', '1'],
    ['last', '4'],
  ])
})

describe('a link repeats', () => {
  const query = (path: string, caller: Calls = here.as('alice')) =>
    links(caller.get(path))[0]?.[1].split('?')[1]

  test('defaults of the operation, and the path parameters', () => {
    const sent = new URLSearchParams(query('/projects/1/merge_requests?per_page=1'))
    expect(Object.fromEntries(sent)).toMatchObject({
      id: '1',
      order_by: 'created_at',
      sort: 'desc',
      state: 'all',
    })
  })

  test('what was sent, unknown names too, in alphabetical order', () => {
    expect(query(`${list}?zebra=1&per_page=1&apple=2&state=closed`)).toBe(
      'apple=2&id=1&page=2&per_page=1&state=closed&zebra=1',
    )
  })

  test('arrays, hashes and odd characters as the service encodes them', () => {
    expect(query(`${list}?per_page=1&x[]=b&x[]=a&y[z]=1&t=a+b%26*%27(%C3%A9)~!`)).toBe(
      'id=1&page=2&per_page=1&state=all&t=a+b%26%2A%27%28%C3%A9%29~%21&x%5B%5D=b&x%5B%5D=a&y%5Bz%5D=1',
    )
  })

  test('a token that was sent in the query, but none from a header', () => {
    expect(query(`${list}?per_page=1&private_token=alice-token`, here.as())).toContain(
      'private_token=alice-token',
    )
    expect(query(`${list}?per_page=1`)).not.toContain('token')
  })

  test('the path of the project as it was sent', () => {
    const reply = here.as('alice').get('/projects/acme%2Fwebapp/milestones?per_page=1')
    expect(links(reply)[0]?.[1]).toBe(
      'http://127.0.0.1:8080/api/v4/projects/acme%2Fwebapp/milestones?id=acme%2Fwebapp&page=2&per_page=1&state=all',
    )
  })

  test('the address that the installation was given', () => {
    here.sim.world.instance.update(1, { url: 'https://forge.example:8443' })
    expect(links(here.as('alice').get(`${list}?per_page=1`))[0]?.[1]).toMatch(
      /^https:\/\/forge\.example:8443\/api\/v4\//,
    )
  })
})

describe('an odd size or number', () => {
  test.each([
    ['per_page=101', '1', '100'],
    ['per_page=1000000', '1', '100'],
    ['per_page=-1', '1', '20'],
    ['per_page=', '1', '20'],
    ['page=0', '1', '20'],
    ['page=-1', '1', '20'],
    ['page=', '1', '20'],
    ['page=1_0&per_page=1', '10', '1'],
  ])('%s counts as page %s of %s rows', (query, page, perPage) => {
    const reply = here.as('alice').get(`${list}?${query}`)
    expect(reply.status).toBe(200)
    expect(told(reply).slice(0, 2)).toEqual([page, perPage])
    expect(links(reply).at(-1)?.[1]).toContain(`&per_page=${perPage}&`)
  })

  test.each([
    ['per_page=0', 'per_page has a value not allowed'],
    ['page=abc', 'page is invalid'],
    ['per_page=1.5', 'per_page is invalid'],
    ['page=a&per_page=b', 'page is invalid, per_page is invalid'],
  ])('%s is refused', (query, error) => {
    expect(here.as('alice').get(`${list}?${query}`)).toMatchObject({ status: 400, json: { error } })
  })

  test('a number beyond all pages is an empty page', () => {
    expect(here.as('alice').get(`${list}?page=${'9'.repeat(18)}`)).toMatchObject({ status: 200, json: [] })
  })
})

describe('a long list', () => {
  test('is counted up to ten thousand rows', () => {
    addMilestones(10_000 - 10)
    const reply = here.as('alice').get(`${list}?page=100&per_page=100`)
    expect(told(reply)).toEqual(['100', '100', '99', '', '10000', '100'])
    expect(links(reply).map(([rel]) => rel)).toEqual(['prev', 'first', 'last'])
  })

  test('has no totals beyond, and is paged on', () => {
    addMilestones(10_000 - 9)
    const reply = here.as('alice').get(`${list}?page=100&per_page=100`)
    expect(told(reply)).toEqual(['100', '100', '99', '101', undefined, undefined])
    expect(links(reply).map(([rel]) => rel)).toEqual(['prev', 'next', 'first'])
    const last = here.as('alice').get(`${list}?page=101&per_page=100`)
    expect(last.json).toHaveLength(1)
    expect(told(last)).toEqual(['101', '100', '100', '', undefined, undefined])
    const late = here.as('alice').get(`${list}?page=102&per_page=100`)
    expect(late.json).toEqual([])
    expect(told(late)).toEqual(['102', '100', '', '', undefined, undefined])
  })
})

describe('keyset pagination', () => {
  const all = () => ids(here.as('alice').get('/projects?order_by=id&sort=asc&per_page=100'))

  test.each(['asc', 'desc'])('walks all projects once by id, %s, until a page is empty', (sort) => {
    const gathered: number[][] = []
    let next: string | undefined = `/projects?pagination=keyset&order_by=id&sort=${sort}&per_page=2`
    while (next !== undefined) {
      const reply: Reply = here.as('alice').get(next)
      gathered.push(ids(reply))
      expect(reply.json.length > 0).toBe(reply.headers.Link !== undefined)
      next = reply.headers.Link === undefined ? undefined : below(links(reply)[0]?.[1])
    }
    const expected = sort === 'asc' ? all() : all().reverse()
    expect(gathered.flat()).toEqual(expected)
    expect(gathered.at(-1)).toEqual([])
  })

  test('names the next page alone, behind the last id, and no other header of pages', () => {
    const reply = here.as('alice').get('/projects?pagination=keyset&order_by=id&sort=asc&per_page=2&page=7')
    const [first, second] = all()
    expect(ids(reply)).toEqual([first, second])
    const [[rel, url] = ['', '']] = links(reply)
    expect(rel).toBe('next')
    const sent = new URL(url).searchParams
    expect([sent.get('id_after'), sent.get('pagination'), sent.get('per_page'), sent.get('page')]).toEqual([
      String(second),
      'keyset',
      '2',
      null,
    ])
    expect(links(reply)).toHaveLength(1)
    expect(told(reply)).toEqual([undefined, undefined, undefined, undefined, undefined, undefined])
  })

  test('goes down from the last id', () => {
    const reply = here.as('alice').get('/projects?pagination=keyset&order_by=id&sort=desc&per_page=2')
    expect(new URL(links(reply)[0]?.[1] ?? '').searchParams.get('id_before')).toBe(String(all().at(-2)))
  })

  test('is open to anonymous callers', () => {
    expect(here.as().get('/projects?pagination=keyset&order_by=id&sort=asc').status).toBe(200)
  })

  test.each(['', '&order_by=created_at', '&order_by=name&sort=asc'])(
    'is refused in another order: %j',
    (order) => {
      const reply = here.as('alice').get(`/projects?pagination=keyset${order}`)
      expect(reply).toMatchObject({
        status: 405,
        json: { error: 'Keyset pagination is not yet available for this type of request' },
      })
    },
  )

  test.each(['', 'Keyset', 'offset', 'cursor'])('is meant by its exact name, not by %j', (pagination) => {
    const reply = here.as('alice').get(`/projects?pagination=${pagination}&per_page=2`)
    expect(reply.status).toBe(200)
    expect(reply.headers).toHaveProperty('X-Page')
  })

  test.each([list, '/merge_requests?scope=all', '/projects/1/merge_requests'])('is ignored by %s', (path) => {
    const reply = here.as('alice').get(`${path}${path.includes('?') ? '&' : '?'}pagination=keyset&per_page=1`)
    expect(reply.status).toBe(200)
    expect(reply.headers).toHaveProperty('X-Total')
    expect(reply.headers.Link).toContain('pagination=keyset')
  })
})

describe('an offset beyond fifty thousand', () => {
  const refused = {
    status: 405,
    json: {
      error:
        'Offset pagination has a maximum allowed offset of 50000 for requests that return objects of type Project. Remaining records can be retrieved using keyset pagination.',
    },
  }

  test('is refused for projects', () => {
    expect(here.as('alice').get('/projects?page=500&per_page=100').status).toBe(200)
    expect(here.as('alice').get('/projects?page=501&per_page=100')).toMatchObject(refused)
    expect(here.as('alice').get('/projects?page=50001&per_page=1')).toMatchObject(refused)
    expect(here.as().get('/projects?page=2501')).toMatchObject(refused)
  })

  test('is refused by the limit of the installation, where it has one', () => {
    here.sim.world.instance.update(1, { offsetLimit: 10 })
    expect(here.as('alice').get('/projects?page=2&per_page=6').status).toBe(405)
    here.sim.world.instance.update(1, { offsetLimit: 0 })
    expect(here.as('alice').get('/projects?page=501&per_page=100').status).toBe(200)
  })

  test('is fine elsewhere', () => {
    expect(here.as('alice').get(`${list}?page=501&per_page=100`).status).toBe(200)
  })

  test('is fine by keyset', () => {
    const path = '/projects?page=501&per_page=100&pagination=keyset&order_by=id&sort=asc'
    expect(here.as('alice').get(path).status).toBe(200)
  })
})
