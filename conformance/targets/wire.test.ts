import { describe, expect, test } from 'vitest'
import type { WireReply, WireRequest } from './target.ts'
import { noTraffic } from './traffic.ts'
import { counted, paced, patient, persistent, type Wire, type WireClock } from './wire.ts'

const get: WireRequest = { method: 'GET', url: '/', headers: {} }
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

  test('is believed in the end', async () => {
    const clock = testClock()
    expect((await patient(scripted(limited('1')), noTraffic(), clock)(get)).status).toBe(429)
    expect(clock.slept).toEqual([1000, 1000, 1000])
  })

  test.each(['', 'soon', '3600'])('is not waited for when it says %j', async (seconds) => {
    const clock = testClock()
    expect((await patient(scripted(limited(seconds), fine), noTraffic(), clock)(get)).status).toBe(429)
    expect(clock.slept).toEqual([])
  })
})

describe('a network that fails', () => {
  const broken = new TypeError('fetch failed')

  test('is tried again for what only reads', async () => {
    const [clock, traffic] = [testClock(), noTraffic()]
    expect(await persistent(scripted(broken, broken, fine), traffic, clock)(get)).toBe(fine)
    expect([clock.slept, traffic.retried]).toEqual([[250, 500], 2])
  })

  test('is given up after two further attempts', async () => {
    await expect(persistent(scripted(broken), noTraffic(), testClock())(get)).rejects.toBe(broken)
  })

  test('is not tried again for what may have changed something', async () => {
    const wire = persistent(scripted(broken, fine), noTraffic(), testClock())
    await expect(wire({ ...get, method: 'POST' })).rejects.toBe(broken)
  })

  test('is not tried again when it was slow', async () => {
    const slow = new DOMException('too slow', 'TimeoutError')
    await expect(persistent(scripted(slow, fine), noTraffic(), testClock())(get)).rejects.toBe(slow)
  })
})

test('every request is counted', async () => {
  const traffic = noTraffic()
  const wire = counted(scripted(fine), traffic)
  await wire(get)
  await wire(get)
  expect(traffic.requests).toBe(2)
})
