import type { Mode, ObjectStore, TreeEntry } from './objects.ts'
import { differingEntries } from './tree-pairs.ts'

export const diffStatuses = ['added', 'deleted', 'modified', 'renamed'] as const
export type DiffStatus = (typeof diffStatuses)[number]

/** A file that differs between two trees. Both paths are always set; they differ only for a rename. */
export interface DiffEntry {
  readonly status: DiffStatus
  readonly oldPath: string
  readonly newPath: string
  /** Undefined for an added file, as is `oldId`. */
  readonly oldMode: Mode | undefined
  /** Undefined for a deleted file, as is `newId`. */
  readonly newMode: Mode | undefined
  readonly oldId: string | undefined
  readonly newId: string | undefined
}

/** The files that differ between two trees, in path order; what both sides share is never read. */
export function* changedFiles(
  objects: ObjectStore,
  a: string | undefined,
  b: string | undefined,
  prefix = '',
): Generator<DiffEntry> {
  // With a list of what is open: each file would else go through as many generators as it lies deep.
  const open = [{ prefix, at: 0, pairs: differingEntries(objects, a, b) }]
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const pair = level.pairs[level.at++]
    if (pair === undefined) {
      open.pop()
      continue
    }
    const [old, young] = pair
    const path = level.prefix + (old ?? young).name
    if ((old ?? young).mode === '040000')
      open.push({ prefix: `${path}/`, at: 0, pairs: differingEntries(objects, old?.id, young?.id) })
    else yield changedFile(path, old, young)
  }
}

function changedFile(path: string, old: TreeEntry | undefined, young: TreeEntry | undefined): DiffEntry {
  const status = !old ? 'added' : !young ? 'deleted' : 'modified'
  const sides = { oldMode: old?.mode, newMode: young?.mode, oldId: old?.id, newId: young?.id }
  return { status, oldPath: path, newPath: path, ...sides }
}

/** Whether the entry turns one kind of thing (file, symbolic link, submodule) into another. */
export function changesKind({ oldMode, newMode }: DiffEntry): boolean {
  return oldMode !== undefined && newMode !== undefined && kind(oldMode) !== kind(newMode)
}

const kind = (mode: Mode): string => mode.slice(0, 3)

/** Whether the mode is that of a regular file, executable or not. */
export function isRegular(mode: Mode | undefined): boolean {
  return mode === '100644' || mode === '100755'
}
