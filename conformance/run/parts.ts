import type { ScopeOfRun } from './scope.ts'
import { parseShard, shardName } from './shard.ts'

/** What a report says of the run that it is of, with the name that complaints call it by. */
export interface Part {
  readonly name: string
  readonly scope: Pick<ScopeOfRun, 'name' | 'named' | 'without'>
  /** As `--shard` names it. Absent where a run was not split, or its report is of a version that did not tell. */
  readonly shard?: string | undefined
}

/**
 * Refuses a run that was split unless each of its parts is there once: what a missing part did not find would read as if it
 * held. Nothing can be told of reports that name no part. Throws a RangeError of one line.
 */
export function agreeParts(parts: readonly Part[]): void {
  const runs = groups(parts, ({ scope }) => keyOf(scope))
  const wrong = runs.flatMap((run) => complaintsOf(run, runs.length === 1 ? '' : nameOf(run)))
  if (wrong.length > 0) throw new RangeError(wrong.join('; '))
}

/** Parts of one run have the same scope; families may have been run one by one. */
function keyOf({ name, named = [], without = [] }: Part['scope']): string {
  return JSON.stringify([name, named.toSorted(), without.toSorted()])
}

function nameOf([first]: readonly Part[]): string {
  return first?.scope.named === undefined ? '' : ` of ${first.scope.named.join(', ')}`
}

function complaintsOf(run: readonly Part[], what: string): readonly string[] {
  const told = run.flatMap(({ name, shard }) => (shard === undefined ? [] : [{ name, ...parseShard(shard) }]))
  const [first] = told
  if (first === undefined) return []
  const { of } = first
  const other = told.find((one) => one.of !== of)
  if (other !== undefined)
    return [`${first.name} is part ${shardName(first)}${what}, and ${other.name} part ${shardName(other)}`]
  const twice = groups(told, ({ index }) => index).flatMap((same) =>
    same.length === 1
      ? []
      : [`part ${shardName(same[0] ?? first)}${what} is in ${some(same.map(({ name }) => name))}`],
  )
  const there = new Set(told.map(({ index }) => index))
  const missing = Array.from({ length: of }, (_, i) => i + 1).filter((index) => !there.has(index))
  if (missing.length === 0) return twice
  const silent = run.flatMap(({ name, shard }) => (shard === undefined ? [name] : []))
  const noun = missing.length === 1 ? 'part' : 'parts'
  const lost = `missing: ${noun} ${some(missing.map((index) => shardName({ index, of })))}${what}`
  return [...twice, silent.length === 0 ? lost : `${lost}; no part is named in ${some(silent)}`]
}

function groups<One>(all: readonly One[], keyOf: (one: One) => string | number): readonly (readonly One[])[] {
  const byKey = new Map<string | number, One[]>()
  for (const one of all) byKey.set(keyOf(one), [...(byKey.get(keyOf(one)) ?? []), one])
  return [...byKey.values()]
}

const MOST_NAMED = 5

function some(names: readonly string[]): string {
  const more = names.length - MOST_NAMED
  return more > 0 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${more} more` : names.join(', ')
}
