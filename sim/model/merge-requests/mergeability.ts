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
export function mergeStatus(
  world: World,
  mergeRequest: MergeRequest,
  heads: () => Heads = () => headsOf(world, mergeRequest),
): 'can_be_merged' | 'cannot_be_merged' {
  if (mergeRequest.state === 'merged') return 'can_be_merged'
  const { source, target } = heads()
  if (source === undefined || target === undefined) return 'cannot_be_merged'
  return 'tree' in mergeOf(world, target, source) ? 'can_be_merged' : 'cannot_be_merged'
}

/** Why nothing could be merged: a branch is gone or nothing differs (`commits`), or both sides conflict. */
export function brokenBy(
  world: World,
  mergeRequest: MergeRequest,
  heads: () => Heads = () => headsOf(world, mergeRequest),
): 'commits' | 'conflict' | undefined {
  const { source, target } = heads()
  if (source === undefined || target === undefined || isReachable(world, source, target)) return 'commits'
  return 'tree' in mergeOf(world, target, source) ? undefined : 'conflict'
}

/** True where the project merges no source branch that lags behind, and this one does. */
export function needsRebase(world: World, mergeRequest: MergeRequest): boolean {
  if (world.projects.require(mergeRequest.projectId).settings.mergeMethod === 'merge') return false
  const { source, target } = headsOf(world, mergeRequest)
  return source === undefined || target === undefined || !isReachable(world, target, source)
}

/** What was worked out of two commits. By one and then by the other: a key made of both costs more than the look-ups. */
class Pairs<V> {
  readonly #known = new Map<string, Map<string, V>>()
  #size = 0

  of(one: string, other: string, compute: () => V): V {
    const known = this.#known.get(one)?.get(other)
    if (known !== undefined) return known
    const value = compute()
    if (this.#size >= REMEMBERED) this.#forget()
    const ofOne = this.#known.get(one) ?? new Map<string, V>()
    this.#known.set(one, ofOne.set(other, value))
    this.#size++
    return value
  }

  #forget(): void {
    this.#known.clear()
    this.#size = 0
  }
}

// Results depend on nothing but the two commits' contents, so they are remembered under their ids for all worlds.
const REMEMBERED = 5000
const merges = new Pairs<MergedTree>()
const counts = new Pairs<number>()
const ancestries = new Pairs<boolean>()

/** Three-way merge of two commits. The tree it names is in the world only once `storeMerge` stored it. */
function mergeOf(world: World, ours: string, theirs: string): MergedTree {
  return merges.of(ours, theirs, () => mergeCommits(scratch(world), ours, theirs))
}

/** The merge of two commits, its new objects stored in the world. */
export function storeMerge(world: World, ours: string, theirs: string): MergedTree {
  return mergeCommits(objectsOf(world), ours, theirs)
}

/** True when `from` contains everything that `id` does. */
export function isReachable(world: World, id: string, from: string): boolean {
  return ancestries.of(id, from, () => isAncestor(objectsOf(world), id, from))
}

/** Number of files that a merge request changes; null while it has no commits. */
export function changesCount(world: World, mergeRequest: MergeRequest): number | null {
  const { sha, baseSha } = mergeRequest
  if (sha === null || baseSha === null || sha === baseSha) return null
  return counts.of(baseSha, sha, () => {
    const objects = objectsOf(world)
    return changeCount(objects, readCommit(objects, baseSha).tree, readCommit(objects, sha).tree)
  })
}

// Entities must not write to the world: objects of a trial merge are kept apart.
function scratch(world: World): Repository['objects'] {
  const real = objectsOf(world)
  const made = memoryObjects()
  return { get: (id) => real.get(id) ?? made.get(id), put: (object) => made.put(object) }
}
