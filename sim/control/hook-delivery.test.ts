import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OutboundCall } from '../lib/outbound.ts'
import { callsOf, testSimulator } from '../testing/calls.ts'
import { parseHooks } from './hook-delivery.ts'

const url = 'http://127.0.0.1:9/hook'

/** Opens issues 1 to `count` before a webhook, waits, and tells in which order they arrived, and how. */
function arrivals(hooks: string | undefined, { count = 40, wait = '2h', seed = 1 } = {}) {
  const told: OutboundCall[] = []
  const sim = testSimulator({
    clock: 'frozen',
    seed,
    ...(hooks === undefined ? {} : { hooks }),
    remoteHost(call) {
      told.push(call)
      return { reached: true, status: 200, headers: {}, body: new Uint8Array() }
    },
  })
  const { post } = callsOf(sim, 'alice')
  post('/projects/1/hooks', { url, push_events: false, issues_events: true })
  for (let i = 1; i <= count; i++) {
    post('/projects/1/issues', { title: `number ${i}` })
    sim.clock.advance('1s')
  }
  const atOnce = told.length
  sim.clock.advance(wait)
  const numbers = told.map(({ body }) => Number(/"title":"number (\d+)"/.exec(String(body))?.[1]))
  return { numbers, told, atOnce, sim }
}

const inOrder = Array.from({ length: 40 }, (_, i) => i + 1)
const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)

describe('deliveries', () => {
  test('come at once, once and in order, unless they are told otherwise', () => {
    const { numbers, atOnce } = arrivals(undefined)
    expect(numbers).toEqual(inOrder)
    expect(atOnce).toBe(40)
  })

  test('come late, and in order', () => {
    const { numbers, atOnce } = arrivals('delay=1m..1h')
    expect(atOnce).toBeLessThan(40)
    expect(numbers).toEqual(inOrder)
  })

  test('do not come before their time', () => {
    expect(arrivals('delay=1h', { wait: '3559s' }).numbers).toEqual([])
    expect(arrivals('delay=1h', { wait: '3560s' }).numbers).toEqual([1])
  })

  test('come out of order', () => {
    const { numbers } = arrivals('shuffle')
    expect(numbers).not.toEqual(inOrder)
    expect(sorted(numbers)).toEqual(inOrder)
  })

  test('come twice: the same bytes under the same UUID', () => {
    const { numbers, told } = arrivals('duplicate=1')
    expect(numbers).toEqual(inOrder.flatMap((number) => [number, number]))
    for (let i = 0; i < told.length; i += 2) expect(told[i]).toEqual(told[i + 1])
    expect(new Set(told.map(({ headers }) => headers?.['Idempotency-Key'])).size).toBe(40)
  })

  test('are lost, and the journal tells which', () => {
    const { numbers, sim } = arrivals('drop=0.5')
    const out = sim.journal.entries({ direction: 'out' })
    const lost = out.filter(({ out }) => out?.failure === 'lost on its way (--hooks drop)')
    expect(out).toHaveLength(40)
    expect(lost).toHaveLength(40 - numbers.length)
    expect(numbers.length).toBeGreaterThan(5)
    expect(lost.length).toBeGreaterThan(5)
  })

  test('of a test come as they are, at once', () => {
    const { sim, told } = arrivals('drop=1,delay=1h', { count: 0 })
    callsOf(sim, 'alice').post('/projects/1/hooks/1/test/issues_events')
    expect(told).toHaveLength(1)
  })

  test('are the same for a seed, and others for another', () => {
    const hooks = 'delay=1s..1h,duplicate=0.3,shuffle,drop=0.3'
    expect(arrivals(hooks).numbers).toEqual(arrivals(hooks).numbers)
    expect(arrivals(hooks).numbers).not.toEqual(arrivals(hooks, { seed: 2 }).numbers)
  })

  test('that are on their way are part of a snapshot and of a saved world', () => {
    const { sim } = arrivals('delay=1h', { count: 3, wait: '1s' })
    const told: string[] = []
    const again = testSimulator({
      world: sim.save(),
      remoteHost({ body }) {
        told.push(String(body))
        return { reached: true, status: 200, headers: {}, body: new Uint8Array() }
      },
    })
    again.clock.advance('1h')
    expect(told).toHaveLength(3)
    callsOf(again, 'alice').post('/projects/1/issues', { title: 'late as well' })
    expect(told).toHaveLength(3)
  })
})

describe('the option', () => {
  test('takes any parts in any order', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(['delay=1s..1h', 'duplicate=0.1', 'shuffle', 'drop=0.05', 'disable'], {
          minLength: 1,
        }),
        (parts) => {
          const has = (part: string) => parts.includes(part)
          expect(parseHooks(parts.join(','))).toEqual({
            least: has('delay=1s..1h') ? 1000 : 0,
            most: has('delay=1s..1h') ? 3_600_000 : has('shuffle') ? 30_000 : 0,
            shuffle: has('shuffle'),
            duplicate: has('duplicate=0.1') ? 0.1 : 0,
            drop: has('drop=0.05') ? 0.05 : 0,
            disable: has('disable'),
          })
        },
      ),
    )
  })

  test.each([
    ['', "hooks '' is invalid"],
    ['late', "hooks 'late' is invalid"],
    ['delay', "hooks 'delay' is invalid"],
    ['shuffle=yes', "hooks 'shuffle=yes' is invalid"],
    ['shuffle,shuffle', "hooks 'shuffle' is invalid"],
    ['delay=1h..1s', "hooks 'delay=1h..1s' is invalid"],
    ['delay=soon', "hooks 'delay=soon' is invalid"],
    ['delay=1s..2s..3s', "hooks 'delay=1s..2s..3s' is invalid"],
    ['delay=366d', "hooks 'delay=366d' is invalid"],
    ['drop=1.1', "hooks 'drop=1.1' is invalid"],
    ['duplicate=-1', "hooks 'duplicate=-1' is invalid"],
    ['duplicate=', "hooks 'duplicate=' is invalid"],
  ])('is refused as %j', (hooks, error) => {
    expect(() => testSimulator({ hooks })).toThrow(error)
  })
})
