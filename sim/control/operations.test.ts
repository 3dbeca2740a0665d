import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { controlCalls } from './operations.ts'
import { bareControlled, caller, repliedNow } from './testing/controlled.ts'

describe('routing', () => {
  test('a path outside the control API is not answered', () => {
    for (const url of ['/', '/api/v4/version', '/_forgeries', '/_forgery-x/health'])
      expect(repliedNow(bareControlled(), { method: 'GET', url, headers: {} })).toBeUndefined()
  })

  test.each(['GET /nothing', 'GET //', 'GET /health/', 'GET /snapshots//restore', 'GET /db/users/1/2'])(
    '%s is 404 and lists the calls',
    (line) => {
      const { status, body } = caller(bareControlled())(line)
      expect(status).toBe(404)
      expect(body).toMatchObject({ calls: controlCalls })
    },
  )

  test('a wrong method is 405 and says which are right', () => {
    const { status, headers, body } = caller(bareControlled())('PUT /clock')
    expect(status).toBe(405)
    expect(headers.Allow).toBe('GET, HEAD, POST')
    expect(body).toEqual({ error: '/_forgery/clock does not take PUT: it takes GET, HEAD, POST' })
  })

  test('HEAD is answered as GET', () => {
    expect(caller(bareControlled())('HEAD /health').status).toBe(200)
  })

  test('the root lists the calls', () => {
    const accept = 'application/json'
    for (const headers of [{}, { accept }])
      expect(caller(bareControlled())('GET ', undefined, headers)).toMatchObject({
        status: 200,
        body: { calls: controlCalls },
      })
    expect(caller(bareControlled())('GET /', undefined, { accept }).body).toEqual({ calls: controlCalls })
  })

  test('the root with a slash, and a browser, get the page', () => {
    const accept = 'text/html,*/*'
    for (const [url, headers] of [
      ['/_forgery/', {}],
      ['/_forgery', { accept }],
    ] as const) {
      const reply = repliedNow(bareControlled(), { method: 'GET', url, headers })
      expect(reply?.headers['Content-Type']).toBe('text/html; charset=utf-8')
    }
  })

  test('the calls are these', () => {
    expect(controlCalls).toMatchInlineSnapshot(`
      [
        "GET /_forgery/health",
        "POST /_forgery/reset",
        "GET /_forgery/metrics",
        "GET /_forgery/openapi.json",
        "GET /_forgery/worlds",
        "POST /_forgery/worlds",
        "GET /_forgery/worlds/:name",
        "DELETE /_forgery/worlds/:name",
        "GET /_forgery/snapshots",
        "POST /_forgery/snapshots",
        "GET /_forgery/snapshots/:id",
        "POST /_forgery/snapshots/:id/restore",
        "DELETE /_forgery/snapshots/:id",
        "GET /_forgery/clock",
        "POST /_forgery/clock",
        "GET /_forgery/s3",
        "POST /_forgery/s3",
        "GET /_forgery/requests",
        "GET /_forgery/requests/:id",
        "POST /_forgery/requests",
        "POST /_forgery/requests/:id/repeat",
        "POST /_forgery/requests/:id/rewind",
        "GET /_forgery/requests/:id/why",
        "GET /_forgery/requests/:id/changes",
        "DELETE /_forgery/requests",
        "GET /_forgery/journal.ts",
        "GET /_forgery/journal.py",
        "GET /_forgery/journal.sh",
        "GET /_forgery/journal.hurl",
        "GET /_forgery/events",
        "GET /_forgery/faults",
        "POST /_forgery/faults",
        "DELETE /_forgery/faults",
        "DELETE /_forgery/faults/:id",
        "GET /_forgery/settings",
        "GET /_forgery/db",
        "GET /_forgery/db/:table",
        "GET /_forgery/db/:table/:id",
      ]
    `)
  })

  test('a parameter that a call does not know is refused', () => {
    const { status, body } = caller(bareControlled())('GET /health?verbose=1')
    expect(status).toBe(400)
    expect(body).toEqual({ error: "the query has the unknown parameter 'verbose': known are none" })
  })

  test.each([
    ['{', 'the body is not JSON: it begins with "{"'],
    ['['.repeat(65), 'the body is nested deeper than 64 levels'],
    [`[${','.repeat(4_000_001)}`, 'the body has more than 4000000 values and names'],
    ['[1]', 'the body must be a JSON object (fields: seed, world), not an array'],
    ['{"sede":2}', "the body has the unknown field 'sede': known are seed, world"],
    ['{"seed":"2"}', `'seed' must be a whole number, not "2"`],
    ['{"world":7}', "'world' must be demo, empty or a description, not 7"],
    ['{"world":"x"}', "world 'x' is unknown: use demo or empty"],
  ])('the body %s is refused with a sentence', (body, error) => {
    expect(caller(bareControlled())('POST /reset', body)).toMatchObject({ status: 400, body: { error } })
  })
})

test('whatever is asked, the answer is JSON with a sentence, or a success', () => {
  const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE')
  const known = fc.constantFrom(...controlCalls).map((call) => call.split(' ')[1] as string)
  const urls = fc.oneof(
    fc.tuple(known, fc.string()).map(([path, query]) => `${path}?${query}`),
    fc.tuple(known, fc.webSegment()).map(([path, id]) => path.replace(/:\w+/g, id)),
    fc.webPath().map((path) => `/_forgery${path}`),
  )
  const bodies = fc.oneof(fc.json(), fc.string(), fc.uint8Array(), fc.constant(undefined))
  const controlled = bareControlled()
  fc.assert(
    fc.property(methods, urls, bodies, (method, url, body) => {
      const reply = repliedNow(controlled, { method, url, headers: {}, body })
      if (reply === undefined) throw new Error(`${url} was not answered`)
      expect([200, 201, 204, 400, 404, 405]).toContain(reply.status)
      if (reply.status >= 400) expect(JSON.parse(String(reply.body)).error).toMatch(/^\S.* .*\S$/s)
    }),
    { numRuns: 1000 },
  )
})

