import { describe, expect, test } from 'vitest'
import { createSimulator, type PlainRequest, type Simulator } from '../index.ts'
import { multipart } from '../testing/multipart.ts'
import { LONGEST_REPLY } from './exchanges.ts'
import { Journal } from './journal.ts'
import { LONGEST_SHOWN } from './shown-body.ts'
import { shownExchange } from './shown-exchange.ts'

const alice = { 'private-token': 'alice-token', 'content-type': 'application/json' }

function asked(sim: Simulator, line: string, body?: string | Uint8Array, headers = alice as object) {
  const [method, url] = line.split(' ') as [string, string]
  sim.handle({ method, url, headers: headers as PlainRequest['headers'], body })
  return shown(sim, sim.journal.next - 1)
}

function shown(sim: Simulator, id: number) {
  const reply = sim.handle({ method: 'GET', url: `/_forgery/requests/${id}`, headers: {} })
  return { status: reply.status, ...JSON.parse(String(reply.body)) }
}

describe('an entry of the journal', () => {
  test('shows both bodies and headers', () => {
    const body = JSON.stringify({ title: 'v2' })
    expect(asked(createSimulator(), 'POST /api/v4/projects/1/milestones', body)).toMatchObject({
      id: 1,
      status: 201,
      user: 'alice',
      request: { headers: { ...alice, 'private-token': '[redacted]' }, body, bytes: body.length, note: null },
      reply: {
        headers: { 'Content-Type': 'application/json' },
        body: expect.stringContaining('"title":"v2"'),
        note: null,
      },
      fault: null,
    })
  })

  test('tells the fault rule that struck', () => {
    const sim = createSimulator({ faults: [{ path: '/user', status: 503 }] })
    expect(asked(sim, 'GET /api/v4/user').fault).toMatchObject({ id: 1, status: 503 })
  })

  test('that is not there is 404', () => {
    expect(shown(createSimulator(), 3)).toEqual({
      status: 404,
      error: 'there is no request 3 in the journal: GET /_forgery/requests lists them',
    })
  })
})

describe('no secret is shown', () => {
  test.each<[string, string, string, string]>([
    [
      'of JSON',
      'POST /api/v4/users',
      '{"email":"x@example.com","password":"hush-hush-1"}',
      'application/json',
    ],
    [
      'of the value of a variable',
      'POST /api/v4/projects/1/variables',
      '{"key":"A","value":"hush-hush-1"}',
      'application/json',
    ],
    [
      'below a name',
      'POST /api/graphql',
      '{"query":"x","variables":{"input":"hush-hush-1"}}',
      'application/json',
    ],
    ['that is a list', 'POST /x', '{"tokens":1,"token":["hush-hush-1"]}', 'application/json'],
    ['of JSON that is broken', 'POST /x', '{"password":"hush-hush-1",', 'application/json'],
    [
      'of a form',
      'POST /oauth/token',
      'grant_type=password&password=hush-hush-1',
      'application/x-www-form-urlencoded',
    ],
  ])('%s', (_, line, body, type) => {
    const sim = createSimulator()
    const entry = asked(sim, line, body, { 'private-token': 'alice-token', 'content-type': type })
    expect(entry.request.body).toContain('[redacted]')
    expect(JSON.stringify(entry)).not.toContain('hush')
  })

  test('of a form with parts', () => {
    const body = multipart('edge', [
      ['title', 'plain'],
      ['token', 'hush-hush-1'],
    ])
    const type = { 'content-type': 'multipart/form-data; boundary=edge' }
    const { request } = asked(createSimulator(), 'POST /api/v4/projects/1/hooks', body, type)
    expect(request.body).toContain('plain')
    expect(request.body).not.toContain('hush')
  })

  test('of a reply, its headers included', () => {
    const sim = createSimulator()
    const body = '{"name":"x","scopes":["api"],"expires_at":"2024-02-01"}'
    const { reply } = asked(sim, 'POST /api/v4/projects/1/access_tokens', body)
    expect(JSON.parse(reply.body)).toMatchObject({ name: 'x', token: '[redacted]' })
  })
})

test('the headers of a reply are kept as they were sent', () => {
  const sim = createSimulator()
  const token = { 'private-token': 'root-token' }
  const etag = String(sim.handle({ method: 'GET', url: '/api/v4/projects', headers: token }).headers.ETag)
  const requests: PlainRequest[] = [
    ...['/projects?per_page=2&page=2', '/projects/1/repository/files/README.md?ref=main', '/nowhere'].flatMap(
      (path) =>
        ['GET', 'HEAD', 'OPTIONS'].map((method) => ({ method, url: `/api/v4${path}`, headers: token })),
    ),
    { method: 'GET', url: '/api/v4/projects', headers: { ...token, 'if-none-match': etag } },
    { method: 'GET', url: '/api/v4/projects', headers: { ...token, origin: 'https://page.example' } },
    { method: 'GET', url: '/api/v4/projects/1/repository/archive.zip', headers: token },
    { method: 'POST', url: '/api/v4/projects/1/labels?name=a&color=red', headers: token },
    { method: 'DELETE', url: '/api/v4/projects/1/labels/a', headers: token },
  ]
  const sent = requests.map((request) => {
    const { status, headers } = sim.handle(request)
    return { id: sim.journal.next - 1, status, headers }
  })
  sim.moveTo('https://elsewhere.example')
  for (const { id, status, headers } of sent) {
    const kept = sim.journal.exchange(id)?.reply
    expect([kept?.status, Object.entries(kept?.headers ?? {})]).toEqual([status, Object.entries(headers)])
  }
})

describe('bodies are bounded', () => {
  const at = Date.UTC(2024, 0, 1)
  const answered = { at, method: 'GET', url: '/', status: 200, user: null }
  const exchange = (body?: string) => ({
    request: { method: 'GET', url: '/', headers: {}, body },
    reply: { status: 200, headers: {} },
  })

  test('a long one is not shown, and one that is too long not kept', () => {
    const journal = new Journal()
    const long = 'x'.repeat(LONGEST_SHOWN + 1)
    journal.record(answered, undefined, exchange(long), 'y'.repeat(LONGEST_REPLY + 1))
    expect(shownExchange(journal, 1)).toMatchObject({
      request: { body: null, bytes: long.length, note: 'longer than 262144 bytes' },
      reply: { body: null },
    })
    expect(journal.replyBody(1)).toBeUndefined()
  })

  test('those of replies go by themselves, the oldest first', () => {
    const journal = new Journal()
    for (let i = 0; i < 20; i++) journal.record(answered, undefined, exchange('q'), 'y'.repeat(LONGEST_REPLY))
    const kept = journal.entries().map(({ id }) => journal.replyBody(id) !== undefined)
    expect(kept).toEqual([...Array(4).fill(false), ...Array(16).fill(true)])
    expect(journal.exchange(1)?.request.body).toBe('q')
  })

  test('a long text is kept letter by letter, whether it is new or came before', () => {
    const sim = createSimulator({ clock: 'frozen' })
    const bodies = [1, 2, 3].map(() => {
      const url = '/api/v4/projects/1/jobs'
      return sim.handle({ method: 'GET', url, headers: { 'private-token': 'root-token' } }).body
    })
    expect(String(bodies[0])).toMatch(/.{15000}/)
    expect([1, 2, 3].map((id) => sim.journal.replyBody(id))).toEqual(bodies)
  })

  test('bytes that are no text are told, not shown', () => {
    const { request } = asked(createSimulator(), 'POST /x', new Uint8Array([0, 255, 1]))
    expect(request).toMatchObject({ body: null, bytes: 3, note: 'binary' })
  })
})
