import { isWorkPutOff, workedOut } from '../../lib/long-work.ts'
import { Recent } from '../../lib/recent/recent.ts'
import { Pace, type Steps } from '../../lib/steps.ts'
import { dateQueue } from '../commit-queue.ts'
import { costOf, LONG_WALK } from '../history-walk.ts'
import type { CommitOutline, ObjectStore } from '../objects.ts'
import { readOutline } from '../outline.ts'
import {
  inheritedAncestry,
  inheritedBase,
  keepAncestry,
  keepBase,
  knownAncestry,
  knownBase,
} from './known-bases.ts'

const FROM_ONE = 1
const FROM_OTHERS = 2
/** Reached from both sides. */
const SHARED = FROM_ONE | FROM_OTHERS
/** Below a common ancestor: of no interest, but still painted in case dates are out of order. */
const STALE = 4

/** So many steps are taken before it is asked what is known of the parents. */
const NEAR = 32

interface Visit {
  readonly id: string
  readonly outline: CommitOutline
  paint: number
  /** How often it stands in the queue. */
  waiting: number
}

/**
 * Walks down from both sides, youngest first, until only shared history is left. Answers the common ancestors in
 * the order they were met, with how each commit was reached. History below them is not entered as long as no
 * commit is younger than its children.
 */
class Painter {
  readonly visits = new Map<string, Visit>()
  readonly common: Visit[] = []
  private readonly objects: ObjectStore
  private readonly queue = dateQueue<Visit>()
  /** Places in the queue held by commits that are not stale. */
  private open = 0

  constructor(objects: ObjectStore, one: string, others: readonly string[]) {
    this.objects = objects
    this.mark(one, FROM_ONE)
    for (const id of others) this.mark(id, FROM_OTHERS)
  }

  /** Takes at most so many steps, and tells whether that was all. */
  endsWithin(steps: number): boolean {
    for (let taken = 0; this.open > 0 && taken < steps; taken++) this.step()
    return this.open === 0
  }

  /** The best common ancestors, in the order they were met, if dates run in order. */
  get best(): readonly Visit[] {
    return this.common.filter(({ paint }) => !(paint & STALE))
  }

  reachesFromOthers(id: string): boolean {
    return ((this.visits.get(id)?.paint ?? 0) & FROM_OTHERS) !== 0
  }

  *paint(): Steps<this> {
    const pace = new Pace()
    while (this.open > 0) {
      this.step()
      if (pace.after(costOf({}))) yield
    }
    return this
  }

  private mark(id: string, colour: number): void {
    const visit = this.visit(id)
    if ((visit.paint & colour) === colour) return
    if (colour & STALE && !(visit.paint & STALE)) this.open -= visit.waiting
    visit.paint |= colour
    visit.waiting++
    const stale = (visit.paint & STALE) !== 0
    if (!stale) this.open++
    // Among commits of one second staleness has to overtake, or it would chase the search down to the root.
    this.queue.push(visit, visit.outline.seconds, stale)
  }

  private step(): void {
    const visit = this.queue.pop()
    if (!visit) throw new Error('commit queue ran dry')
    visit.waiting--
    let colour = visit.paint
    if (!(colour & STALE)) this.open--
    if (colour === SHARED) {
      if (!this.common.includes(visit)) this.common.push(visit)
      colour |= STALE
    }
    for (const parent of visit.outline.parents) this.mark(parent, colour)
  }

  private visit(id: string): Visit {
    const known = this.visits.get(id)
    if (known) return known
    const visit = { id, outline: readOutline(this.objects, id), paint: 0, waiting: 0 }
    this.visits.set(id, visit)
    return visit
  }
}

function painted(objects: ObjectStore, one: string, others: readonly string[]): Painter {
  const painter = new Painter(objects, one, others)
  return endsSoon(painter)
    ? painter
    : workedOut(`paint ${one} ${others}`, () => new Painter(objects, one, others).paint())
}

/** Walks to the end, unless that takes long and can be put off. */
function endsSoon(painter: Painter): boolean {
  const steps = painter.paint()
  for (let pauses = 1; ; pauses++) {
    if (steps.next().done) return true
    if (pauses === LONG_WALK && isWorkPutOff()) return false
  }
}

/** Whether `ancestor` can be reached from `id`; a commit is its own ancestor. */
export function isAncestor(objects: ObjectStore, ancestor: string, id: string): boolean {
  const isBehind = (other: string): boolean | undefined =>
    ancestor === other || (ancestors.get(other)?.has(ancestor) ?? knownAncestry(ancestor, other))
  const known = isBehind(id)
  if (known !== undefined) return known
  const found = foundAncestor(objects, ancestor, id, isBehind)
  keepAncestry(ancestor, id, found)
  return found
}