describe('token', () => {
  const call = caller(bareControlled(), { token: 'sesame' })

  test('without it every call is 401, also an unknown one', () => {
    for (const line of ['GET /health', 'POST /reset', 'GET /nothing', 'PUT /clock'])
      expect(call(line).status).toBe(401)
  })

  test('a wrong one is 401', () => {
    expect(call('GET /health', undefined, { authorization: 'Bearer sesam' }).status).toBe(401)
  })

  test('either header opens', () => {
    expect(call('GET /health', undefined, { authorization: 'Bearer sesame' }).status).toBe(200)
    expect(call('GET /health', undefined, { 'x-forgery-token': 'sesame' }).status).toBe(200)
  })
})

describe('world', () => {
  test('health tells what is simulated', () => {
    expect(caller(bareControlled())('GET /health').body).toEqual({
      status: 'ok',
      version: '0.0.0',
      seed: 1,
      world: 'demo',
      tier: 'ultimate',
      dialect: 'specification',
      outbound: 'loopback',
      clock: { now: '2024-01-01T00:00:00.000Z', mode: 'frozen' },
    })
  })

  test('reset takes another seed and world, and tells them', () => {
    const call = caller(bareControlled())
    expect(call('POST /reset', { seed: 7, world: 'empty' }).body).toMatchObject({ seed: 7, world: 'empty' })
    expect(call('POST /reset').body).toMatchObject({ seed: 7, world: 'empty' })
  })

  test('the document is sent as it is', () => {
    expect(caller(bareControlled())('GET /openapi.json').body).toEqual({ openapi: '3.1.0' })
  })
})

describe('snapshots', () => {
  test('are taken, listed, restored and deleted', () => {
    const call = caller(bareControlled())
    expect(call('POST /snapshots', { name: 'before' })).toMatchObject({
      status: 201,
      body: { id: '1', name: 'before', at: '2024-01-01T00:00:00.000Z' },
    })
    expect(call('POST /snapshots').body).toMatchObject({ id: '2', name: null })
    expect(call('GET /snapshots').body).toMatchObject([{ id: '1' }, { id: '2' }])
    expect(call('POST /snapshots/1/restore')).toMatchObject({ status: 200, body: { id: '1' } })
    expect(call('DELETE /snapshots/1').status).toBe(204)
    expect(call('GET /snapshots').body).toMatchObject([{ id: '2' }])
  })

  test('an unknown one is 404', () => {
    const call = caller(bareControlled())
    const error = "there is no snapshot '9': GET /_forgery/snapshots lists them"
    expect(call('POST /snapshots/9/restore')).toMatchObject({ status: 404, body: { error } })
    expect(call('DELETE /snapshots/9')).toMatchObject({ status: 404, body: { error } })
  })
})

describe('clock', () => {
  test('is advanced, set and changed', () => {
    const call = caller(bareControlled())
    expect(call('POST /clock', { advance: '1h30m' }).body).toEqual({
      now: '2024-01-01T01:30:00.000Z',
      mode: 'frozen',
    })
    expect(call('POST /clock', { set: '2025-02-03' }).body).toEqual({
      now: '2025-02-03T00:00:00.000Z',
      mode: 'frozen',
    })
    expect(call('POST /clock', { mode: 'tick:5s' }).body).toEqual({
      now: '2025-02-03T00:00:00.000Z',
      mode: 'tick:5000ms',
    })
    expect(call('POST /clock', { set: '2025-01-01', advance: 1500, mode: 'tick' }).body).toEqual({
      now: '2025-01-01T00:00:01.500Z',
      mode: 'tick',
    })
    expect(call('GET /clock').body).toEqual({ now: '2025-01-01T00:00:01.500Z', mode: 'tick' })
  })

  test.each([
    [{}, 'the body must say advance (a duration), set (a time) or mode, for example {"advance":"1h"}'],
    [{ advance: 'soon' }, "duration 'soon' is invalid: use for example 500ms, 90s, 1h, 2d"],
    [{ advance: -1 }, "duration '-1' is invalid: use for example 500ms, 90s, 1h, 2d"],
    [{ set: 'noon' }, "time 'noon' is invalid: use ISO 8601, for example 2024-01-01T00:00:00Z"],
    [
      { mode: 'slow' },
      "clock 'slow' is unknown: use tick, tick:DURATION (tick:500ms), real, xN (x60) or frozen",
    ],
    [{ advance: '9000 years' }, 'the time would be outside of the years 0000 to 9999'],
    [
      { set: '2030-01-01', mode: 'slow' },
      "clock 'slow' is unknown: use tick, tick:DURATION (tick:500ms), real, xN (x60) or frozen",
    ],
  ])('%j is refused and changes nothing', (body, error) => {
    const call = caller(bareControlled())
    expect(call('POST /clock', body)).toMatchObject({ status: 400, body: { error } })
    expect(call('GET /clock').body).toMatchObject({ now: '2024-01-01T00:00:00.000Z' })
  })
})
