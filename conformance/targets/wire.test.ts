import { describe, expect, test } from 'vitest'
import { Interrupted, Skipped } from '../kit/finding.ts'
import { NoReply } from './cause.ts'
import type { Lag, WireClock, WireReply, WireRequest } from './target.ts'
import { noTraffic } from './traffic.ts'
import { counted, fetching, paced, patient, persistent, settling, type Wire } from './wire.ts'

const get: WireRequest = { method: 'GET', url: '/', headers: {} }
const post: WireRequest = { method: 'POST', url: '/', headers: {} }
const fine: WireReply = { status: 200, headers: {}, body: '' }

/** A clock that sleeps in no time and remembers for how long. */
function testClock(): WireClock & { readonly slept: number[] } {
  const slept: number[] = []
  let now = 0
  const sleep = async (milliseconds: number) => {
    slept.push(milliseconds)
    now += milliseconds
  }
  return { now: () => now, sleep, slept }
}

/** Answers or throws, in turn; the last one for ever. */
function scripted(...turns: readonly (WireReply | Error)[]): Wire {
  let turn = 0
  return async () => {
    const next = turns[Math.min(turn++, turns.length - 1)]
    if (next instanceof Error) throw next
    return next ?? fine
  }
}

test('a rate spaces the requests evenly', async () => {
  const clock = testClock()
  const wire = paced(scripted(fine), 4, clock)
  for (let i = 0; i < 4; i++) await wire(get)
  expect(clock.slept).toEqual([250, 250, 250])
})

describe('a target that says 429', () => {
  const limited = (seconds: string) => ({ status: 429, headers: { 'retry-after': seconds }, body: '' })

  test('is asked again after the time it names', async () => {
    const [clock, traffic] = [testClock(), noTraffic()]
    const reply = await patient(scripted(limited('7'), limited('2'), fine), traffic, clock)(get)
    expect([reply.status, clock.slept, traffic.throttled]).toEqual([200, [7000, 2000], 2])
  })

  test('is a gap in the end, and no finding', async () => {
    const clock = testClock()
    await expect(patient(scripted(limited('1')), noTraffic(), clock)(get)).rejects.toThrow(Skipped)
    expect(clock.slept).toEqual([1000, 1000, 1000, 1000, 1000])
  })

  test('is not waited for when it says an hour', async () => {
    const clock = testClock()
    await expect(patient(scripted(limited('3600'), fine), noTraffic(), clock)(get)).rejects.toThrow('3600 s')
    expect(clock.slept).toEqual([])
  })

  test.each(['', 'soon'])('is waited for longer and longer when it says %j', async (seconds) => {
    const clock = testClock()
    const wire = patient(scripted(limited(seconds), limited(seconds), fine), noTraffic(), clock)
    expect((await wire(get)).status).toBe(200)
    expect(clock.slept).toEqual([1000, 2000])
  })

  test('is believed when it tells of another host', async () => {
    const own = { status: 429, headers: {}, body: '{"errors":"API rate limit of the host exceeded"}' }
    expect(await patient(scripted(own), noTraffic(), testClock())(get)).toBe(own)
  })
})

