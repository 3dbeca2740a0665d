import { performance } from 'node:perf_hooks'

/** One line of the report. */
export interface Figure {
  readonly what: string
  readonly figure: string
  /** What should hold, and whether it does. */
  readonly expected?: { readonly text: string; readonly holds: boolean }
}

/** The middle of the values, which one slow round does not move. Throws on an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('there is no median of nothing')
  return middle
}

/** Between these lies the middle half of the values. Throws on an empty list. */
export function quartiles(values: readonly number[]): readonly [low: number, high: number] {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)]
  const [low, high] = [at(0.25), at(0.75)]
  if (low === undefined || high === undefined) throw new Error('there are no quartiles of nothing')
  return [low, high]
}

/**
 * Microseconds of processor time that one call takes, the median of `rounds` batches of at least `milliseconds` each.
 * Whatever else the machine does counts in no time but the wall's.
 */
export function microseconds(call: () => void, { rounds = 7, milliseconds = 60 } = {}): number {
  batch(call, milliseconds)
  return median(Array.from({ length: rounds }, () => batch(call, milliseconds)))
}

function batch(call: () => void, milliseconds: number): number {
  const start = process.cpuUsage()
  let calls = 0
  let passed = 0
  while (passed < milliseconds * 1000) {
    for (let i = 0; i < 8; i++) call()
    calls += 8
    const { user, system } = process.cpuUsage(start)
    passed = user + system
  }
  return passed / calls
}

/**
 * Microseconds of the quickest of some calls, each behind something that is not measured. Whatever else the machine does
 * only makes calls slower.
 */
export function quickest(call: () => void, before: () => void, times = 30): number {
  return Math.min(
    ...Array.from({ length: times }, () => {
      before()
      const start = performance.now()
      call()
      return (performance.now() - start) * 1000
    }),
  )
}

/** Wide enough for the names of nearly all loads: a figure is printed before the next one is known. */
const WIDE = 64

export function printed({ what, figure, expected }: Figure): string {
  const verdict =
    expected === undefined ? '' : `  ${expected.holds ? 'OK  ' : 'over'}  expected: ${expected.text}`
  return `  ${what.padEnd(WIDE)}  ${figure.padStart(22)}${verdict}\n`
}

export function rate(perSecond: number): string {
  return `${Math.round(perSecond).toLocaleString('en')}/s`
}

export function micros(value: number): string {
  return `${value < 10 ? value.toFixed(2) : Math.round(value)} µs`
}
