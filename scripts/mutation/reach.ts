import type { Change } from './instrument.ts'
import { settings } from './settings.ts'
import type { Thread } from './thread.ts'
import type { Answer } from './worker.ts'

interface Reaching {
  readonly setting: number
  readonly id: string
  readonly milliseconds: number
  /** What is arranged for it and others alike. */
  readonly stage: string
}

/** Which checks reach which change. */
export interface Reach {
  readonly checks: readonly Reaching[]
  /** By the change's number, ascending places in `checks`: their own calls. */
  readonly by: readonly (readonly number[])[]
  /** By the change's number: the stages whose arranging reaches it, as `setting stage`. */
  readonly arranging: ReadonlyMap<number, ReadonlySet<string>>
  /** Changes that take part when modules are evaluated. */
  readonly loaded: ReadonlySet<number>
  /** Changes that take part when the world is made. */
  readonly founded: ReadonlySet<number>
  /** Changes that take part when an operation of the specification is served. */
  readonly specified: ReadonlySet<number>
  /** By the change's number: how often one check passed it at most, and all of them. */
  readonly most: readonly number[]
  readonly total: readonly number[]
}

/** Which checks reach which change on one of the simulators: the answers of its thread. */
export type Covered = readonly Answer[]

/** Runs everything once with nothing changed. */
export async function cover(thread: Thread, setting: number): Promise<Covered> {
  const answers: Answer[] = []
  const { by, why } = await thread.perform({ kind: 'cover', setting }, (answer) => {
    if (answer.kind !== 'alive') answers.push(answer)
  })
  if (by !== undefined) throw new Error(`the suite could not be run: ${why}`)
  // Tables of modules that are filled once would hide from the next.
  await thread.close()
  return answers
}

/** What was covered, by the setting. What does not hold already tells nothing. */
export function reachOf(covered: readonly Covered[], count: number): Reach {
  const checks: Reaching[] = []
  const by: number[][] = Array.from({ length: count }, () => [])
  const [most, total] = [Array<number>(count).fill(0), Array<number>(count).fill(0)]
  const sets = { loaded: new Set<number>(), founded: new Set<number>(), specified: new Set<number>() }
  const arranging = new Map<number, Set<string>>()
  for (const [setting, answers] of covered.entries())
    for (const answer of answers) {
      if (answer.kind === 'beside') for (const hit of answer.hits) sets[answer.when].add(hit)
      if (answer.kind === 'arranged')
        for (const hit of answer.hits)
          arranging.set(hit, (arranging.get(hit) ?? new Set()).add(stageOf(setting, answer.stage)))
      if (answer.kind !== 'covered' || !answer.passed) continue
      const { id, milliseconds, stage } = answer
      const place = checks.push({ setting, id, milliseconds, stage: stageOf(setting, stage) }) - 1
      for (const [i, hit] of answer.hits.entries()) {
        const hits = answer.counts[i] ?? 0
        by[hit]?.push(place)
        most[hit] = Math.max(most[hit] ?? 0, hits)
        total[hit] = (total[hit] ?? 0) + hits
      }
    }
  return { checks, by, arranging, ...sets, most, total }
}

function stageOf(setting: number, stage: string): string {
  return `${setting} ${stage}`
}

/**
 * What takes part when an operation of the specification is served. Of what nothing reaches, that which stands in
 * something that such an operation does reach, and whole functions and files that are not about others alone: no check at
 * all is a gap, too.
 */
export function specifiedAmong(
  changes: readonly Change[],
  { by, arranging, specified }: Reach,
  isAround: (family: string) => boolean,
): readonly Change[] {
  const isReached = ({ id }: Change) => (by[Number(id)]?.length ?? 0) > 0 || arranging.has(Number(id))
  const isSpecified = ({ id }: Change) => specified.has(Number(id))
  const byFile = new Map<string, Change[]>()
  for (const change of changes) {
    const beside = byFile.get(change.file)
    if (beside === undefined) byFile.set(change.file, [change])
    else beside.push(change)
  }
  return changes.filter((change) => {
    if (isSpecified(change)) return true
    if (isReached(change)) return false
    const reached = (byFile.get(change.file) ?? []).filter(isReached)
    if (reached.length === 0) return !isAround(familyOf(change))
    const [closest] = reached.filter((it) => holds(it, change)).sort((a, b) => a.from.length - b.from.length)
    return closest === undefined ? reached.some(isSpecified) : isSpecified(closest)
  })
}

