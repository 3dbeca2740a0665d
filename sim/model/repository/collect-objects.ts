import { linksOf } from '../../git/links.ts'
import type { PackedObjects } from '../../git/objects.ts'
import { append } from '../../lib/lists.ts'
import { Pace, type Steps } from '../../lib/steps.ts'
import type { World } from '../world.ts'
import type { GitObjectRow } from './git-objects.ts'
import { weightOf } from './git-storage.ts'
import { namedObjects } from './named-objects.ts'
import { LargePacks, namedOutside, storedAt } from './packed-objects.ts'

/** What looking at a row counts for. */
const LOOK = 500

/**
 * Removes the git objects that nothing leads to, as the service's housekeeping does: what deleted projects and branches,
 * and histories that were pushed over, have left. A large pack stays whole as long as anything leads into it.
 */
export function* collectObjects(world: World): Steps<void> {
  const pace = new Pace()
  const { ids, packs } = yield* reached(world, pace)
  const gone: string[] = []
  const kept = new Map<PackedObjects, GitObjectRow[]>()
  let left = 0
  for (const row of world.gitObjects.all().ascending()) {
    if (ids.has(row.id)) {
      left += weightOf(row)
      remember(kept, row)
    } else gone.push(row.id)
    if (pace.of(LOOK)) yield
  }
  for (const id of gone) {
    world.gitObjects.delete(id)
    if (pace.of(LOOK)) yield
  }
  for (const pack of world.gitPacks.all().list())
    if (packs.has(pack.id)) left += weightOf(pack)
    else world.gitPacks.delete(pack.id)
  for (const [pack, rows] of kept) if (releasePack(world, pack, rows, pace)) yield
  world.gitStorage.put({ id: 1, written: 0, left })
}

/** What rows lead to: objects that have rows, and large packs. Nothing of a large pack is read. */
function* reached(
  world: World,
  pace: Pace,
): Steps<{ readonly ids: ReadonlySet<string>; readonly packs: ReadonlySet<string> }> {
  const [ids, packs] = [new Set<string>(), new Set<string>()]
  const large = new LargePacks(world)
  const open: string[] = []
  for (const id of namedObjects(world)) {
    if (typeof id === 'string') open.push(id)
    if (pace.of(LOOK)) yield
  }
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (ids.has(id)) continue
    const pack = large.packOf(id)
    if (pack === undefined) {
      const row = world.gitObjects.get(id)
      if (row === undefined) continue
      ids.add(id)
      append(open, linked(row))
    } else if (!packs.has(pack.id)) {
      packs.add(pack.id)
      append(open, [...namedOutside(pack)])
    }
    if (pace.of(LOOK)) yield
  }
  return { ids, packs }
}

// Most objects are blobs, and need not be read.
function linked(row: GitObjectRow): string[] {
  const stored = storedAt(row)
  return stored?.pack.type(stored.entry) === 'blob' ? [] : linksOf(row.object).map(({ id }) => id)
}

function remember(kept: Map<PackedObjects, GitObjectRow[]>, row: GitObjectRow): void {
  const pack = storedAt(row)?.pack
  if (pack === undefined) return
  const rows = kept.get(pack)
  if (rows === undefined) kept.set(pack, [row])
  else rows.push(row)
}

/** Lets a pack go of which little is left: that takes a smaller place of its own. True when it took long. */
function releasePack(world: World, pack: PackedObjects, rows: readonly GitObjectRow[], pace: Pace): boolean {
  const most = pack.bytes.length / 2
  if (weightOfAll(rows) > most || inflated(rows) > most) return false
  const whole = rows.map(({ id, object }) => ({ id, object }))
  // Of a delta only its own size was known.
  if (weightOfAll(whole) <= most) for (const row of whole) world.gitObjects.put(row)
  return pace.after(weightOfAll(whole))
}

function weightOfAll(rows: readonly GitObjectRow[]): number {
  return rows.reduce((sum, row) => sum + weightOf(row), 0)
}

function inflated(rows: readonly GitObjectRow[]): number {
  return rows
    .flatMap((row) => storedAt(row) ?? [])
    .reduce((sum, at) => sum + at.pack.deflated(at.entry).size, 0)
}
