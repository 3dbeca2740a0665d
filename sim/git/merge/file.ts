import { binary, unbinary } from '../../lib/bytes.ts'
import type { Steps } from '../../lib/steps.ts'
import { type Mode, type ObjectStore, readBlob } from '../objects.ts'
import { isBinary } from '../similarity.ts'
import { hasTooManyLines } from '../split-lines.ts'
import { isRegular } from '../tree-diff.ts'
import type { Slot } from '../tree-draft.ts'
import type { MergeEntry, Side, Version } from './paths.ts'
import { type MarkerStyle, mergeTexts } from './text.ts'

/** The length of git's conflict markers. */
const MARKER = 7

/** What stands at a path after the merge, nothing if undefined; in conflict it is only good for a merge of bases. */
export interface FileOutcome {
  readonly slot: Slot | undefined
  readonly conflict: boolean
}

type Versions = Pick<MergeEntry, 'base' | 'ours' | 'theirs'>

/** Merges the versions of one path, step by step; `depth` is above 0 when bases are merged, and then conflicts favour the base. */
export function* mergeFile(objects: ObjectStore, entry: MergeEntry, depth: number): Steps<FileOutcome> {
  const { base, ours, theirs } = entry
  if (entry.gone) return { slot: undefined, conflict: false }
  const outcome = yield* mergeKnown(objects, { base, ours, theirs }, depth)
  // A path that is left without a file by a change of one side is no trouble any more.
  return { slot: outcome.slot, conflict: outcome.conflict || entry.conflict }
}

function* mergeKnown(objects: ObjectStore, versions: Versions, depth: number): Steps<FileOutcome> {
  const { base, ours, theirs } = versions
  if (same(ours, theirs) || same(base, ours)) return { slot: theirs, conflict: false }
  if (same(base, theirs)) return { slot: ours, conflict: false }
  if (!ours || !theirs) {
    // Changed on one side and removed on the other; without a base it is there on one side only.
    return base
      ? { slot: depth > 0 ? base : (ours ?? theirs), conflict: true }
      : { slot: ours ?? theirs, conflict: false }
  }
  if (kind(ours.mode) !== kind(theirs.mode)) return { slot: depth > 0 ? base : ours, conflict: true }
  return yield* mergeVersions(objects, versions, depth, 2 * depth)
}

const same = (a: Slot | undefined, b: Slot | undefined): boolean => a?.id === b?.id && a?.mode === b?.mode

const kind = (mode: Mode): string => mode.slice(0, 3)

/** Merges mode and content of two versions of one kind; markers are `extra` characters longer than usual. */
export function* mergeVersions(
  objects: ObjectStore,
  versions: Versions,
  depth: number,
  extra: number,
): Steps<FileOutcome> {
  const { base, ours, theirs } = versions
  if (!ours || !theirs) return { slot: ours ?? theirs, conflict: true }
  const keepsMode = ours.mode === theirs.mode || ours.mode === base?.mode
  const mode = keepsMode ? theirs.mode : ours.mode
  const modeConflict = !keepsMode && theirs.mode !== base?.mode
  const content = yield* mergeContent(objects, { base, ours, theirs }, depth, extra)
  return { slot: { mode, id: content.id }, conflict: modeConflict || content.conflict }
}

interface Content {
  readonly id: string
  readonly conflict: boolean
}

interface Both {
  readonly base: Version | undefined
  readonly ours: Version
  readonly theirs: Version
}

function* mergeContent(objects: ObjectStore, versions: Both, depth: number, extra: number): Steps<Content> {
  const { base, ours, theirs } = versions
  if (ours.id === theirs.id || ours.id === base?.id) return { id: theirs.id, conflict: false }
  if (theirs.id === base?.id) return { id: ours.id, conflict: false }
  if (isRegular(ours.mode)) return yield* mergeText(objects, versions, depth, extra)
  return { id: depth > 0 && base ? base.id : ours.id, conflict: true }
}

function* mergeText(
  objects: ObjectStore,
  { base, ours, theirs }: Both,
  depth: number,
  extra: number,
): Steps<Content> {
  const regularBase = base && isRegular(base.mode) ? base : undefined
  const old = regularBase ? readBlob(objects, regularBase.id) : new Uint8Array()
  const contents = [old, readBlob(objects, ours.id), readBlob(objects, theirs.id)] as const
  if (contents.some((content) => isBinary(content) || hasTooManyLines(content))) {
    // Nothing can be made of two such files; a merge of bases goes on with what there was before.
    return { id: depth > 0 ? objects.put({ type: 'blob', bytes: old }) : ours.id, conflict: depth === 0 }
  }
  const [a, b, c] = [binary(contents[0]), binary(contents[1]), binary(contents[2])]
  const merged = yield* mergeTexts(a, b, c, style({ base: regularBase, ours, theirs }, MARKER + extra))
  const id = objects.put({ type: 'blob', bytes: unbinary(merged.text) })
  return { id, conflict: merged.conflict }
}

/** What git calls a side when it merges bases. At depth 0 nobody gets to see it. */
export function branchLabel(side: Side): string {
  return `Temporary merge branch ${side === 'ours' ? 1 : 2}`
}

function style({ base, ours, theirs }: Both, size: number): MarkerStyle {
  const samePath = ours.path === theirs.path && (!base || base.path === ours.path)
  const suffix = ({ path }: Version): string => (samePath ? '' : `:${path}`)
  return { ours: branchLabel('ours') + suffix(ours), theirs: branchLabel('theirs') + suffix(theirs), size }
}
