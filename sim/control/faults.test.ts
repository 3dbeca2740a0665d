import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSimulator } from '../index.ts'
import { type FaultRule, Faults, parseFault } from './faults.ts'
import { bareControlled, caller } from './testing/controlled.ts'

const now = Date.UTC(2024, 0, 1)
const moment = { seed: 1, number: 1, now }
const get = (url: string) => ({ method: 'GET', url })

function strikes(rule: FaultRule, method: string, url: string): boolean {
  return new Faults([rule]).match({ method, url }, moment) !== undefined
}

test('a rule that is refused leaves the number to the next one', () => {
  const faults = new Faults()
  expect(() => faults.add({ path: '/x' })).toThrow(RangeError)
  expect(faults.add({ path: '/x', status: 503 }).id).toBe(1)
})

describe('one line of syntax', () => {
  test.each([
    ['GET /projects/* 503', { method: 'GET', path: '/projects/*', status: 503 }],
    [
      'POST * 429 retry-after=30 times=2',
      { method: 'POST', path: '*', status: 429, retryAfter: 30, times: 2 },
    ],
    [
      '* /merge_requests delay=2s probability=0.3',
      { method: '*', path: '/merge_requests', delay: '2s', probability: 0.3 },
    ],
    ['GET * reset', { method: 'GET', path: '*', reset: true }],
    [
      'GET /projects/1 200 patch={"archived":true, "name": "a } b"} times=2',
      { method: 'GET', path: '/projects/1', status: 200, patch: { archived: true, name: 'a } b' }, times: 2 },
    ],
    [
      'GET /user skip=1 body="Down for \\"repairs\\"" header="Retry-After: 5" header=X-Who:me',
      {
        method: 'GET',
        path: '/user',
        skip: 1,
        body: 'Down for "repairs"',
        headers: { 'Retry-After': '5', 'X-Who': 'me' },
      },
    ],
    ['GET * body=[]', { method: 'GET', path: '*', body: [] }],
    [
      '  get   /x  truncate  probability=.5 ',
      { method: 'get', path: '/x', truncate: true, probability: 0.5 },
    ],
  ])('%s', (text, rule) => {
    expect(parseFault(text)).toEqual(rule)
  })

  const syntax =
    "use 'METHOD PATH [STATUS] [delay=TIME] [reset] [truncate] [probability=0..1] [times=N] [skip=N] [retry-after=SECONDS] [header=NAME:VALUE] [body=JSON] [patch=JSON]', for example 'GET /projects/* 503'"
  test.each([
    ['', `has no path: ${syntax}`],
    ['GET', `has no path: ${syntax}`],
    ['GET *', 'does nothing: give it a status, a body, a patch, headers, a delay, reset or truncate'],
    ['FETCH * 500', 'has method "FETCH": it must be one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, *'],
    [
      'GET projects 500',
      'has path "projects": it must be a path that begins with / or *, such as /projects/*',
    ],
    ['GET * 100', 'has status 100: it must be a status from 200 to 599'],
    ['GET * patch={"a":', 'has the patch {"a":: it must be JSON, such as {"archived":true}'],
    [
      'GET * body={} patch={}',
      'has both body and patch: a body is sent instead of what a patch would change',
    ],
    ['GET * body={} reset', 'has reset beside what would be answered: after a reset nothing is sent'],
    ['GET * header=X', 'has the header X: it must be NAME:VALUE, or "NAME: VALUE" in quotes'],
    ['GET * header="X Y: 1"', 'has the header "X Y: 1": it must be NAME:VALUE, or "NAME: VALUE" in quotes'],
    ['GET * 500 skip=0', 'has skip 0: it must be a whole number from 1 on'],
    ['GET * 500 often', `has the unknown part 'often': ${syntax}`],
    ['GET * 500 times=0', 'has times 0: it must be a whole number from 1 on'],
    ['GET * 500 times=two', 'has times "two": it must be a whole number from 1 on'],
    ['GET * 500 probability=1.5', 'has probability 1.5: it must be a number above 0 and at most 1'],
    [
      'GET * delay=soon',
      'has delay "soon": it must be milliseconds or a duration of at most 1h, for example 2s, or two, such as 1s..3s',
    ],
    ['GET * 500 retry-after=3', 'has retryAfter without status 429 or 503'],
    ['GET * 500 503', "says 'status' twice"],
    ['GET * reset truncate', 'has both reset and truncate: a connection is dropped once'],
    ['GET * 500 reset', 'has both reset and a status: after a reset no status is sent'],
  ])('%j is refused with a reason', (text, reason) => {
    expect(() => parseFault(text)).toThrow(new RangeError(`fault '${text}' ${reason}`))
  })

  test('no text does anything but parse or be refused with a sentence', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          parseFault(text)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }),
    )
  })
})

