import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Clock, type ClockMode, clockModeText, duration, instant, parseClockMode } from './clock.ts'

const START = Date.UTC(2024, 0, 1)

/** A clock whose wall is moved by hand. */
function clockIn(mode: string) {
  const wall = { at: 5_000_000 }
  return { wall, clock: new Clock({ mode: parseClockMode(mode), now: START }, () => wall.at) }
}

describe('a ticking clock', () => {
  test('moves by its step at each request, whatever the wall does', () => {
    const { clock, wall } = clockIn('tick:250ms')
    wall.at += 60_000
    clock.tick()
    clock.tick()
    expect(clock.now()).toBe(START + 500)
  })

  test('moves by a second unless told otherwise', () => {
    const { clock } = clockIn('tick')
    clock.tick()
    expect(clock.now()).toBe(START + 1000)
  })

  test('never asks the wall', () => {
    const wall = () => {
      throw new Error('the wall was asked')
    }
    const clock = new Clock({ mode: { kind: 'tick', step: 1000 }, now: START }, wall)
    clock.tick()
    clock.set(START)
    expect(clock.mark().now).toBe(START)
  })
})

test('a frozen clock moves only when it is told', () => {
  const { clock, wall } = clockIn('frozen')
  wall.at += 60_000
  clock.tick()
  expect(clock.now()).toBe(START)
  clock.set(START + 7)
  expect(clock.now()).toBe(START + 7)
})

describe('a clock that follows the wall', () => {
  test.each([
    ['real', 1],
    ['x60', 60],
    ['x0.5', 0.5],
  ])('in the mode %s runs %d times as fast', (mode, factor) => {
    const { clock, wall } = clockIn(mode)
    wall.at += 3000
    clock.tick()
    expect(clock.now()).toBe(START + 3000 * factor)
  })

  test('goes on from where it is set', () => {
    const { clock, wall } = clockIn('real')
    wall.at += 3000
    clock.set(START)
    wall.at += 10
    expect(clock.now()).toBe(START + 10)
  })

  test('stands still when the wall goes back', () => {
    const { clock, wall } = clockIn('real')
    wall.at -= 3000
    expect(clock.now()).toBe(START)
  })
})

describe('a clock', () => {
  test('keeps its time when its mode changes', () => {
    const modes = fc.array(fc.constantFrom('tick', 'frozen', 'real', 'x60'), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(modes, (changes) => {
        const { clock, wall } = clockIn('x2')
        wall.at += 1000
        for (const mode of changes) clock.mode = parseClockMode(mode)
        expect(clock.now()).toBe(START + 2000)
      }),
      { seed: 1 },
    )
  })

  test('goes back to a mark with its time and its mode, as often as asked', () => {
    const { clock, wall } = clockIn('tick')
    const mark = clock.mark()
    for (const mode of ['x60', 'frozen', 'tick']) {
      clock.mode = parseClockMode(mode)
      wall.at += 1000
      clock.tick()
      clock.resume(mark)
      expect([clock.now(), clock.mode]).toEqual([START, { kind: 'tick', step: 1000 }])
    }
  })

  test('reads as ISO 8601', () => {
    expect(`${clockIn('frozen').clock}`).toBe('2024-01-01T00:00:00.000Z')
  })
})

describe('the text of a mode', () => {
  test('is read back as the same mode', () => {
    const modes: fc.Arbitrary<ClockMode> = fc.oneof(
      fc.constant<ClockMode>({ kind: 'frozen' }),
      fc.nat().map((step) => ({ kind: 'tick', step }) as const),
      fc
        .integer({ min: 1, max: 1_000_000 })
        .map((factor) => ({ kind: 'wall', factor: factor / 100 }) as const),
    )
    fc.assert(
      fc.property(modes, (mode) => {
        expect(parseClockMode(clockModeText(mode))).toEqual(mode)
      }),
      { seed: 2, numRuns: 500 },
    )
  })

  test.each(['', 'fast', 'x', 'x0', 'x-1', 'x1e3', 'tick:', 'tick:soon', 'tick:-1s', 'Real'])(
    'is not %j',
    (text) => {
      expect(() => parseClockMode(text)).toThrow(RangeError)
    },
  )
})

describe('a duration', () => {
  test.each([
    ['500ms', 500],
    ['90s', 90_000],
    ['1h30m', 5_400_000],
    ['2 days', 172_800_000],
    [' 1h ', 3_600_000],
    ['0s', 0],
    [1500, 1500],
    [0.4, 0],
  ])('of %j is %d milliseconds', (text, milliseconds) => {
    expect(duration(text)).toBe(milliseconds)
  })

  test.each(['', 'soon', '-5s', Number.NaN, Number.POSITIVE_INFINITY, -1, '9'.repeat(400)])(
    'is not %j',
    (text) => {
      expect(() => duration(text)).toThrow(RangeError)
    },
  )
})

describe('an instant', () => {
  test('is written in ISO 8601', () => {
    expect(instant('2024-01-01T00:00:00Z')).toBe(START)
  })

  test('is refused with an example of what is right', () => {
    expect(() => instant('tomorrow')).toThrow(
      "time 'tomorrow' is invalid: use ISO 8601, for example 2024-01-01T00:00:00Z",
    )
  })
})
