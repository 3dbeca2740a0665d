import type { GitObject } from '../../git/objects.ts'
import type { World } from '../world.ts'
import type { GitObjectRow, GitPackRow } from './git-objects.ts'
import { storedAt } from './packed-objects.ts'

/** What a row weighs besides its content. */
const EACH = 500
const EACH_ENTRY = 150

/** About how many bytes an object or a pack takes; nothing is read for it. */
export function weightOf(row: GitObjectRow | GitPackRow): number {
  if ('bytes' in row) return EACH + row.bytes.length
  const stored = storedAt(row)
  return (
    EACH + (stored === undefined ? contentOf(row.object) : stored.pack.deflated(stored.entry).bytes.length)
  )
}

function contentOf(object: GitObject): number {
  switch (object.type) {
    case 'blob':
      return object.bytes.length
    case 'tree':
      return object.entries.length * EACH_ENTRY
    case 'commit':
    case 'tag':
      return object.message.length
    default:
      return object satisfies never
  }
}

/** So much may be written before it is worth looking for what nothing leads to. */
const LEAST = 16 * 1024 * 1024

/** Counts what was written between two versions of a world, and what belonged to projects that are gone. */
export function countGitWrites(before: World, after: World): void {
  let written = 0
  for (const name of ['gitObjects', 'gitPacks'] as const)
    for (const change of after[name].since(before[name] as never))
      if (change.before === undefined && change.after !== undefined) written += weightOf(change.after)
  for (const { before: project, after: left } of after.projects.since(before.projects))
    if (left === undefined) written += project?.sizes.repository ?? 0
  if (written === 0) return
  const known = after.gitStorage.get(1)
  after.gitStorage.put({ id: 1, written: (known?.written ?? 0) + written, left: known?.left ?? 0 })
}

/** Whether as much was written as was left the last time: so collecting costs a share of what writing did. */
export function isCollectionDue(world: World): boolean {
  const { written = 0, left = 0 } = world.gitStorage.get(1) ?? {}
  return written >= Math.max(LEAST, left)
}
