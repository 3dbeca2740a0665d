import { describe, expect, test } from 'vitest'
import { createSimulator } from '../index.ts'
import { utf8 } from '../lib/bytes.ts'
import type { Controlled } from './controlled.ts'
import { bareControlled, caller } from './testing/controlled.ts'

const created = Date.UTC(2024, 0, 1)

function withRows(): Controlled {
  const controlled = bareControlled()
  const { world } = controlled
  for (const [i, [name, projectId]] of [
    ['bug', 1],
    ['docs', 1],
    ['api', 2],
    ['bug', 2],
  ].entries())
    world
      .table('labels')
      ?.put({ id: i + 1, name, projectId, nested: { deep: i }, list: ['a', `x${i}`] } as never)
  for (let i = 1; i <= 25; i++) world.topics.put({ id: i, name: `topic ${i}` })
  world.tokens.put({
    id: 1,
    kind: 'oauth',
    value: 'alice-oauth-token',
    name: 'app',
    userId: 2,
    scopes: ['api'],
    revoked: false,
    expiresAt: null,
    createdAt: created,
    refresh: 'alice-refresh-token',
    jobId: null,
    projectId: null,
  })
  const bytes = utf8('hello\n')
  world.gitObjects.put({ id: 'ce013625030ba8dba906f756967f9e9ca394464a', object: { type: 'blob', bytes } })
  world.jobs.put({
    id: 1,
    kind: 'k',
    args: { access_token: 's', nested: [{ password: 's', url: 'https://u:s@host/x' }] },
    due: 1,
  })
  return controlled
}

const call = caller(withRows())
const idsOf = (line: string) => (call(line).body as { id: number }[]).map(({ id }) => id)

describe('tables', () => {
  test('are listed with their numbers of rows', () => {
    expect(call('GET /db').body).toMatchObject({ labels: 4, topics: 25, tokens: 1, users: 0 })
  })

  test('an unknown one is 404 and the known are named', () => {
    const { status, body } = call('GET /db/nothing')
    expect(status).toBe(404)
    expect(JSON.stringify(body)).toContain("there is no table 'nothing': there are instance, sequences,")
  })

  test('a row is found by its id, number or text', () => {
    expect(call('GET /db/labels/3').body).toMatchObject({ id: 3, name: 'api' })
    expect(call('GET /db/gitObjects/ce013625030ba8dba906f756967f9e9ca394464a').status).toBe(200)
    expect(call('GET /db/labels/9')).toMatchObject({ status: 404, body: { error: "labels has no row '9'" } })
  })

  test('are read-only', () => {
    expect(call('POST /db/labels', {}).status).toBe(405)
    expect(call('DELETE /db/labels/1').headers.Allow).toBe('GET, HEAD')
  })
})