function foundAncestor(
  objects: ObjectStore,
  ancestor: string,
  id: string,
  isBehind: (id: string) => boolean | undefined,
): boolean {
  const painter = new Painter(objects, ancestor, [id])
  if (!painter.endsWithin(NEAR)) {
    const followed = inheritedAncestry(objects, id, isBehind)
    if (followed !== undefined) return followed
    if (isAskedOften(id) || !endsSoon(painter)) return ancestorsOf(objects, id).has(ancestor)
  }
  rememberBase(ancestor, id, painter)
  return painter.reachesFromOthers(ancestor)
}

// Whoever asks about one branch of a long history asks about all of them: one walk answers it.
const MOST_ANCESTORS = 64 * 1024 * 1024
const EACH_ANCESTOR = 100
const ancestors = new Recent<string, ReadonlySet<string>>(MOST_ANCESTORS)

// A walk to all of them costs what the longest to one does.
const FEW_WALKS = 3
const walks = new Recent<string, { count: number }>(1000)

function isAskedOften(tip: string): boolean {
  const known = walks.get(tip) ?? { count: 0 }
  walks.add(tip, known, 1)
  known.count++
  return known.count > FEW_WALKS
}

function ancestorsOf(objects: ObjectStore, tip: string): ReadonlySet<string> {
  const found = workedOut(`ancestors ${tip}`, () => ancestorSteps(objects, tip))
  ancestors.add(tip, found, found.size * EACH_ANCESTOR)
  return found
}

/** All that can be reached from a commit, itself included, step by step. */
export function* ancestorSteps(objects: ObjectStore, tip: string): Steps<ReadonlySet<string>> {
  const pace = new Pace()
  const found = new Set([tip])
  // A set is walked in the order in which it grows.
  for (const id of found) {
    for (const parent of readOutline(objects, id).parents) found.add(parent)
    if (pace.after(costOf({}))) yield
  }
  return found
}

function rememberBase(one: string, other: string, { best }: Painter): void {
  if (best.length < 2) keepBase(one, other, best[0]?.id ?? null)
}

/** All best common ancestors of two commits, youngest first, as git merge-base --all lists them. */
export function mergeBases(objects: ObjectStore, a: string, b: string): readonly string[] {
  return bestAncestors(objects, a, [b])
}

/** The common ancestor that git merge-base picks, or undefined for unrelated histories. */
export function mergeBase(objects: ObjectStore, a: string, b: string): string | undefined {
  return bestAncestors(objects, a, [b])[0]
}

/**
 * What git merge-base answers for a list: the best common ancestor of the first commit and a merge of all the
 * others. It need not be an ancestor of each of them. Undefined for fewer than two commits.
 */
export function mergeBaseOf(objects: ObjectStore, ids: readonly string[]): string | undefined {
  const [one, ...others] = ids
  return one === undefined || others.length === 0 ? undefined : bestAncestors(objects, one, others)[0]
}

function bestAncestors(objects: ObjectStore, one: string, others: readonly string[]): readonly string[] {
  if (others.includes(one)) return [one]
  const [other = ''] = others
  const base = others.length === 1 ? soleBase(objects, one, other) : undefined
  if (base !== undefined) return base === null ? [] : [base]
  const key = `${one} ${others}`
  const known = best.get(key)
  if (known !== undefined) return known
  const found = bestOf(objects, one, others)
  best.add(key, found, key.length)
  return found
}

function soleBase(objects: ObjectStore, one: string, other: string): string | null | undefined {
  const known = knownBase(one, other)
  if (known !== undefined) return known
  if (readOutline(objects, other).parents.includes(one)) {
    keepBase(one, other, one)
    return one
  }
  const painter = new Painter(objects, one, [other])
  if (!painter.endsWithin(NEAR)) return inheritedBase(objects, one, other)
  rememberBase(one, other, painter)
  return knownBase(one, other)
}

// What is behind a commit never changes, so it is remembered for all repositories, up to so many characters of ids.
const MOST_BEST = 1024 * 1024
const best = new Recent<string, readonly string[]>(MOST_BEST)

function bestOf(objects: ObjectStore, one: string, others: readonly string[]): readonly string[] {
  const painter = painted(objects, one, others)
  if (others.length === 1) rememberBase(one, others[0] as string, painter)
  const byDate = [...painter.best].sort((a, b) => b.outline.seconds - a.outline.seconds).map(({ id }) => id)
  if (byDate.length < 2) return byDate
  // Dates that run backwards can leave one common ancestor below another.
  const isBelow = (id: string): boolean =>
    byDate.some((other) => other !== id && isAncestor(objects, id, other))
  return byDate.filter((id) => !isBelow(id))
}