function holds(outer: Change, inner: Change): boolean {
  return outer.start <= inner.start && inner.start + inner.from.length <= outer.start + outer.from.length
}

function familyOf({ file }: Change): string {
  return file.split('/')[2] ?? ''
}

/** The checks whose own calls reach a change, as places. */
export function callsOf({ id }: Change, reach: Reach): readonly number[] {
  return reach.by[Number(id)] ?? []
}

/** True for data of a module, or of a table that is filled once, which whoever comes later finds filled. */
export function lasts({ id }: Change, { loaded, founded, total }: Reach): boolean {
  const number = Number(id)
  const times = total[number] ?? 0
  return loaded.has(number) || (times > 0 && times <= 3) || (times === 0 && founded.has(number))
}

/** The checks that could tell of what lasts: whoever reaches anything beside it. */
export function neighboursOf({ file }: Change, changes: readonly Change[], reach: Reach): readonly number[] {
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  const inFile = reachedBy(
    changes.filter((other) => other.file === file),
    reach,
  )
  if (inFile.size > 0) return [...inFile, ...refusedBefore(inFile, file, reach)]
  if (folder.split('/').length <= 3) return [...reach.checks.keys()]
  return [
    ...reachedBy(
      changes.filter((other) => other.file.startsWith(folder)),
      reach,
    ),
  ]
}

/**
 * A check of what an operation refuses is answered by its definition and never comes to the file that holds it: the other
 * checks of the family, and the laws on operations of which some law does come there.
 */
function refusedBefore(inFile: ReadonlySet<number>, file: string, { checks }: Reach): readonly number[] {
  if (!file.startsWith('sim/api/')) return []
  const operationOf = (id: string) => /^laws\/[^/]+\/(.+)$/.exec(id)?.[1] ?? ''
  const operations = new Set([...inFile].map((place) => operationOf(checks[place]?.id ?? '')))
  operations.delete('')
  const family = `${file.split('/')[2]}/`
  return [...checks.entries()].flatMap(([place, { id }]) =>
    !inFile.has(place) && (id.startsWith(family) || operations.has(operationOf(id))) ? [place] : [],
  )
}

function reachedBy(changes: readonly Change[], reach: Reach): Set<number> {
  const called = changes.filter(({ id }) => !reach.loaded.has(Number(id)))
  return new Set(called.flatMap((change) => callsOf(change, reach)))
}

const MOST_OF_A_STAGE = 40

/** Checks for which is arranged what reaches a change: the first of each stage. */
export function arrangedFor(change: Change, reach: Reach): readonly number[] {
  const stages = reach.arranging.get(Number(change.id)) ?? new Set()
  const places = inOrder([...reach.checks.keys()], change, reach)
  const seen = new Map<string, number>()
  return places.filter((place) => {
    const { stage = '' } = reach.checks[place] ?? {}
    if (!stages.has(stage)) return false
    const count = (seen.get(stage) ?? 0) + 1
    seen.set(stage, count)
    return count <= MOST_OF_A_STAGE
  })
}

/** Those first that are about the family of a change, and of these the quick ones. */
export function inOrder(places: readonly number[], change: Change, { checks }: Reach): readonly number[] {
  const family = familyOf(change)
  const weight = (place: number) => {
    const { id, milliseconds } = checks[place] as Reaching
    return milliseconds + (id.startsWith(`${family}/`) ? 0 : id.startsWith('laws/') ? 2000 : 1000)
  }
  return [...places].sort((a, b) => weight(a) - weight(b))
}

export interface Part {
  readonly setting: number
  readonly checks: readonly string[]
}

/** Checks by the simulators that they run against. Laws hold in one dialect as in the other. */
export function partsOf(places: readonly number[], { checks }: Reach): readonly Part[] {
  const chosen = places.map((place) => checks[place] as Reaching)
  return settings
    .map((_, setting) => ({
      setting,
      checks: chosen
        .filter((check) => check.setting === setting && (setting === 0 || !check.id.startsWith('laws/')))
        .map(({ id }) => id),
    }))
    .filter((part) => part.checks.length > 0)
}

/** So often may a change be passed during one check; more than that is a loop without an end. */
export function hitLimitOf(changes: readonly Change[], { most }: Reach): number {
  return changes.reduce((sum, { id }) => sum + 2000 + 50 * (most[Number(id)] ?? 0), 0)
}