describe('a network that fails', () => {
  const broken = new TypeError('fetch failed')

  test('is tried again for what only reads', async () => {
    const [clock, traffic] = [testClock(), noTraffic()]
    expect(await persistent(scripted(broken, broken, fine), traffic, clock)(get)).toBe(fine)
    expect([clock.slept, traffic.retried]).toEqual([[250, 500], 2])
  })

  test('is given up after four further attempts, with its cause', async () => {
    const wire = persistent(scripted(broken), noTraffic(), testClock())
    await expect(wire(get)).rejects.toThrow('GET /: fetch failed, 5 times')
  })

  test('is not tried again for what may have changed something', async () => {
    const wire = persistent(scripted(broken, fine), noTraffic(), testClock())
    await expect(wire(post)).rejects.toThrow(Interrupted)
  })

  test('is tried again for what was never sent', async () => {
    const refused = new TypeError('fetch failed', {
      cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }),
    })
    const wire = persistent(scripted(refused, fine), noTraffic(), testClock())
    expect(await wire(post)).toBe(fine)
  })

  test('is not tried again when it was slow', async () => {
    const wire = persistent(scripted(new NoReply('no reply within 30 s'), fine), noTraffic(), testClock())
    await expect(wire(get)).rejects.toThrow('no reply within 30 s')
  })

  test.each([
    [502, ''],
    [504, '{"message":"Gateway Time-out"}'],
    [503, '<h1>Service Unavailable</h1>'],
  ])('is also a gateway that answers %i', async (status, body) => {
    const gateway = { status, headers: {}, body }
    expect(await persistent(scripted(gateway, fine), noTraffic(), testClock())(get)).toBe(fine)
    await expect(persistent(scripted(gateway), noTraffic(), testClock())(post)).rejects.toThrow(`${status}`)
  })

  test('is over for writes too where nginx lets no more requests through', async () => {
    const [clock, traffic] = [testClock(), noTraffic()]
    const body =
      '<html><head><title>503 Service Temporarily Unavailable</title></head><hr><center>nginx/1.22.1</center></html>'
    const limit = { status: 503, headers: {}, body }
    expect(await persistent(scripted(limit, limit, fine), traffic, clock)(post)).toBe(fine)
    expect([traffic.retried, clock.slept]).toEqual([2, [250, 500]])
    await expect(persistent(scripted(limit), noTraffic(), testClock())(post)).rejects.toThrow('--rate')
  })

  test('is none where a gateway answers one call so, and others are answered', async () => {
    const gateway = { status: 502, headers: {}, body: '' }
    const [clock, traffic] = [testClock(), noTraffic()]
    const elsewhere = async () => true
    const wire = persistent(scripted(gateway), traffic, clock, { elsewhere })
    expect(await wire(get)).toBe(gateway)
    expect([clock.slept, traffic.retried]).toEqual([[250, 250, 250, 250], 4])
    await expect(wire(post)).rejects.toMatchObject({ instead: gateway })
  })

  test('is one where another call is not answered once', async () => {
    let asked = 0
    const elsewhere = async () => ++asked !== 3
    const gateway = { status: 502, headers: {}, body: '' }
    const wire = persistent(scripted(gateway), noTraffic(), testClock(), { elsewhere })
    await expect(wire(get)).rejects.toMatchObject({ exhausted: true, instead: undefined })
  })

  test('is no 503 of the service itself', async () => {
    const own = { status: 503, headers: {}, body: '{"message":"You cannot perform write operations"}' }
    expect(await persistent(scripted(own), noTraffic(), testClock())(post)).toBe(own)
  })
})

describe('a fetch', () => {
  const over = (answer: typeof globalThis.fetch) =>
    fetching({ origin: 'http://target.test', fetch: answer, timeout: 20 })(get)

  test('that never settles ends after the time allowed', async () => {
    await expect(over(() => new Promise(() => undefined))).rejects.toThrow('no reply within 0.02 s')
  })

  test('whose reply never ends does, too', async () => {
    const endless = new ReadableStream({ pull: () => new Promise(() => undefined) })
    await expect(over(async () => new Response(endless))).rejects.toThrow('no reply within 0.02 s')
  })

  test('of what came compressed tells nothing of the bytes on the way', async () => {
    const headers = { 'content-encoding': 'gzip', 'content-length': '7', etag: 'x' }
    const reply = await over(async () => new Response('fine', { headers }))
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('content-'))).toEqual(['content-type'])
  })
})

test('reads wait as long as they are known to lag behind writes', async () => {
  const clock = testClock()
  const wire = settling(scripted(fine), { milliseconds: 300 }, clock)
  for (const request of [get, post, get, get]) await wire(request)
  expect(clock.slept).toEqual([300])
})

test('reads wait longer only while a check is tried again, however many are at once', async () => {
  const clock = testClock()
  const lag: Lag = { milliseconds: 0 }
  const wire = settling(scripted(fine), lag, clock)
  for (const patient of [0, 2, 1, 0]) {
    lag.patient = patient
    for (const request of [post, get]) await wire(request)
  }
  expect(clock.slept).toEqual([2000, 2000])
})

test('every request is counted', async () => {
  const traffic = noTraffic()
  const wire = counted(scripted(fine), traffic)
  await wire(get)
  await wire(get)
  expect(traffic.requests).toBe(2)
})
