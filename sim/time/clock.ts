import parseDuration from 'parse-duration'
import { type Instant, isoTime, parseTime } from './calendar.ts'

/** How virtual time moves: by a step at each API request, with the wall (at a factor), or only when told. */
export type ClockMode =
  | { readonly kind: 'tick'; readonly step: number }
  | { readonly kind: 'wall'; readonly factor: number }
  | { readonly kind: 'frozen' }

/** Everything that a clock is at one moment; taken by snapshots and forks. */
export interface ClockMark {
  readonly mode: ClockMode
  readonly now: Instant
}

/** Reads `tick`, `tick:DURATION`, `real`, `xN` or `frozen`. Throws a RangeError that says what would be right. */
export function parseClockMode(text: string): ClockMode {
  if (text === 'tick') return { kind: 'tick', step: 1000 }
  if (text === 'real') return { kind: 'wall', factor: 1 }
  if (text === 'frozen') return { kind: 'frozen' }
  if (text.startsWith('tick:')) return { kind: 'tick', step: duration(text.slice(5)) }
  const factor = /^x(\d{1,9}(?:\.\d{1,6})?)$/.exec(text)
  if (factor !== null && Number(factor[1]) > 0) return { kind: 'wall', factor: Number(factor[1]) }
  throw new RangeError(
    `clock '${text}' is unknown: use tick, tick:DURATION (tick:500ms), real, xN (x60) or frozen`,
  )
}

/** The text that `parseClockMode` reads as this mode. */
export function clockModeText(mode: ClockMode): string {
  switch (mode.kind) {
    case 'frozen':
      return 'frozen'
    case 'tick':
      return mode.step === 1000 ? 'tick' : `tick:${mode.step}ms`
    case 'wall':
      return mode.factor === 1 ? 'real' : `x${mode.factor}`
    default:
      return mode satisfies never
  }
}

/** Milliseconds of a duration such as `90s`, `1h30m`, `2 days`, or of a number of milliseconds. Throws a RangeError. */
export function duration(text: string | number): number {
  const milliseconds = typeof text === 'number' ? text : text.length > 60 ? null : parseDuration(text.trim())
  if (typeof milliseconds !== 'number' || !Number.isFinite(milliseconds) || milliseconds < 0)
    throw new RangeError(`duration '${text}' is invalid: use for example 500ms, 90s, 1h, 2d`)
  return Math.round(milliseconds)
}

/** An instant written as ISO 8601. Throws a RangeError. */
export function instant(text: string): Instant {
  const at = parseTime(text)
  if (at === undefined)
    throw new RangeError(`time '${text}' is invalid: use ISO 8601, for example 2024-01-01T00:00:00Z`)
  return withinYears(at)
}

/** 0000-01-01T00:00:00Z to 9999-12-31T23:59:59.999Z: what four digits of a year can say. */
const [EARLIEST, LATEST] = [-62_167_219_200_000, 253_402_300_799_999]

/** The same moment. Throws a RangeError for one that no date of four digits can show. */
export function withinYears(at: Instant): Instant {
  if (at >= EARLIEST && at <= LATEST) return at
  throw new RangeError('the time would be outside of the years 0000 to 9999')
}

/** Virtual time. It never runs backwards except by `set` or by going back to a mark. */
export class Clock {
  readonly #wall: () => Instant
  #mode: ClockMode
  #now: Instant
  #wallAt: Instant

  /** `wall` is asked only in the modes that follow it. */
  constructor(mark: ClockMark, wall: () => Instant) {
    this.#wall = wall
    this.#mode = mark.mode
    this.#now = mark.now
    this.#wallAt = mark.mode.kind === 'wall' ? wall() : 0
  }

  now(): Instant {
    if (this.#mode.kind !== 'wall') return this.#now
    const passed = Math.max(0, this.#wall() - this.#wallAt)
    return this.#now + Math.floor(passed * this.#mode.factor)
  }

  /** What an API request does to the time. */
  tick(): void {
    if (this.#mode.kind === 'tick') this.#now += this.#mode.step
  }

  set(at: Instant): void {
    this.#now = at
    if (this.#mode.kind === 'wall') this.#wallAt = this.#wall()
  }

  get mode(): ClockMode {
    return this.#mode
  }

  set mode(mode: ClockMode) {
    this.resume({ mode, now: this.now() })
  }

  mark(): ClockMark {
    return { mode: this.#mode, now: this.now() }
  }

  resume(mark: ClockMark): void {
    this.#mode = mark.mode
    this.set(mark.now)
  }

  toString(): string {
    return isoTime(this.now())
  }
}