describe('queries', () => {
  test.each([
    ['', [1, 2, 3, 4]],
    ['?name=bug', [1, 4]],
    ['?name=bug&projectId=2', [4]],
    ['?id=1&id=3', [1, 3]],
    ['?nested.deep=2', [3]],
    ['?list=x1', [2]],
    ['?name=none', []],
    ['?_sort=name', [3, 1, 4, 2]],
    ['?_sort=projectId,name&_order=desc,asc', [3, 4, 1, 2]],
    ['?_sort=nested.deep&_order=desc', [4, 3, 2, 1]],
    ['?_limit=2', [1, 2]],
    ['?_page=2&_limit=3', [4]],
    ['?_page=9', []],
  ])('labels%s', (query, expected) => {
    expect(idsOf(`GET /db/labels${query}`)).toEqual(expected)
  })

  test('a page has ten rows, a total and links, as json-server sends them', () => {
    const { body, headers } = call('GET /db/topics?_page=2')
    expect((body as { id: number }[]).map(({ id }) => id)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
    expect(headers).toMatchObject({
      'X-Total-Count': '25',
      Link: [
        '</_forgery/db/topics?_page=1>; rel="first"',
        '</_forgery/db/topics?_page=1>; rel="prev"',
        '</_forgery/db/topics?_page=3>; rel="next"',
        '</_forgery/db/topics?_page=3>; rel="last"',
      ].join(', '),
    })
  })

  test.each([
    ['_limit=0', "_limit '0' is invalid: use a whole number from 1 on"],
    ['_page=x', "_page 'x' is invalid: use a whole number from 1 on"],
    ['_order=up&_sort=id', "_order 'up' is invalid: use asc or desc"],
    ['_order=asc', '_order has more directions than _sort has columns'],
    ['_sort=size', "no row has the column 'size': there are id, name, projectId, nested, list"],
    ['colour=red', "no row has the column 'colour': there are id, name, projectId, nested, list"],
    [
      '_begin=3',
      "the query has the unknown parameter '_begin': known are q, _page, _limit, _start, _end, _sort, _order, _embed, _expand and columns",
    ],
    ['_end=x', "_end 'x' is invalid: use a whole number from 0 on"],
    ['name_like=(', "name_like '(' is no pattern"],
    ['size_gte=1', "no row has the column 'size': there are id, name, projectId, nested, list"],
    ['_embed=nothing', "there is no table 'nothing' to embed"],
    ['_expand=nothing', "there is no table of the name 'nothing' in the plural"],
  ])('%s is refused with a sentence', (query, error) => {
    expect(call(`GET /db/labels?${query}`)).toMatchObject({ status: 400, body: { error } })
  })
})

describe('values', () => {
  test('secrets of tokens are never shown', () => {
    expect(call('GET /db/tokens/1').body).toMatchObject({
      name: 'app',
      value: '[redacted]',
      refresh: '[redacted]',
    })
  })

  test('a token that is called by its own value is not shown by its name', () => {
    const controlled = withRows()
    controlled.world.tokens.update(1, { name: 'alice-oauth-token' })
    expect(caller(controlled)('GET /db/tokens/1').body).toMatchObject({ name: '[redacted]' })
  })

  test('secrets cannot be guessed by asking for them', () => {
    expect(call('GET /db/tokens?value=alice-oauth-token').body).toEqual([])
  })

  test('secrets inside arguments of jobs and addresses are not shown either', () => {
    expect(call('GET /db/jobs/1').body).toMatchObject({
      args: {
        access_token: '[redacted]',
        nested: [{ password: '[redacted]', url: 'https://[redacted]@host/x' }],
      },
    })
  })

  test('times are shown as ISO 8601', () => {
    expect(call('GET /db/tokens/1').body).toMatchObject({
      createdAt: '2024-01-01T00:00:00.000Z',
      expiresAt: null,
    })
  })

  test('bytes are shown in base64', () => {
    expect(call('GET /db/gitObjects').body).toMatchObject([{ object: { type: 'blob', bytes: 'aGVsbG8K' } }])
  })
})

describe('the settings that the control API shows', () => {
  test('are those that an administrator reads, but for secrets', () => {
    const sim = createSimulator({ world: 'demo' })
    const headers = { 'private-token': 'root-token', 'content-type': 'application/json' }
    const url = '/api/v4/application/settings'
    const changed = { help_page_text: 'Ask', spam_check_api_key: 'a-key-that-nobody-sees' }
    sim.handle({ method: 'PUT', url, headers, body: JSON.stringify(changed) })
    const read = (of: string) => JSON.parse(String(sim.handle({ method: 'GET', url: of, headers }).body))
    const shown = read('/_forgery/settings')
    expect(shown).toMatchObject({
      help_page_text: 'Ask',
      spam_check_api_key: '[redacted]',
      signup_enabled: true,
    })
    expect(JSON.stringify(shown)).not.toContain('a-key-that-nobody-sees')
    const answered = read(url)
    // Stored otherwise than answered: lists in lines, a name made from the host, a number with its fraction.
    const apart = /_raw$|^(?:commit_email_hostname|container_registry_pre_import_tags_rate)$/
    const names = Object.keys(answered).filter((name) => Object.hasOwn(shown, name) && !apart.test(name))
    const different = names.filter(
      (name) =>
        shown[name] !== '[redacted]' && JSON.stringify(shown[name]) !== JSON.stringify(answered[name]),
    )
    expect(names.length).toBeGreaterThan(300)
    expect(different).toEqual([])
  })
})
