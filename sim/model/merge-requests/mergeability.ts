import { changeCount } from '../../git/diff.ts'
import { isAncestor } from '../../git/history.ts'
import { type MergedTree, mergeCommits } from '../../git/merge/merge.ts'
import { memoryObjects, readCommit } from '../../git/objects.ts'
import type { Repository } from '../../git/repository.ts'
import { headOf, objectsOf } from '../repository/repository.ts'
import type { World } from '../world.ts'
import type { MergeRequest } from './merge-request.ts'

/** The heads of both branches as they are now. */
export interface Heads {
  readonly source: string | undefined
  readonly target: string | undefined
}

export function headsOf(world: World, mergeRequest: MergeRequest): Heads {
  const source = world.projects.get(mergeRequest.sourceProjectId)
  const target = world.projects.require(mergeRequest.projectId)
  return {
    source: source && headOf(world, source, mergeRequest.sourceBranch),
    target: headOf(world, target, mergeRequest.targetBranch),
  }
}

/** `can_be_merged` or `cannot_be_merged`; computed at once, so never `checking` (merge-requests#mergeability-at-once). */
export function mergeStatus(world: World, mergeRequest: MergeRequest): 'can_be_merged' | 'cannot_be_merged' {
  if (mergeRequest.state === 'merged') return 'can_be_merged'
  const { source, target } = headsOf(world, mergeRequest)
  if (source === undefined || target === undefined) return 'cannot_be_merged'
  return 'tree' in mergeOf(world, target, source) ? 'can_be_merged' : 'cannot_be_merged'
}

/** Why nothing could be merged: a branch is gone or nothing differs (`commits`), or both sides conflict. */
export function brokenBy(world: World, mergeRequest: MergeRequest): 'commits' | 'conflict' | undefined {
  const { source, target } = headsOf(world, mergeRequest)
  if (source === undefined || target === undefined || isReachable(world, source, target)) return 'commits'
  return 'tree' in mergeOf(world, target, source) ? undefined : 'conflict'
}

/** True where the project merges no source branch that lags behind, and this one does. */
export function needsRebase(world: World, mergeRequest: MergeRequest): boolean {
  if (world.projects.require(mergeRequest.projectId).settings.mergeMethod === 'merge') return false
  const { source, target } = headsOf(world, mergeRequest)
  return source === undefined || target === undefined || !isReachable(world, target, source)
}

// Results depend on nothing but the two commits' contents, so they are remembered under their ids for all worlds.
const REMEMBERED = 5000
const merges = new Map<string, MergedTree>()
const counts = new Map<string, number>()
const ancestries = new Map<string, boolean>()

function remembered<V>(memory: Map<string, V>, key: string, compute: () => V): V {
  const known = memory.get(key)
  if (known !== undefined) return known
  const value = compute()
  if (memory.size >= REMEMBERED) memory.clear()
  memory.set(key, value)
  return value
}

/** Three-way merge of two commits. The tree it names is in the world only once `storeMerge` stored it. */
function mergeOf(world: World, ours: string, theirs: string): MergedTree {
  return remembered(merges, `${ours}:${theirs}`, () => mergeCommits(scratch(world), ours, theirs))
}

/** The merge of two commits, its new objects stored in the world. */
export function storeMerge(world: World, ours: string, theirs: string): MergedTree {
  return mergeCommits(objectsOf(world), ours, theirs)
}

/** True when `from` contains everything that `id` does. */
export function isReachable(world: World, id: string, from: string): boolean {
  return remembered(ancestries, `${id}:${from}`, () => isAncestor(objectsOf(world), id, from))
}

/** Number of files that a merge request changes; null while it has no commits. */
export function changesCount(world: World, mergeRequest: MergeRequest): number | null {
  const { sha, baseSha } = mergeRequest
  if (sha === null || baseSha === null || sha === baseSha) return null
  const objects = objectsOf(world)
  return remembered(counts, `${baseSha}:${sha}`, () =>
    changeCount(objects, readCommit(objects, baseSha).tree, readCommit(objects, sha).tree),
  )
}

// Entities must not write to the world: objects of a trial merge are kept apart.
function scratch(world: World): Repository['objects'] {
  const real = objectsOf(world)
  const made = memoryObjects()
  return { get: (id) => real.get(id) ?? made.get(id), put: (object) => made.put(object) }
}
