import { describe, expect, test } from 'vitest'
import type { Exchange } from './exchange.ts'
import { jsonOf, judged, overheard, withJson } from './testing/overheard.ts'

const { ask } = overheard()

function titles(exchanges: readonly Exchange[]): readonly string[] {
  return judged(exchanges).map(
    ({ id, result }) => `${id.split('/')[1]}: ${result.kind === 'fail' ? result.finding.title : ''}`,
  )
}

function withHeader(exchange: Exchange, name: string, value: string | undefined): Exchange {
  const { [name]: _before, ...rest } = exchange.answered
  return { ...exchange, answered: value === undefined ? rest : { ...rest, [name]: value } }
}

function withRows(exchange: Exchange, change: (rows: { [field: string]: unknown }[]) => unknown): Exchange {
  return withJson(exchange, change(jsonOf(exchange)))
}

const list = ask({ path: '/projects/1/merge_requests?state=opened&per_page=5&order_by=updated_at&sort=desc' })
const one = ask({ path: '/projects/1' })
const missing = ask({ path: '/projects/999' })
const added = ask({
  method: 'POST',
  path: '/projects/1/milestones',
  json: { title: 'One', due_date: '2030-01-31' },
})
const id = String((jsonOf(added) as { id: number }).id)
const found = ask({ path: `/projects/acme%2Fwebapp/milestones/${id}` })
const removed = ask({ method: 'DELETE', path: `/projects/1/milestones/${id}` })
const gone = ask({ path: `/projects/1/milestones/${id}` })
const anonymous = ask({ path: '/user', token: '' })

const right = [one, list, missing, added, found, removed, gone, anonymous]

test('nothing is wrong with traffic that is right', () => {
  expect(right.map(({ status }) => status)).toEqual([200, 200, 404, 201, 200, 204, 404, 401])
  expect(titles(right)).toEqual([])
})

describe.each<[string, readonly Exchange[]]>([
  ['statuses: answers 500', [{ ...one, status: 500 }]],
  ['statuses: POST answers 200', [{ ...added, status: 200 }]],
  [
    'schema: a reply breaks its schema: [].iid',
    [withRows(list, ([row, ...rest]) => [{ ...row, iid: '7' }, ...rest])],
  ],
  ['schema: a reply is no JSON', [{ ...one, body: new TextEncoder().encode('{"id":') }]],
  ['content-type: JSON is sent as something else', [withHeader(one, 'content-type', 'text/html')]],
  ['empty-bodies: a 204 has a body', [{ ...removed, body: new TextEncoder().encode('{}') }]],
  ['error-bodies: an error has no text', [withJson(missing, { detail: 'x' })]],
  ['error-bodies: an error names another status', [withJson(missing, { message: '403 Forbidden' })]],
  ['signed-in: answers a caller without credentials', [{ ...ask({ path: '/user' }), headers: {} }]],
  ['page-headers: X-Per-Page', [withHeader(list, 'x-per-page', '20')]],
  ['page-headers: X-Total-Pages', [withHeader(list, 'x-total-pages', '1')]],
  ['page-headers: X-Next-Page', [withHeader(list, 'x-next-page', '3')]],
  ['page-headers: Link leads to no next page', [withHeader(list, 'link', undefined)]],
  ['page-headers: the rows of a page', [withRows(list, (rows) => [...rows, ...rows])]],
  [
    'filters: a row does not fit state',
    [withRows(list, ([row, ...rest]) => [{ ...row, state: 'closed' }, ...rest])],
  ],
  ['order: the order by updated_at', [withRows(list, (rows) => rows.toReversed())]],
  ['kept: title is not what was sent', [withJson(added, { ...(jsonOf(added) as object), title: 'Two' })]],
  ['created: what was created is not found', [added, { ...gone, headers: found.headers }]],
  [
    'deleted: what was deleted is still there',
    [removed, { ...found, url: gone.url, began: 90_000, ended: 90_020 }],
  ],
  [
    'unchanging: created_at has changed',
    [found, withJson(found, { ...(jsonOf(found) as object), created_at: '2001-01-01T00:00:00.000Z' })],
  ],
  [
    'unchanging: two objects have one number',
    [added, withJson(added, { ...(jsonOf(added) as object), created_at: '2029-01-01T00:00:00.000Z' })],
  ],
  [
    'links: Link leads somewhere else',
    [one, withHeader(list, 'link', String(list.answered.link).replaceAll('forgery', 'elsewhere'))],
  ],
  ['caching: a reply has no ETag', [withHeader(one, 'etag', undefined)]],
  [
    'caching: what is unchanged is sent again',
    [{ ...one, headers: { ...one.headers, 'if-none-match': one.answered.etag ?? '' } }],
  ],
  ['retry-after: a 429 does not tell when to come again', [{ ...missing, status: 429 }]],
])('%s', (title, exchanges) => {
  test('is found', () => expect(titles(exchanges)).toContain(title))
})

