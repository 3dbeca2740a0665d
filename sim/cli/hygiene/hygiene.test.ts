import { expect, test } from 'vitest'
import { contract } from '../../contract.ts'
import { createSimulator, type SimulatorOptions } from '../../index.ts'
import { summaryText } from '../summary-text.ts'
import { Hygiene } from './hygiene.ts'

type Sent = readonly [
  method: string,
  path: string,
  body?: unknown,
  headers?: { readonly [name: string]: string },
]

const API = '/api/v4'

/** A client's calls in turn, one a second of wall time unless told, and what is remarked of them: `kind subject: says`. */
function client(options: Partial<SimulatorOptions> = {}) {
  const sim = createSimulator(options)
  const hygiene = new Hygiene(sim, contract().operations)
  let at = 0
  sim.journal.onRecord = (entry) => hygiene.add(entry, at)
  const send = ([method, path, body, headers]: Sent, after = 1000) => {
    at += after
    return sim.handle({
      method,
      url: path.startsWith('/') ? `${API}${path}` : `/${path}`,
      headers: {
        host: '127.0.0.1:8080',
        'private-token': 'root-token',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }
  const remarks = () => hygiene.remarks()
  const told = () => remarks().map(({ kind, subject, says }) => `${kind} ${subject}: ${says}`)
  return { send, remarks, told, sim }
}

function toldOf(calls: readonly Sent[], options?: Partial<SimulatorOptions>): string[] {
  const { send, told } = client(options)
  for (const call of calls) send(call)
  return told()
}

test('a client that does all well gets no remark', () => {
  const calls: Sent[] = [
    ['GET', '/projects?per_page=100&page=1&order_by=id'],
    ['GET', '/projects?per_page=100&page=2&order_by=id'],
    ['POST', '/projects/1/milestones', { title: 'v9' }],
    ['GET', '/projects/1'],
    ['GET', 'acme/handbook.git/info/refs?service=git-upload-pack'],
  ]
  expect(toldOf(calls)).toEqual([])
})

test('a parameter that nobody reads is told with the one that was meant, in query, JSON and form', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const { send, remarks } = client()
  send(['GET', '/projects/1/issues?per_page=1&stat=opened'])
  send(['GET', '/projects/1/issues?per_page=1&stat=closed'])
  send(['POST', '/projects/1/milestones', { title: 'v9', descripton: 'x' }])
  send(['POST', '/projects/1/milestones', 'title', form])
  const says = remarks().map(({ kind, subject, says, count }) => [kind, subject, says, count])
  expect(says).toContainEqual([
    'unread-parameter',
    'GET /projects/:id/issues',
    'nobody reads stat: state was probably meant',
    2,
  ])
  expect(says).toContainEqual([
    'unread-parameter',
    'POST /projects/:id/milestones',
    'nobody reads descripton: description was probably meant',
    1,
  ])
})

test('a parameter is deprecated as data, never in words', () => {
  const params = contract('real').operations.flatMap(({ params }) => params)
  expect(params.filter(({ about = '' }) => /^deprecated|; deprecated$/i.test(about))).toEqual([])
  const names = new Set(params.flatMap(({ name, deprecated }) => (deprecated ? [name] : [])))
  for (const name of ['approvals_before_merge', 'namespace', 'maintainer_note']) expect(names).toContain(name)
})

test('deprecated operations and parameters are told', () => {
  const calls: Sent[] = [
    ['PUT', '/projects/1/labels', { name: 'bug', color: '#ff0000' }],
    ['POST', '/projects/1/approvals', { approvals_before_merge: 1 }],
  ]
  expect(toldOf(calls)).toEqual([
    'deprecated PUT /projects/:id/labels: the operation is deprecated',
    'deprecated POST /projects/:id/approvals: the parameter approvals_before_merge is deprecated',
  ])
})

test('a parameter that a later release does not have is told, as long as there is one', () => {
  const calls: Sent[] = [['PUT', '/application/settings', { in_product_marketing_emails_enabled: true }]]
  const says =
    'deprecated PUT /application/settings: release 18.9 has no parameter in_product_marketing_emails_enabled'
  expect(toldOf(calls)).toEqual([says])
})

test('a client that follows the links to the next pages read on', () => {
  const { send, told } = client()
  const next = (reply: ReturnType<typeof send>) =>
    /<[^>]*\/api\/v4([^>]*)>; rel="next"/.exec(reply.headers.Link ?? '')?.[1]
  let url: string | undefined = '/projects/acme%2Fwebapp/issues?state=opened&per_page=2'
  for (; url !== undefined; url = next(send(['GET', url])));
  expect(told()).toEqual([])
})

test('many records that are asked for one by one are told wherever their names came from', () => {
  const sim = createSimulator()
  const headers = { 'private-token': 'alice-token' }
  const { body } = sim.handle({
    method: 'GET',
    url: '/api/v4/projects/1/repository/commits?per_page=20',
    headers,
  })
  const commits = JSON.parse(String(body)).map(({ id }: { readonly id: string }) => id)
  const calls = (ids: readonly string[]) =>
    ids.map((id): Sent => ['GET', `/projects/1/repository/commits/${id}/merge_requests`])
  expect(toldOf(calls(commits))).toContain(
    'n-plus-one GET /projects/:id/repository/commits/:sha/merge_requests: once for each of 20 records',
  )
  expect(toldOf(calls(commits.slice(1))).filter((text) => text.startsWith('n-plus-one'))).toEqual([])
})

test('a list of which only the first page was read is told, one that was read on is not', () => {
  expect(toldOf([['GET', '/projects?per_page=2']])).toEqual([
    'first-page-only GET /projects: read 2 rows and no further, though there is a next page',
  ])
  expect(
    toldOf([
      ['GET', '/projects?per_page=2'],
      ['GET', '/projects?page=2&per_page=2'],
    ]),
  ).toEqual([])
  expect(toldOf([['GET', '/projects?per_page=1&order_by=created_at']])).toEqual([])
  expect(
    toldOf([
      ['GET', '/projects?per_page=2&archived=false'],
      ['GET', '/projects?page=2&per_page=2'],
    ]),
  ).toHaveLength(1)
})

test('rows of a list that are asked for one by one are told', () => {
  const { send, told } = client()
  const listed = send(['GET', '/projects?per_page=100'])
  send(['GET', '/projects?per_page=100&page=2'])
  const ids = (JSON.parse(String(listed.body)) as { id: number }[]).map(({ id }) => id)
  for (const id of ids.slice(0, 5)) send(['GET', `/projects/${id}/languages`])
  for (const id of ids.slice(0, 4)) send(['GET', `/projects/${id}`])
  expect(told()).toEqual(['n-plus-one GET /projects/:id/languages: once for each of 5 rows of GET /projects'])
})

test.each([
  ['POST * reset times=1', 'the connection was dropped'],
  ['POST * truncate times=1', 'the reply broke off'],
  ['POST * delay=1s times=1', 'a reply that took 1s'],
  ['POST * 504 times=1', 'a 504'],
])('a write sent again after %s is told', async (rule, how) => {
  const { parseFault } = await import('../../control/fault-rule.ts')
  const post: Sent = ['POST', '/projects/1/issues', { title: 'Twice' }]
  const other: Sent = ['POST', '/projects/1/issues', { title: 'Once' }]
  expect(toldOf([post, post, post], { faults: [parseFault(rule)] })).toEqual([
    `repeated-write POST /projects/:id/issues: sent again after ${how}, without looking whether it had taken effect`,
  ])
  expect(toldOf([post, other], { faults: [parseFault(rule)] })).toEqual([])
})

test.each([
  [429, 2000, false],
  [429, 1000, true],
  [503, 2000, false],
  [503, 1000, true],
])('after a %i with Retry-After of 2 s, %i ms are told: %s', (status, waited, isTold) => {
  const { send, told } = client({ faults: [{ status, retryAfter: 2, times: 1 }] })
  send(['GET', '/user'])
  send(['GET', '/user'], waited)
  const says = `not-waited GET /user: sent before the 2 s of Retry-After were over, after a ${status}`
  expect(told()).toEqual(isTold ? [says] : [])
})

test.each([
  [9500, false],
  [500, true],
])('Retry-After may be a date: %i ms are told: %s', (waited, isTold) => {
  const date = new Date(performance.timeOrigin + 10_000)
  const headers = { 'Retry-After': date.toUTCString() }
  const { send, told } = client({ faults: [{ status: 503, headers, times: 1 }] })
  send(['GET', '/user'])
  send(['GET', '/user'], waited)
  expect(told()).toHaveLength(isTold ? 1 : 0)
})

test('after a 429 other requests of the caller wait as well, those of others do not', () => {
  const { send, told } = client({ faults: [{ status: 429, retryAfter: 2, times: 1 }] })
  send(['GET', '/user'])
  send(['GET', '/version', undefined, { 'private-token': 'alice-token' }], 1)
  expect(told()).toEqual([])
  send(['GET', '/version'], 1)
  expect(told()).toHaveLength(1)
})

test('a credential in the query is told, and never shown', () => {
  const told = toldOf([['GET', '/user?private_token=alice-token']])
  expect(told).toEqual([
    'token-in-query GET /user: private_token is in the query string: a header is not logged',
  ])
})

test('a credential that follows a redirect to another host is told', () => {
  const faults = [
    { path: '/user', status: 302, headers: { Location: 'http://other.test/api/v4/version' }, times: 1 },
  ]
  const followed: Sent = ['GET', '/version', undefined, { host: 'other.test' }]
  const without: Sent = ['GET', '/version', undefined, { host: 'other.test', 'private-token': '' }]
  expect(toldOf([['GET', '/user'], followed], { faults })).toEqual([
    'redirected-credentials GET /version: the credential was sent on from 127.0.0.1:8080 to other.test',
  ])
  expect(toldOf([['GET', '/user'], without], { faults })).toEqual([])
})

test('requests outside of the API and those it does not have are told', () => {
  expect(
    toldOf([
      ['GET', 'api/graphql'],
      ['GET', '/project/1'],
    ]),
  ).toEqual([
    'outside-api GET /api/graphql: is outside of /api/v4, and may change with any release',
    'unknown-operation GET /project/1: the API has no such operation',
  ])
})

test('requests of named worlds count as well', () => {
  const { send, told, sim } = client()
  sim.worlds.create('one')
  send(['GET', 'w/one/api/v4/projects?per_page=2&stat=x'])
  expect(told()).toEqual([
    'unread-parameter GET /projects: nobody reads stat: sort was probably meant',
    'first-page-only GET /projects: read 2 rows and no further, though there is a next page',
  ])
})

test('a report shows the remarks in every format', () => {
  const { send, remarks } = client()
  send(['GET', '/version?<b>\u0001=1'])
  const summary = { calls: 1, operations: [], unhandled: [], callsOut: [], remarks: remarks() }
  expect(summaryText(summary, 'text')).toContain(
    'forgery: 1 remark on the client\n  unread-parameter: GET /version nobody reads <b>\\u0001\n',
  )
  expect(summaryText(summary, 'markdown')).toContain('| unread-parameter | `GET /version` | 1 |')
  expect(summaryText(summary, 'html')).toContain('<td>nobody reads &lt;b&gt;\\u0001</td>')
  const junit = summaryText(summary, 'junit')
  expect(junit).toContain('<testsuite name="hygiene" tests="10" failures="1"')
  expect(junit).toContain('GET /version: nobody reads &lt;b&gt;\\u0001 (1 ×)')
})
