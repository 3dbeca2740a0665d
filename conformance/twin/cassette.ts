import { lessOpen } from '../arrange/throw-away-place.ts'
import type { Visibility } from '../kit/check.ts'
import { isRow, isRows, parseJson } from '../kit/json.ts'
import { createStages } from '../run/stages.ts'
import { contractFor } from '../targets/accepted.ts'
import type { Target } from '../targets/target.ts'
import { type Difference, firstDifference } from './difference.ts'
import { commonProject, groupsOn } from './place.ts'
import { begin, type Player, resolve, type Take } from './turn.ts'

const VERSION = 2

/** Sequences of calls with what a service answered to them, to hold another one to without it. */
export interface Cassette {
  readonly version: typeof VERSION
  /** What was recorded: its address, and the version it told. */
  readonly of: string
  /** The project that was looked at; absent where the calls were made in projects created for them. */
  readonly project?: string
  /** How open the groups were that were created for the calls; absent where they were public. */
  readonly groups?: Visibility
  readonly takes: readonly Take[]
}

/** What the left side of a comparison answered; `project` is the one that was looked at, `groups` what was created. */
export function cassetteOf(
  { name, version }: Pick<Target, 'name' | 'version'>,
  takes: readonly Take[],
  {
    project,
    groups = 'public',
  }: { readonly project?: string | undefined; readonly groups?: Visibility } = {},
): Cassette {
  const of = version === undefined ? name : `${name} (${version})`
  const place = project === undefined ? (groups === 'public' ? {} : { groups }) : { project }
  return { version: VERSION, of, ...place, takes }
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
  cassette: Cassette,
  target: Target,
  ignored: ReadonlySet<string> = new Set(),
): AsyncGenerator<Deviation> {
  const { takes } = cassette
  const player = await playerOn(target, cassette)
  try {
    for (const [i, take] of takes.entries()) {
      const found = await deviation(player, take, ignored)
      if (found !== undefined) yield { take: i + 1, ...found }
    }
  } finally {
    await player.stages.close()
  }
}

async function playerOn(target: Target, { project: recorded, groups = 'public' }: Cassette): Promise<Player> {
  const contract = contractFor(target)
  const prefix = `${target.prefix}-cassette`
  if (recorded === undefined) {
    const visibility = lessOpen(groups, groupsOn([target]))
    return { target, stages: await createStages(target, prefix), contract, visibility }
  }
  const { path, visibilities } = await commonProject([target], target.place.project ?? recorded)
  const reads: Target = { ...target, mode: 'read', place: { ...target.place, project: path } }
  return { target: reads, stages: await createStages(reads, prefix), contract, visibility: visibilities[0] }
}

async function deviation(
  player: Player,
  { steps, replies }: Take,
  ignored: ReadonlySet<string>,
): Promise<Omit<Deviation, 'take'> | undefined> {
  const turn = await begin(player)
  try {
    for (const [n, recorded] of steps.entries()) {
      const { operation } = recorded
      const found = (difference: Difference) => ({ call: n + 1, operation, difference, calls: turn.calls() })
      const { step, values, missing } = await resolve(recorded, [turn])
      if (missing !== undefined) return found({ at: 'what the call names', left: missing, right: undefined })
      const [expected, seen] = [replies[n], await turn.play(step, values[0] ?? {})]
      const difference = expected && seen && firstDifference(expected, seen, ignored)
      if (difference) return found(difference)
    }
    return undefined
  } finally {
    await turn.end()
  }
}