describe('matching', () => {
  test.each([
    ['/projects/*', '/api/v4/projects/acme%2Fwebapp', true],
    ['/projects/acme/webapp', '/api/v4/projects/acme%2Fwebapp?simple=true', true],
    ['/projects/:id/merge_requests', '/api/v4/projects/1/merge_requests', true],
    ['/api/v4/projects/*', '/api/v4/projects/1', true],
    ['/projects/*', '/w/one/api/v4/projects/1', true],
    ['/projects', '/api/v4/projects/1', false],
    ['/projects', '/api/v4/projects?page=2', true],
    ['*', '/api/v4/version', true],
    ['/oauth/token', '/oauth/token', true],
    ['/projects/*', '/api/v4/projects/%E0%A4%A', true],
  ])('the path %s on %s: %s', (path, url, expected) => {
    expect(strikes({ path, status: 500 }, 'GET', url)).toBe(expected)
  })

  test('the method is compared without case; * and none are any', () => {
    expect(strikes({ method: 'post', status: 500 }, 'POST', '/')).toBe(true)
    expect(strikes({ method: 'POST', status: 500 }, 'GET', '/')).toBe(false)
    expect(strikes({ method: '*', status: 500 }, 'GET', '/')).toBe(true)
    expect(strikes({ status: 500 }, 'PATCH', '/')).toBe(true)
  })

  test('the first rule that strikes decides', () => {
    const faults = new Faults([{ path: '/a', status: 500 }, { status: 503 }])
    expect(faults.match(get('/a'), moment)?.reply?.status).toBe(500)
    expect(faults.match(get('/b'), moment)?.reply?.status).toBe(503)
  })

  test('a rule strikes as often as it says', () => {
    const faults = new Faults([{ status: 500, times: 2 }])
    const struck = [1, 2, 3].map((number) => faults.match(get('/'), { ...moment, number })?.reply?.status)
    expect(struck).toEqual([500, 500, undefined])
    expect(faults.list()).toEqual([{ id: 1, status: 500, times: 2, struck: 2 }])
  })
})

describe('probability', () => {
  const struckBy = (seed: number, probability: number) => {
    const faults = new Faults([{ status: 500, probability }])
    return Array.from(
      { length: 2000 },
      (_, i) => faults.match(get('/'), { seed, number: i + 1, now }) !== undefined,
    )
  }

  test('is met, about', () => {
    const share = struckBy(1, 0.3).filter(Boolean).length / 2000
    expect(share).toBeGreaterThan(0.26)
    expect(share).toBeLessThan(0.34)
  })

  test('is drawn from the seed: the same one strikes the same requests', () => {
    expect(struckBy(5, 0.5)).toEqual(struckBy(5, 0.5))
    expect(struckBy(5, 0.5)).not.toEqual(struckBy(6, 0.5))
  })
})

