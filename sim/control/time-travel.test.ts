import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSimulator, type PlainRequest } from '../index.ts'
import { script } from '../testing/script.ts'
import { worldText } from '../testing/worlds.ts'

const headers = { 'private-token': 'alice-token' }
const get = (path: string): PlainRequest => ({ method: 'GET', url: `/api/v4${path}`, headers })
const gone: PlainRequest = { method: 'DELETE', url: '/api/v4/projects/1/milestones/5', headers }

function control(sim: ReturnType<typeof createSimulator>, line: string, body?: unknown) {
  const [method, url] = line.split(' ') as [string, string]
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const reply = sim.handle({ method, url: `/_forgery${url}`, headers: {}, ...sent })
  return { ...reply, text: String(reply.body ?? '') }
}

describe('rewinding', () => {
  test('goes back to just before any request: what followed happens again, byte by byte', () => {
    const original = createSimulator({ outbound: 'off' })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(39), (seed, at) => {
        const sim = original.fork()
        sim.faults.add({ status: 503, probability: 0.1, times: 3 })
        const requests = script(seed, 40)
        const replies = requests.map((request) => sim.handle(request))
        const last = worldText(sim.world)
        const id = sim.journal.entries()[at]?.id ?? 0
        expect(sim.journal.rewind(id)).toBe(true)
        expect(sim.journal.entries()).toHaveLength(at)
        expect(requests.slice(at).map((request) => sim.handle(request))).toEqual(replies.slice(at))
        expect(worldText(sim.world)).toBe(last)
      }),
      { numRuns: 15 },
    )
  })

  test('is a call of the control API', () => {
    const sim = createSimulator()
    sim.handle(get('/version'))
    sim.handle(gone)
    sim.handle(get('/version'))
    const reply = control(sim, 'POST /requests/2/rewind')
    expect(JSON.parse(reply.text)).toEqual({ before: 2, now: '2024-01-01T00:00:01.000Z' })
    expect(sim.handle(get('/projects/1/milestones/5')).status).toBe(200)
    expect(sim.journal.entries().map(({ id, path }) => [id, path])).toEqual([
      [1, '/api/v4/version'],
      [4, '/api/v4/projects/1/milestones/5'],
    ])
  })

  test.each(['0', '2', '99', 'x', '-1'])('to a request %s that is not remembered is 404', (id) => {
    const sim = createSimulator()
    sim.handle(get('/version'))
    expect(control(sim, `POST /requests/${id}/rewind`)).toMatchObject({ status: 404 })
  })

  test('does not reach so far that what was deleted since takes more than 64 MiB', () => {
    const sim = createSimulator()
    const all = () => sim.journal.entries().map(({ id }) => id)
    const kept = () => all().filter((id) => sim.journal.past(id) !== undefined)
    const snippet = (content: string) =>
      sim.handle({
        method: 'PUT',
        url: '/api/v4/projects/1/issues/1',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ description: content }),
      })
    for (let i = 0; i < 80; i++) expect(snippet(String(i % 10).repeat(1_000_000)).status).toBe(200)
    expect(all()).toHaveLength(80)
    // A description of a million characters is held once as it is and once as its text is told.
    const reached = kept()
    expect(reached.length).toBeLessThan(70)
    expect(reached.length).toBeGreaterThan(10)
    expect(reached).toEqual(all().slice(-reached.length))
    const [lost, first] = [all()[0], reached[0]]
    const refused = control(sim, `POST /requests/${lost}/rewind`)
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      404,
      {
        error: `the world before request ${lost} is no longer kept: what was deleted since takes too many bytes`,
      },
    ])
    expect(control(sim, `GET /requests/${lost}/changes`).text).toContain('is no longer kept')
    expect(control(sim, `POST /requests/${first}/rewind`).status).toBe(200)
    sim.handle(get('/version'))
    expect(kept().length).toBe(1)
  })

  test('reaches as far as `maxHistory` says', () => {
    const sim = createSimulator({ maxHistory: 300_000 })
    for (let i = 0; i < 8; i++)
      sim.handle({
        method: 'PUT',
        url: '/api/v4/projects/1/issues/1',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ description: String(i).repeat(100_000) }),
      })
    expect(sim.journal.past(1)).toBeUndefined()
    expect(sim.journal.past(8)).toBeDefined()
    expect(() => createSimulator({ maxHistory: -1 })).toThrow('maxHistory -1 is invalid')
  })

  test('does not reach what was cleared or is too long ago', () => {
    const sim = createSimulator({ world: 'empty' })
    for (let i = 0; i < 1002; i++) sim.handle(get('/version'))
    expect(sim.journal.rewind(2)).toBe(false)
    expect(sim.journal.rewind(3)).toBe(true)
    sim.journal.clear()
    expect(sim.journal.rewind(3)).toBe(false)
  })
})

describe('a saved state', () => {
  const played = () => {
    const sim = createSimulator({ outbound: 'off', seed: 3 })
    for (const request of script(7, 300)) sim.handle(request)
    return sim
  }

  test('survives JSON, and a simulator begins with it and goes on with the same bytes', () => {
    const sim = played()
    const saved = JSON.parse(JSON.stringify(sim.save()))
    const other = createSimulator({ outbound: 'off', seed: 3, world: saved })
    expect(worldText(other.world)).toBe(worldText(sim.world))
    for (const request of script(8, 100)) expect(other.handle(request)).toEqual(sim.handle(request))
    other.reset()
    expect(other.save()).toEqual(saved)
  })

  test('is downloaded from one process and restored in another', () => {
    const [here, there] = [createSimulator(), createSimulator()]
    here.handle(gone)
    control(here, 'POST /snapshots', { name: 'gone' })
    const file = JSON.parse(control(here, 'GET /snapshots/1').text)
    expect(control(here, 'GET /snapshots/1').headers['Content-Disposition']).toContain(
      'forgery-snapshot-1.json',
    )
    expect(control(there, 'POST /snapshots', { name: 'from file', file }).status).toBe(201)
    expect(there.handle(get('/projects/1/milestones/5')).status).toBe(200)
    expect(control(there, 'POST /snapshots/1/restore').status).toBe(200)
    expect(there.handle(get('/projects/1/milestones/5')).status).toBe(404)
    expect(worldText(there.world)).toBe(worldText(here.world))
  })

  test.each([
    [{}, 'it is no snapshot'],
    [{ forgery: 'snapshot', version: 2 }, 'snapshots of version 2 cannot be read'],
    [{ forgery: 'snapshot', version: 1 }, 'clock must have mode and now'],
    [
      {
        forgery: 'snapshot',
        version: 1,
        clock: { mode: 'tick', now: '2024-01-01T00:00:00Z' },
        requests: 0,
        tables: { x: [] },
      },
      "tables: there is no table 'x'",
    ],
    [
      {
        forgery: 'snapshot',
        version: 1,
        clock: { mode: 'tick', now: '2024-01-01T00:00:00Z' },
        requests: 0,
        tables: { users: [7] },
      },
      'tables.users[0] must be a row with an id: a text or a whole number',
    ],
    [
      {
        forgery: 'snapshot',
        version: 1,
        clock: { mode: 'tick', now: '2024-01-01T00:00:00Z' },
        requests: 0,
        tables: {},
      },
      'tables.instance has no row 1',
    ],
  ])('that cannot be read is refused: %j', (file, error) => {
    const { status, text } = control(createSimulator(), 'POST /snapshots', { file })
    expect([status, JSON.parse(text)]).toEqual([400, { error }])
  })
})
