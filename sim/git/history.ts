import { isWorkPutOff, workedOut } from '../lib/long-work.ts'
import { forEach, Pace, type Steps } from '../lib/steps.ts'
import { dateQueue } from './commit-queue.ts'
import { PathHistory } from './history-path.ts'
import { limitedWalk } from './history-range.ts'
import { costOf, LONG_WALK } from './history-walk.ts'
import { type LogOptions, type WalkedCommit, walkedCommit } from './log-options.ts'
import type { ObjectStore } from './objects.ts'
import { readOutline } from './outline.ts'

export { isAncestor, mergeBase, mergeBaseOf, mergeBases } from './merge/base.ts'

/**
 * The history of one or more commits in the default order of git log, by commit date. Without `exclude` it is read
 * no further than it is asked for; with it, the walk ends soon after both histories meet.
 */
export function* log(
  objects: ObjectStore,
  start: string | readonly string[],
  options: LogOptions = {},
): Generator<WalkedCommit> {
  const { limit = Number.POSITIVE_INFINITY } = options
  if (limit <= 0) return
  let count = 0
  let pauses = 0
  for (const entry of walk(objects, start, options)) {
    if (entry !== undefined) {
      yield entry
      count++
      if (count >= limit) return
    } else if (++pauses === LONG_WALK && isWorkPutOff()) {
      const key = `log ${start} ${JSON.stringify(options)}`
      yield* workedOut(key, () => readSteps(logSteps(objects, start, options))).slice(count)
      return
    }
  }
}

// Whoever takes all of many commits mostly reads them, too: that is a part of the work.
function* readSteps(walked: Steps<WalkedCommit[]>): Steps<WalkedCommit[]> {
  const entries = yield* walked
  yield* forEach(entries, new Pace(), ({ commit }) => commit)
  return entries
}

/** The same as a whole, step by step. */
export function* logSteps(
  objects: ObjectStore,
  start: string | readonly string[],
  options: LogOptions = {},
): Steps<WalkedCommit[]> {
  const { limit = Number.POSITIVE_INFINITY } = options
  const entries: WalkedCommit[] = []
  if (limit <= 0) return entries
  for (const entry of walk(objects, start, options)) {
    if (entry === undefined) yield
    else if (entries.push(entry) >= limit) break
  }
  return entries
}

/** The commits one by one, and undefined wherever others may want a turn. */
function walk(
  objects: ObjectStore,
  start: string | readonly string[],
  options: LogOptions,
): Iterable<WalkedCommit | undefined> {
  const starts = typeof start === 'string' ? [start] : start
  const { exclude = [] } = options
  return exclude.length > 0 ? limitedWalk(objects, starts, options) : openWalk(objects, starts, options)
}

function* openWalk(
  objects: ObjectStore,
  starts: readonly string[],
  options: LogOptions,
): Generator<WalkedCommit | undefined> {
  const pace = new Pace()
  const cost = costOf(options)
  const queue = dateQueue<WalkedCommit>()
  const seen = new Set<string>()
  const history = new PathHistory(objects, options)
  const enter = (id: string): void => {
    if (seen.has(id)) return
    seen.add(id)
    const outline = readOutline(objects, id)
    queue.push(walkedCommit(objects, id, outline), outline.seconds)
  }
  for (const id of starts) enter(id)
  for (let entry = queue.pop(); entry; entry = queue.pop()) {
    const { parents, changed } = history.simplified(entry.outline)
    for (const parent of parents) enter(parent)
    if (changed) yield entry
    if (pace.after(cost)) yield undefined
  }
}

/** How many commits `to` has that `from` has not (git rev-list --count from..to). */
export function countBetween(objects: ObjectStore, from: string, to: string): number {
  let count = 0
  for (const _ of log(objects, to, { exclude: [from] })) count++
  return count
}

export interface Contributor {
  readonly name: string
  readonly email: string
  readonly commits: number
}

export interface ContributorOptions {
  /** Whether merges count, default true as in git shortlog. */
  readonly merges?: boolean
  /** How many commits to look at, youngest first and merges not counted when they are left out; default all. */
  readonly limit?: number
  /** What makes two commits one person's: name and email (default, as in git shortlog), or the email alone. */
  readonly by?: 'identity' | 'email'
}

/** The authors of a history in the order of their youngest commits; `name` is the one used there. */
export function contributors(
  objects: ObjectStore,
  start: string | readonly string[],
  options: ContributorOptions = {},
): Contributor[] {
  const { merges = true, limit = Number.POSITIVE_INFINITY, by = 'identity' } = options
  const people = new Map<string, Contributor>()
  let looked = 0
  for (const { commit } of log(objects, start)) {
    if (!merges && commit.parents.length > 1) continue
    if (looked++ >= limit) break
    const { name, email } = commit.author
    const key = by === 'email' ? email : `${name}\n${email}`
    const known = people.get(key) ?? { name, email, commits: 0 }
    people.set(key, { ...known, commits: known.commits + 1 })
  }
  return [...people.values()]
}
