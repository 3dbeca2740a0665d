import type { Change } from './instrument.ts'
import {
  arrangedFor,
  callsOf,
  hitLimitOf,
  inOrder,
  lasts,
  neighboursOf,
  partsOf,
  type Reach,
} from './reach.ts'
import type { Thread } from './thread.ts'
import type { Anew, Outcome } from './worker.ts'

/**
 * How far the search for a change is. A look alone, at the checks that are likeliest to tell, finds most. What is left is
 * sought together with others, so that a check which notices none of them rules all of them out at once: where nothing is
 * made anew for it (`calls`), where stages are arranged by it, or where modules are evaluated with it.
 */
export type Step = 'alone' | Anew | 'end'

export interface Search {
  readonly changes: readonly Change[]
  readonly reach: Reach
  readonly isOver: () => boolean
  /** Told of what noticed a change. */
  readonly found: (change: Change, outcome: Outcome) => void
  /** Told of a check that came to no verdict with a change, though none failed. */
  readonly skipped: (change: Change, by: string) => void
}

const PATIENCE_ALONE = { calls: 800, stages: 800, modules: 2500 } as const
const LONG = 600_000

function reachesAlone(change: Change, { changes, reach }: Search): readonly number[] {
  const own = callsOf(change, reach)
  if (own.length > 0 && !reach.loaded.has(Number(change.id))) return own
  return lasts(change, reach) ? neighboursOf(change, changes, reach) : arrangedFor(change, reach)
}

/** A first look, bounded in time. */
export async function lookAlone(thread: Thread, change: Change, search: Search): Promise<Step> {
  const { reach } = search
  const places = inOrder(reachesAlone(change, search), change, reach)
  const own = callsOf(change, reach).length > 0
  const step = firstTogether(change, reach)
  if (step === 'end') return step
  const anew = own && !reach.loaded.has(Number(change.id)) ? 'calls' : step
  const outcome = await attempt(thread, [change], anew, partsOf(places, reach), search, PATIENCE_ALONE[anew])
  if (outcome.skipped !== undefined) search.skipped(change, outcome.skipped)
  if (outcome.by === undefined) return step
  search.found(change, outcome)
  return 'end'
}

function firstTogether(change: Change, reach: Reach): Exclude<Step, 'alone'> {
  if (lasts(change, reach)) return 'modules'
  return callsOf(change, reach).length > 0 ? 'calls' : afterCalls(change, reach)
}

/** What comes after the checks whose own calls reach it. */
export function afterCalls({ id }: Change, { arranging }: Reach): 'stages' | 'end' {
  return arranging.has(Number(id)) ? 'stages' : 'end'
}

/** Checks that reach some of these by their own calls, each with those that it reaches. */
export function callsTogether(
  group: readonly Change[],
  reach: Reach,
): readonly { readonly place: number; readonly group: readonly Change[] }[] {
  const byPlace = new Map<number, Change[]>()
  for (const change of group)
    for (const place of callsOf(change, reach)) byPlace.set(place, [...(byPlace.get(place) ?? []), change])
  return [...byPlace].map(([place, group]) => ({ place, group })).sort((a, b) => a.place - b.place)
}

/** Finds those among a group that a check notices. Two that it notices together alone are left. */
export async function halve(
  thread: Thread,
  group: readonly Change[],
  anew: Anew,
  place: number,
  search: Search,
): Promise<void> {
  if (group.length === 0 || search.isOver()) return
  const outcome = await attempt(thread, group, anew, partsOf([place], search.reach), search, LONG)
  const [alone, ...rest] = group
  if (outcome.skipped !== undefined && alone !== undefined && rest.length === 0)
    search.skipped(alone, outcome.skipped)
  if (outcome.by === undefined) return
  const [first, ...others] = group
  if (first !== undefined && others.length === 0) return search.found(first, outcome)
  const middle = group.length >> 1
  await halve(thread, group.slice(0, middle), anew, place, search)
  await halve(thread, group.slice(middle), anew, place, search)
}

