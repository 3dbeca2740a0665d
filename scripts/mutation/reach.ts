import type { Change } from './instrument.ts'
import { settings } from './settings.ts'
import type { Thread } from './thread.ts'
import type { Task } from './worker.ts'

interface Reaching {
  readonly setting: number
  readonly id: string
  readonly milliseconds: number
  /** Whether it is about an operation of the specification. */
  readonly specified: boolean
}

/** Which checks reach which change. */
export interface Reach {
  readonly checks: readonly Reaching[]
  /** By the change's number, ascending places in `checks`. */
  readonly by: readonly (readonly number[])[]
  /** Changes that take part when modules are evaluated or the world is made. */
  readonly beside: ReadonlySet<number>
  /** By the change's number: how often one check passed it at most, and all of them. */
  readonly most: readonly number[]
  readonly total: readonly number[]
}

/** Runs everything once with nothing changed. Throws if a check does not hold. */
export async function measureReach(thread: Thread, count: number): Promise<Reach> {
  const checks: Reaching[] = []
  const by: number[][] = Array.from({ length: count }, () => [])
  const [most, total] = [Array<number>(count).fill(0), Array<number>(count).fill(0)]
  const beside = new Set<number>()
  for (const setting of settings.keys()) {
    await thread.perform({ kind: 'cover', setting }, (answer) => {
      if (answer.kind === 'beside') for (const hit of answer.hits) beside.add(hit)
      // What was not tried tells nothing with a change either; and what fails already cannot tell of one.
      if (answer.kind !== 'covered' || !answer.passed) return
      const place =
        checks.push({
          setting,
          id: answer.id,
          milliseconds: answer.milliseconds,
          specified: answer.specified,
        }) - 1
      for (const [i, hit] of answer.hits.entries()) {
        const hits = answer.counts[i] ?? 0
        by[hit]?.push(place)
        most[hit] = Math.max(most[hit] ?? 0, hits)
        total[hit] = (total[hit] ?? 0) + hits
      }
    })
    // Tables of modules that are filled once would hide from the next.
    await thread.close()
  }
  return { checks, by, beside, most, total }
}

/**
 * True for what operations of the specification reach, and for what nothing reaches although it lies in a folder of theirs
 * or in one that all share: no check at all is a gap, too.
 */
export function concernsSpecification(
  change: Change,
  reach: Reach,
  isAround: (family: string) => boolean,
): boolean {
  const reaching = reach.by[Number(change.id)] ?? []
  if (reaching.length > 0) return reaching.some((place) => reach.checks[place]?.specified)
  return !isAround(familyOf(change))
}

function familyOf({ file }: Change): string {
  return file.split('/')[2] ?? ''
}

/** The checks that could notice a change, those first that are about its family, and of these the quick ones. */
export function taskFor(
  change: Change,
  changes: readonly Change[],
  reach: Reach,
): Extract<Task, { kind: 'try' }> {
  const number = Number(change.id)
  const own = reach.by[number] ?? []
  // Data of a module, or of a table that is filled once: whoever reaches anything beside it may tell.
  const once = reach.beside.has(number) || (reach.total[number] ?? 0) <= 3
  const places = once ? neighbours(change, changes, reach) : own
  const family = familyOf(change)
  const weight = ({ id, milliseconds }: Reaching) =>
    milliseconds + (id.startsWith(`${family}/`) ? 0 : id.startsWith('laws/') ? 2000 : 1000)
  const parts = settings.map((_, setting) => ({
    setting,
    checks: places
      .map((place) => reach.checks[place] as Reaching)
      // Laws hold in one dialect as in the other, and take most of the time.
      .filter((check) => check.setting === setting && (setting === 0 || !check.id.startsWith('laws/')))
      .sort((a, b) => weight(a) - weight(b))
      .map(({ id }) => id),
  }))
  const hitLimit = 2000 + 50 * (reach.most[number] ?? 0)
  return { kind: 'try', id: change.id, hitLimit, parts: parts.filter(({ checks }) => checks.length > 0) }
}

function neighbours(change: Change, changes: readonly Change[], reach: Reach): readonly number[] {
  const folder = change.file.slice(0, change.file.lastIndexOf('/') + 1)
  const inFile = reachedBy(
    changes.filter(({ file }) => file === change.file),
    reach,
  )
  if (inFile.size > 0 && folder.split('/').length > 3) return [...inFile]
  if (folder.split('/').length > 3)
    return [
      ...reachedBy(
        changes.filter(({ file }) => file.startsWith(folder)),
        reach,
      ),
    ]
  return [...reach.checks.keys()]
}

function reachedBy(changes: readonly Change[], reach: Reach): Set<number> {
  const lasting = changes.filter(({ id }) => !reach.beside.has(Number(id)))
  return new Set(lasting.flatMap(({ id }) => reach.by[Number(id)] ?? []))
}