describe('effects', () => {
  const effect = (rule: FaultRule, latency: string | number = 0) =>
    new Faults([rule], latency).match(get('/'), moment)

  test('a status is answered with the body of the service', () => {
    expect(effect({ status: 500 })?.reply).toEqual({
      status: 500,
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' },
      body: '{"message":"500 Internal Server Error"}',
    })
    expect(effect({ status: 503, retryAfter: 5 })?.reply).toMatchObject({
      headers: { 'Retry-After': '5' },
      body: '{"message":"503 Service Unavailable"}',
    })
    expect(effect({ status: 418 })?.reply).toMatchObject({ status: 418, body: '{"message":"418"}' })
  })

  test('429 is the text of the request throttle, with its headers in virtual time', () => {
    expect(effect({ status: 429, retryAfter: 30 })?.reply).toEqual({
      status: 429,
      headers: {
        'Content-Type': 'text/plain',
        'Cache-Control': 'no-cache',
        'RateLimit-Name': 'throttle_authenticated_api',
        'RateLimit-Limit': '120',
        'RateLimit-Observed': '121',
        'RateLimit-Remaining': '0',
        'RateLimit-Reset': '1704067230',
        'RateLimit-ResetTime': 'Mon, 01 Jan 2024 00:00:30 GMT',
        'Retry-After': '30',
      },
      body: 'Retry later\n',
    })
  })

  test('a gateway answers with a page, not with JSON', () => {
    expect(effect({ status: 502 })?.reply?.headers['Content-Type']).toBe('text/html')
    expect(effect({ status: 502 })?.reply?.body).toContain('<h1>502 Bad Gateway</h1>')
  })

  test('a body is sent as it is told, with 200 unless a status is told', () => {
    expect(effect({ body: { name: 'mine' }, headers: { 'X-Own': 'yes' } })?.reply).toEqual({
      status: 200,
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache', 'X-Own': 'yes' },
      body: '{"name":"mine"}',
    })
    const page = { status: 503, body: '<p>', headers: { 'content-type': 'text/html' }, retryAfter: 9 }
    expect(effect(page)?.reply).toEqual({
      status: 503,
      headers: { 'Cache-Control': 'no-cache', 'Retry-After': '9', 'content-type': 'text/html' },
      body: '<p>',
    })
    expect(effect({ status: 204 })?.reply).toMatchObject({ status: 204, body: null })
  })

  test('a patch changes what the service answers, of a list each entry, and its entity tag with it', () => {
    const sim = createSimulator()
    const ask = (path: string, headers = {}) => {
      const reply = sim.handle({ method: 'GET', url: `/api/v4${path}`, headers: { ...token, ...headers } })
      return { ...reply, json: reply.body === null ? null : JSON.parse(String(reply.body)) }
    }
    const token = { 'private-token': 'alice-token' }
    const own = ask('/projects/1')
    sim.faults.add({
      path: '/projects/1',
      patch: { archived: true, namespace: { name: null, kind: 'odd' } },
      headers: { 'X-Odd': '1' },
    })
    const told = ask('/projects/1')
    const { name: _, ...namespace } = own.json.namespace
    expect(told.json).toEqual({ ...own.json, archived: true, namespace: { ...namespace, kind: 'odd' } })
    expect(told.headers['X-Odd']).toBe('1')
    expect(told.headers.ETag).not.toBe(own.headers.ETag)
    expect(ask('/projects/1', { 'if-none-match': told.headers.ETag }).status).toBe(304)
    sim.faults.add({ path: '/projects/1/labels', status: 203, patch: { color: '#000000' } })
    const labels = ask('/projects/1/labels')
    expect(labels.status).toBe(203)
    expect(new Set(labels.json.map(({ color }: { readonly color: string }) => color))).toEqual(
      new Set(['#000000']),
    )
    sim.faults.clear()
    expect(ask('/projects/1').json).toEqual(own.json)
  })

  test('a patch is applied as RFC 7396 says', () => {
    const names = fc.constantFrom('a', 'b', 'c')
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, 1, 'x', true),
        fc.array(tie('value'), { maxLength: 2 }),
        fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
      ),
    }))
    const object = fc.dictionary(names, value, { maxKeys: 3, noNullPrototype: true })
    const has = (it: unknown): it is object => typeof it === 'object' && it !== null && !Array.isArray(it)
    const expected = (target: unknown, patch: unknown): unknown => {
      if (!has(patch)) return patch
      const fields = Object.entries(has(target) ? target : {}).filter(([name]) => !Object.hasOwn(patch, name))
      const more = Object.entries(patch).flatMap(([name, change]) => {
        const before = has(target) && Object.hasOwn(target, name) ? (target as never)[name] : undefined
        return change === null ? [] : [[name, expected(before, change)]]
      })
      return Object.fromEntries([...fields, ...more])
    }
    fc.assert(
      fc.property(object, object, (target, patch) => {
        const answer = { status: 200, headers: {}, body: JSON.stringify(target) }
        const told = effect({ patch: patch as never })?.alter?.(answer).body
        expect(JSON.parse(String(told))).toEqual(expected(target, patch))
      }),
    )
  })

  test('rules with times and skip answer in turn', () => {
    const faults = new Faults([
      { body: 'one', times: 1 },
      { body: 'two', times: 2 },
      { body: 'later', skip: 2, times: 1 },
    ])
    const told = Array.from(
      { length: 8 },
      (_, i) => faults.match(get('/'), { ...moment, number: i })?.reply?.body,
    )
    const none = undefined
    expect(told).toEqual(['one', 'two', 'two', none, none, 'later', none, none])
    expect(faults.list().map(({ struck }) => struck)).toEqual([1, 2, 1])
  })

  test('delay, reset and truncate disturb the connection and let the request take effect', () => {
    expect(effect({ delay: '2s' })).toMatchObject({ transport: { delay: 2000 } })
    expect(effect({ reset: true })).toMatchObject({ transport: { cut: 'reset' } })
    expect(effect({ truncate: true, delay: 5 })).toMatchObject({ transport: { delay: 5, cut: 'truncate' } })
  })

  test.each([
    ['git', '/acme/webapp.git/info/refs?service=git-upload-pack', 401],
    ['a download', '/acme/handbook/-/archive/main/handbook.zip', 200],
    ['a page that is not there', '/acme/webapp/-/settings', 404],
  ])('beside the API they strike, too: %s', (_, url, usual) => {
    const sim = createSimulator({
      faults: [
        { status: 503, skip: 1, times: 1 },
        { reset: true, skip: 1 },
      ],
    })
    const replies = [1, 2, 3].map(() => sim.handle({ method: 'GET', url, headers: {} }))
    expect(replies.map(({ status }) => status)).toEqual([usual, 503, usual])
    expect(replies[2]?.transport).toEqual({ cut: 'reset' })
    const by = sim.journal.entries().map(({ id }) => sim.journal.exchange(id)?.fault?.id)
    expect(by.sort()).toEqual([1, 2, undefined])
    expect(sim.handle({ method: 'GET', url: '/-/health', headers: {} }).status).toBe(200)
  })

  test('latency delays every reply, on top of a rule', () => {
    expect(effect({ path: '/other', status: 500 }, 50)).toEqual({ transport: { delay: 50 } })
    expect(effect({ delay: 10 }, '50ms')).toMatchObject({ transport: { delay: 60 } })
    expect(effect({ status: 500 }, 50)).toMatchObject({ reply: { status: 500 }, transport: { delay: 50 } })
  })
})

