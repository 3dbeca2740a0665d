import type { HookDelivery } from '../model/hooks/hook-delivery.ts'
import { duration } from '../time/clock.ts'

/** How webhooks are delivered: all but the seed of it, and whether failing ones are disabled from the start. */
export interface HookOptions extends Omit<HookDelivery, 'seed'> {
  readonly disable: boolean
}

/** With `shuffle` and no delay of their own, deliveries overtake each other within this time: half a minute. */
const SHUFFLED_WITHIN = 30_000
const LONGEST = 365 * 24 * 3_600_000

/**
 * Reads `delay=1s..1h,duplicate=0.1,shuffle,drop=0.05,disable`, each part of it optional. Throws a RangeError that says
 * what would be right.
 */
export function parseHooks(text: string): HookOptions {
  const given = new Map<string, string | undefined>()
  for (const part of text.split(',').map((one) => one.trim())) {
    const [, name = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(part) ?? []
    const takesValue = ['delay', 'duplicate', 'drop'].includes(name)
    if (!takesValue && name !== 'shuffle' && name !== 'disable') throw invalid(part)
    if (takesValue !== (value !== undefined) || given.has(name)) throw invalid(part)
    given.set(name, value)
  }
  const delay = given.get('delay')
  const [least, most] = delay === undefined ? [0, given.has('shuffle') ? SHUFFLED_WITHIN : 0] : range(delay)
  return {
    least,
    most,
    shuffle: given.has('shuffle'),
    duplicate: probability('duplicate', given.get('duplicate')),
    drop: probability('drop', given.get('drop')),
    disable: given.has('disable'),
  }
}

function range(text: string): [least: number, most: number] {
  const [from = '', to = from, ...rest] = text.split('..')
  try {
    const [least, most] = [duration(from), duration(to)]
    if (rest.length === 0 && least <= most && most <= LONGEST) return [least, most]
  } catch {
    // Told below, with the whole text.
  }
  throw invalid(`delay=${text}`)
}

function probability(name: string, text: string | undefined): number {
  if (text === undefined) return 0
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (value >= 0 && value <= 1) return value
  throw invalid(`${name}=${text}`)
}

function invalid(part: string): RangeError {
  return new RangeError(
    `hooks '${part}' is invalid: use delay=TIME or delay=TIME..TIME (at most 365d), duplicate=P and drop=P (from 0 to 1), shuffle, disable, separated by commas`,
  )
}
