import { describe, expect, test } from 'vitest'
import { createSimulator, type OutboundCall, type RemoteReply, type Simulator } from '../index.ts'
import { utf8 } from '../lib/bytes.ts'

const headers = { 'private-token': 'alice-token', 'content-type': 'application/json' }

const taken: RemoteReply = { reached: true, status: 202, headers: { server: 'bot' }, body: utf8('thanks') }

function hooked(answer: () => RemoteReply = () => taken) {
  const calls: OutboundCall[] = []
  const sim = createSimulator({
    remoteHost(call) {
      calls.push(call)
      return answer()
    },
  })
  const url = 'https://bot.example.com/hook?key=1'
  post(sim, '/projects/1/hooks', { url, token: 'hush-hush', issues_events: true, push_events: false })
  sim.journal.clear()
  return { sim, calls }
}

function post(sim: Simulator, path: string, body: object) {
  return sim.handle({ method: 'POST', url: `/api/v4${path}`, headers, body: JSON.stringify(body) })
}

function control(sim: Simulator, line: string) {
  const [method, url] = line.split(' ') as [string, string]
  const reply = sim.handle({ method, url: `/_forgery${url}`, headers: {} })
  return { status: reply.status, body: JSON.parse(String(reply.body)) }
}

describe('a delivery of a webhook', () => {
  test('stands behind the request that caused it, with what came back', async () => {
    const { sim } = hooked()
    post(sim, '/projects/1/issues', { title: 'The till is stuck' })
    const [request, call] = sim.journal.entries()
    expect(call).toMatchObject({ direction: 'out', status: 0, out: { failure: null } })
    await sim.settled()
    expect(control(sim, `GET /requests/${call?.id}`).body).toMatchObject({
      direction: 'out',
      method: 'POST',
      path: '/hook',
      query: 'key=1',
      status: 202,
      out: { origin: 'https://bot.example.com', event: 'Issue Hook', cause: request?.id, repeats: null },
      request: {
        headers: { 'X-Gitlab-Token': '[redacted]', 'X-Gitlab-Event': 'Issue Hook' },
        body: expect.stringContaining('The till is stuck'),
      },
      reply: { headers: { server: 'bot' }, body: 'thanks' },
    })
  })

  test('that nobody answers says why', async () => {
    const { sim } = hooked(() => ({ reached: false, why: 'unreachable', message: 'connect ECONNREFUSED' }))
    post(sim, '/projects/1/issues', { title: 'x' })
    await sim.settled()
    const [call] = sim.journal.entries({ direction: 'out' })
    expect(call).toMatchObject({ status: 0, out: { failure: 'connect ECONNREFUSED' } })
    expect(control(sim, `GET /requests/${call?.id}`).body.reply).toBeNull()
  })

  test('is repeated with the same bytes', async () => {
    const { sim, calls } = hooked()
    post(sim, '/projects/1/issues', { title: 'x' })
    await sim.settled()
    const [first] = sim.journal.entries({ direction: 'out' })
    const { body } = control(sim, `POST /requests/${first?.id}/repeat`)
    expect(calls[1]).toEqual(calls[0])
    await Promise.resolve()
    expect(sim.journal.entry(body.id)).toMatchObject({ out: { repeats: first?.id, cause: null } })
  })

  test('is no request that is expected, explained or gone back to', () => {
    const { sim } = hooked()
    post(sim, '/projects/1/issues', { title: 'x' })
    const [, call] = sim.journal.entries()
    expect(sim.journal.expect('POST *')).toHaveLength(1)
    expect(sim.journal.expect({ direction: 'out' })).toEqual([call])
    expect(() => sim.explain(call?.id as number)).toThrow('is a call that the simulator made')
    expect(sim.journal.rewind(call?.id as number)).toBe(false)
  })
})

test('an answer that comes after a reset is not taken for that of another call', async () => {
  const { sim } = hooked()
  post(sim, '/projects/1/issues', { title: 'x' })
  sim.reset()
  sim.handle({ method: 'GET', url: '/api/v4/version', headers })
  await sim.settled()
  expect(sim.journal.entries().map(({ direction, status }) => `${direction} ${status}`)).toEqual(['in 200'])
})

test('what the policy forbids is an entry too', async () => {
  const sim = createSimulator({ outbound: 'off' })
  post(sim, '/projects/1/hooks', { url: 'https://bot.example.com/', issues_events: true })
  post(sim, '/projects/1/issues', { title: 'x' })
  await sim.settled()
  expect(sim.journal.entries({ direction: 'out' })).toMatchObject([
    { status: 0, out: { failure: 'calls out are switched off (--outbound off)' } },
  ])
})

test('a file that an operation fetches is an entry', () => {
  const sim = createSimulator({
    remoteHost: () => ({ reached: true, status: 404, headers: {}, body: utf8('') }),
  })
  const body = { url: 'https://files.example.com/a.tar.gz', path: 'fetched', namespace: 'acme' }
  post(sim, '/projects/remote-import', body)
  const [request, call] = sim.journal.entries()
  expect([request?.direction, call?.direction, call?.out?.cause]).toEqual(['in', 'out', request?.id])
  expect(call?.status).toBe(404)
})

describe('a request', () => {
  test('is made again as things stand', () => {
    const sim = createSimulator()
    const url = '/api/v4/projects/1/milestones/5'
    sim.handle({ method: 'DELETE', url, headers })
    expect(control(sim, 'POST /requests/1/repeat').body).toEqual({ repeats: 1, id: 2 })
    expect(sim.journal.entries().map(({ status }) => status)).toEqual([204, 404])
    expect(control(sim, 'POST /requests/9/repeat').status).toBe(404)
  })

  test('outside of the API is in the journal, and calls of the control API and health checks are not', () => {
    const sim = createSimulator()
    for (const url of ['/api/graphql', '/acme/handbook', '/_forgery/health', '/-/health'])
      sim.handle({ method: 'GET', url, headers: {} })
    sim.handle({ method: 'GET', url: '/acme/handbook/-/archive/main/handbook-main.tar', headers: {} })
    expect(sim.journal.entries().map(({ path, status }) => `${path} ${status}`)).toEqual([
      '/api/graphql 404',
      '/acme/handbook 404',
      '/acme/handbook/-/archive/main/handbook-main.tar 200',
    ])
  })
})