describe('a set of rules', () => {
  test('is idle without rules and latency', () => {
    expect(new Faults().idle).toBe(true)
    expect(new Faults([], 1).idle).toBe(false)
    expect(new Faults([{ status: 500 }]).idle).toBe(false)
  })

  test('goes back to what it was given', () => {
    const faults = new Faults([{ status: 500, times: 1 }])
    faults.match(get('/'), moment)
    faults.add({ status: 503 })
    faults.reset()
    expect(faults.list()).toEqual([{ id: 1, status: 500, times: 1, struck: 0 }])
  })

  test('is forked with its counts, and apart from then on', () => {
    const faults = new Faults([{ status: 500, times: 1 }])
    const fork = faults.fork()
    fork.match(get('/'), moment)
    fork.clear()
    expect(faults.list()).toMatchObject([{ struck: 0 }])
    expect(fork.list()).toEqual([])
  })
})

describe('over the control API', () => {
  test('rules are added as objects and as lines, listed and deleted', () => {
    const call = caller(bareControlled())
    expect(call('POST /faults', { path: '/projects/*', status: 503 })).toMatchObject({
      status: 201,
      body: { id: 1, struck: 0 },
    })
    expect(call('POST /faults', '"GET * reset"')).toMatchObject({ status: 201, body: { id: 2, reset: true } })
    expect(call('DELETE /faults/1').status).toBe(204)
    expect(call('GET /faults').body).toEqual([{ id: 2, method: 'GET', path: '*', reset: true, struck: 0 }])
    expect(call('DELETE /faults').status).toBe(204)
    expect(call('GET /faults').body).toEqual([])
  })

  test.each([
    [
      '',
      'the body must be a rule: {"method":"GET","path":"/projects/*","status":503}, or "GET /projects/* 503"',
    ],
    ['{"status":42}', `fault '{"status":42}' has status 42: it must be a status from 200 to 599`],
    [
      '{"state":500}',
      `fault '{"state":500}' has the unknown field 'state': known are method, path, probability, times, skip, status, body, patch, headers, delay, reset, truncate, retryAfter`,
    ],
    ['{}', "fault '{}' does nothing: give it a status, a body, a patch, headers, a delay, reset or truncate"],
  ])('the body %s is refused', (body, error) => {
    expect(caller(bareControlled())('POST /faults', body)).toMatchObject({ status: 400, body: { error } })
  })

  test('deleting an unknown rule is 404', () => {
    expect(caller(bareControlled())('DELETE /faults/9').status).toBe(404)
  })
})