describe('what traffic cannot tell is not held against the service', () => {
  test.each<[string, readonly Exchange[]]>([
    [
      'a refusal of a proxy',
      [
        {
          ...one,
          status: 403,
          body: new TextEncoder().encode('<html>'),
          answered: { 'content-type': 'text/html' },
        },
      ],
    ],
    ['a bad gateway', [{ ...one, status: 502 }]],
    ['a body that was not recorded', [(({ body: _body, ...rest }) => rest)(one)]],
    ['a recording without credentials', [{ ...one, headers: {}, complete: false }]],
    ['a 304 with the body of a cache', [{ ...one, status: 304, complete: false }]],
    [
      'a replica that lags behind',
      [one, added, { ...gone, began: 5000, ended: 5020 }, { ...found, began: 5100, ended: 5120 }],
    ],
    ['what another caller does not see', [added, { ...gone, headers: { 'private-token': 'mallory-token' } }]],
    [
      'what was deleted while it was read',
      [removed, { ...found, url: gone.url, began: (removed.began ?? 0) + 1 }],
    ],
    ['what may have changed in the meantime', [added, { ...gone, began: 3_600_000, ended: 3_600_020 }]],
    [
      'a service that was taken back',
      [added, { ...added, url: 'http://forgery.test/_forgery/reset' }, { ...gone, headers: found.headers }],
    ],
    ['fields of a later release', [withJson(one, { ...(jsonOf(one) as object), of_tomorrow: true })]],
  ])('%s', (_what, exchanges) => {
    expect(titles(exchanges)).toEqual([])
  })
})

test('a service that is called by another name than its own is told so, which does not weigh as a fault', () => {
  const [finding, ...others] = judged([{ ...list, url: list.url.replace('forgery.test', '10.0.0.7') }], {
    base: 'http://10.0.0.7',
  }).flatMap(({ result }) => (result.kind === 'fail' ? [result.finding] : []))
  expect(finding).toMatchObject({
    severity: 'should',
    title: expect.stringMatching(/has another name of the service$/),
  })
  expect(others.every(({ severity }) => severity === 'should')).toBe(true)
})

test('what opens something is printed nowhere', () => {
  const secrets = [
    's3cret-of-alice',
    'glpat-abcdefghij0123456789',
    'hunter2hunter2',
    'sess10n-value',
    'feed5ecret',
  ]
  const [token = '', own = '', password = '', session = '', feed = ''] = secrets
  const exchange: Exchange = {
    ...added,
    url: `http://forgery.test/api/v4/projects/1/milestones?private_token=${token}&x=${own}`,
    headers: {
      authorization: `Bearer ${token}`,
      cookie: `_session=${session}; a=b`,
      'content-type': 'application/json',
    },
    sent: JSON.stringify({ title: 'x', password, nested: { client_secret: feed } }),
    status: 200,
    answered: { 'content-type': 'text/plain', 'set-cookie': `_session=${session}; path=/` },
    body: new TextEncoder().encode(
      JSON.stringify({ id: own, runners_token: feed, note: `${session} ${password}` }),
    ),
  }
  const text = JSON.stringify(judged([exchange]))
  expect(text).toContain('Bearer $TOKEN')
  for (const secret of secrets) expect(text).not.toContain(secret)
})
