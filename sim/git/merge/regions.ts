import { Pace, type Steps } from '../../lib/steps.ts'
import { type Change, changeSteps } from '../compare/changes.ts'

/** Common lines between two conflicts up to which they are told as one. */
const CLOSE = 3
/** Bytes that take as long to handle as a change takes. */
const EACH_CHANGE = 64

/** The lines of what is merged, as numbers. */
export interface Versions {
  readonly base: Int32Array
  readonly ours: Int32Array
  readonly theirs: Int32Array
}

/** Where the sides differ: whose lines are taken, or that nobody can tell. Places count from 0. */
export interface Region {
  taken: 'ours' | 'theirs' | 'conflict'
  ours: number
  oursCount: number
  theirs: number
  theirsCount: number
}

/**
 * The regions of a merge in their order, as git finds them; between them lines are those of our side. Changes that touch
 * one another are in conflict, unless they are the same. Of a conflict only those lines are left that differ.
 */
export function* regionSteps(versions: Versions): Steps<Region[]> {
  const { base, ours, theirs } = versions
  const [mine, others] = [yield* changeSteps(base, ours), yield* changeSteps(base, theirs)]
  const regions = new Regions()
  const pace = new Pace()
  let [i, k] = [0, 0]
  for (;;) {
    if (pace.of(EACH_CHANGE)) yield
    const [one, other] = [mine[i], others[k]]
    if (one === undefined && other === undefined) break
    if (one !== undefined && (other === undefined || endOf(one) < other.old)) {
      regions.add({
        taken: 'ours',
        ours: one.young,
        oursCount: one.youngCount,
        theirs: one.old + (other === undefined ? theirs.length - base.length : other.young - other.old),
        theirsCount: one.oldCount,
      })
      i++
    } else if (other !== undefined && (one === undefined || endOf(other) < one.old)) {
      regions.add({
        taken: 'theirs',
        ours: other.old + (one === undefined ? ours.length - base.length : one.young - one.old),
        oursCount: other.oldCount,
        theirs: other.young,
        theirsCount: other.youngCount,
      })
      k++
    } else if (one !== undefined && other !== undefined) {
      if (!isSame(one, other, versions)) regions.add(overlap(one, other))
      if (endOf(one) >= endOf(other)) k++
      if (endOf(other) >= endOf(one)) i++
    }
  }
  const refined: Region[] = []
  for (const region of regions.all) {
    const parts = region.taken === 'conflict' ? yield* refinedSteps(region, versions) : [region]
    for (const part of parts) {
      const last = refined.at(-1)
      const isClose =
        last?.taken === 'conflict' &&
        part.taken === 'conflict' &&
        part.ours - (last.ours + last.oursCount) <= CLOSE
      if (isClose) extend(last, part)
      else refined.push(part)
    }
  }
  return refined
}

const endOf = ({ old, oldCount }: Change): number => old + oldCount

function isSame(one: Change, other: Change, { ours, theirs }: Versions): boolean {
  if (one.old !== other.old || one.oldCount !== other.oldCount || one.youngCount !== other.youngCount)
    return false
  for (let at = 0; at < one.youngCount; at++)
    if (ours[one.young + at] !== theirs[other.young + at]) return false
  return true
}

/** What both sides have of the lines that either of them changed. */
function overlap(one: Change, other: Change): Region {
  const above = one.old - other.old
  const below = endOf(one) - endOf(other)
  const ours = one.young - Math.max(above, 0)
  const theirs = other.young + Math.min(above, 0)
  return {
    taken: 'conflict',
    ours,
    oursCount: one.young + one.youngCount - ours - Math.min(below, 0),
    theirs,
    theirsCount: other.young + other.youngCount - theirs + Math.max(below, 0),
  }
}

/** Regions in their order, those that touch one another being one. */
class Regions {
  readonly all: Region[] = []

  add(region: Region): void {
    const last = this.all.at(-1)
    if (last === undefined || !touches(last, region)) {
      this.all.push(region)
      return
    }
    if (last.taken !== region.taken) last.taken = 'conflict'
    extend(last, region)
  }
}

function touches(last: Region, { ours, theirs }: Region): boolean {
  return ours <= last.ours + last.oursCount || theirs <= last.theirs + last.theirsCount
}

function extend(region: Region, { ours, oursCount, theirs, theirsCount }: Region): void {
  region.oursCount = ours + oursCount - region.ours
  region.theirsCount = theirs + theirsCount - region.theirs
}

function* refinedSteps(region: Region, { ours, theirs }: Versions): Steps<Region[]> {
  if (region.oursCount === 0 || region.theirsCount === 0) return [region]
  const [a, b] = [
    ours.subarray(region.ours, region.ours + region.oursCount),
    theirs.subarray(region.theirs, region.theirs + region.theirsCount),
  ]
  const changes = yield* changeSteps(a, b)
  if (changes.length === 0) return [{ ...region, taken: 'ours' }]
  return changes.map(({ old, oldCount, young, youngCount }) => ({
    taken: 'conflict',
    ours: region.ours + old,
    oursCount: oldCount,
    theirs: region.theirs + young,
    theirsCount: youngCount,
  }))
}
