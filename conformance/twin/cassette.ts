import { isRow, isRows, parseJson } from '../kit/json.ts'
import { createStages } from '../run/stages.ts'
import type { Target } from '../targets/target.ts'
import { type Difference, firstDifference } from './difference.ts'
import { begin, type Take } from './twin.ts'

const VERSION = 1

/** Sequences of calls with what a service answered to them, to hold another one to without it. */
export interface Cassette {
  readonly version: typeof VERSION
  /** What was recorded: its address, and the version it told. */
  readonly of: string
  readonly takes: readonly Take[]
}

export function cassetteOf({ name, version }: Target, takes: readonly Take[]): Cassette {
  return { version: VERSION, of: version === undefined ? name : `${name} (${version})`, takes }
}

export function printCassette(cassette: Cassette): string {
  return `${JSON.stringify(cassette, null, 1)}\n`
}

/** Throws a RangeError for what is no cassette. */
export function readCassette(name: string, text: string): Cassette {
  const json = parseJson(text)
  const fits = isRow(json) && json.version === VERSION && typeof json.of === 'string' && isRows(json.takes)
  if (!fits) throw new RangeError(`${name} is no cassette of forgery twin --record`)
  return json as unknown as Cassette
}

/** A take that a target answers otherwise than was recorded. */
export interface Deviation {
  /** The how manieth take and call of it, from 1. */
  readonly take: number
  readonly call: number
  readonly operation: string
  readonly difference: Difference
  readonly calls: readonly string[]
}

/** Plays a cassette on a target; one deviation a take at most, since what follows builds on it. */
export async function* playCassette(
  { takes }: Cassette,
  target: Target,
  ignored: ReadonlySet<string> = new Set(),
): AsyncGenerator<Deviation> {
  const stages = await createStages(target, `${target.prefix}-cassette`)
  try {
    for (const [i, take] of takes.entries()) {
      const turn = await begin({ target, stages })
      try {
        const found = await deviation(take)
        if (found !== undefined) yield { take: i + 1, ...found, calls: turn.calls() }
      } finally {
        await turn.end()
      }

      async function deviation({ steps, replies }: Take) {
        for (const [n, step] of steps.entries()) {
          const [expected, seen] = [replies[n], await turn.play(step)]
          const difference = expected && seen && firstDifference(expected, seen, ignored)
          if (difference) return { call: n + 1, operation: step.operation, difference }
        }
        return undefined
      }
    }
  } finally {
    await stages.close()
  }
}