/** Finds those among a group that some check notices where more is made anew for them than a call. */
export async function together(
  thread: Thread,
  group: readonly Change[],
  anew: 'stages' | 'modules',
  search: Search,
): Promise<void> {
  const { changes, reach } = search
  const places = new Set(
    group.flatMap((change) =>
      anew === 'stages'
        ? arrangedFor(change, reach)
        : [...callsOf(change, reach), ...neighboursOf(change, changes, reach)],
    ),
  )
  const [first] = group
  if (first === undefined) return
  const live = new Set(group)
  const noting: Search = {
    ...search,
    found: (change, outcome) => {
      live.delete(change)
      search.found(change, outcome)
    },
  }
  for (const { setting, checks } of partsOf(inOrder([...places], first, reach), reach))
    await through(thread, [...live], anew, setting, checks, noting)
}

async function through(
  thread: Thread,
  group: readonly Change[],
  anew: Anew,
  setting: number,
  checks: readonly string[],
  search: Search,
): Promise<void> {
  const live = new Set(group)
  const found: Search['found'] = (change, outcome) => {
    live.delete(change)
    search.found(change, outcome)
  }
  let left = checks
  while (live.size > 0 && left.length > 0 && !search.isOver()) {
    const outcome = await attempt(thread, [...live], anew, [{ setting, checks: left }], search, LONG)
    if (outcome.by === undefined) return
    const [first, ...others] = live
    if (first !== undefined && others.length === 0) return found(first, outcome)
    left = outcome.at === undefined ? left : left.slice(left.indexOf(outcome.at))
    const { size } = live
    const one = outcome.at === undefined ? [] : [outcome.at]
    await halveThrough(thread, [...live], anew, { setting, checks: one }, { ...search, found })
    if (live.size < size) continue
    // Noticed together alone, or only after other checks.
    const middle = live.size >> 1
    await through(thread, [...live].slice(0, middle), anew, setting, left, search)
    await through(thread, [...live].slice(middle), anew, setting, left, search)
    return
  }
}

async function halveThrough(
  thread: Thread,
  group: readonly Change[],
  anew: Anew,
  part: { readonly setting: number; readonly checks: readonly string[] },
  search: Search,
): Promise<void> {
  const middle = group.length >> 1
  for (const half of [group.slice(0, middle), group.slice(middle)]) {
    if (half.length === 0 || search.isOver()) continue
    const outcome = await attempt(thread, half, anew, [part], search, LONG)
    if (outcome.by === undefined) continue
    const [first, ...others] = half
    if (first !== undefined && others.length === 0) search.found(first, outcome)
    else await halveThrough(thread, half, anew, part, search)
  }
}

async function attempt(
  thread: Thread,
  group: readonly Change[],
  anew: Anew,
  parts: ReturnType<typeof partsOf>,
  { reach }: Search,
  milliseconds: number,
): Promise<Outcome> {
  const changes = group.map(({ id }) => Number(id))
  let skipped: string | undefined
  for (const { setting, checks } of parts) {
    const task = { kind: 'try', changes, anew, setting, checks, milliseconds } as const
    const outcome = await thread.perform({ ...task, hitLimit: hitLimitOf(group, reach) })
    if (outcome.by !== undefined) return outcome
    skipped ??= outcome.skipped
  }
  return skipped === undefined ? {} : { skipped }
}

/** Groups none of whose members holds another one, which it would hide. */
export function apart(changes: readonly Change[], most: number): readonly (readonly Change[])[] {
  const groups: Change[][] = []
  for (const change of [...changes].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0))) {
    const fits = groups.find((group) => group.length < most && !group.some((other) => overlap(other, change)))
    if (fits === undefined) groups.push([change])
    else fits.push(change)
  }
  return groups
}

function overlap(a: Change, b: Change): boolean {
  return a.file === b.file && a.start < b.start + b.from.length && b.start < a.start + a.from.length
}
