import { expect, test } from 'vitest'
import { finished } from '../lib/steps.ts'
import { countedSteps } from '../testing/counted-steps.ts'
import { bounds } from './budget.ts'
import { diffSteps, fullPatchSteps, lineChange, patch } from './diff.ts'
import { memoryObjects, type ObjectStore } from './objects.ts'
import { encodePack, nothingKnown, unpack } from './pack/pack.ts'
import { patchIdSteps } from './patch-id.ts'
import { treeFrom } from './tree.ts'

const MEGABYTES = 4
const bytes = (first: number) =>
  Uint8Array.from({ length: MEGABYTES * 1024 * 1024 }, (_, i) => (i === 0 ? first : i % 251))
const treeOf = (objects: ObjectStore, path: string, blob: Uint8Array) =>
  treeFrom(objects, [[path, { mode: '100644', blob }]])

test('a large file that moved and changed is compared, shown and told apart in steps', () => {
  const objects = memoryObjects()
  const trees = [treeOf(objects, 'a.bin', bytes(0)), treeOf(objects, 'b.bin', bytes(1))] as const
  const { steps, value: entries } = countedSteps(diffSteps(objects, ...trees, { renames: true }))
  expect(entries.map(({ status }) => status)).toEqual(['renamed'])
  expect(steps).toBeGreaterThan(2 * MEGABYTES)
  for (const entry of entries)
    expect(countedSteps(fullPatchSteps(objects, entry)).steps).toBeGreaterThan(4 * MEGABYTES)
  expect(countedSteps(patchIdSteps(objects, entries)).steps).toBeGreaterThan(2 * MEGABYTES)
})

test('a change that is too large to be shown is not read', () => {
  const sent = memoryObjects()
  const large = new Uint8Array(bounds.diffBytes + 1).fill(97)
  const trees = [treeOf(sent, 'a', large.subarray(1)), treeOf(sent, 'a', large)] as const
  const entries = finished(diffSteps(sent, ...trees))
  const ids = [...trees, ...entries.flatMap(({ oldId = '', newId = '' }) => [oldId, newId])]
  const pack = finished(unpack(encodePack(sent, ids), nothingKnown))
  const unread: ObjectStore = {
    get: (id) => {
      throw new Error(`read ${id}`)
    },
    put: sent.put,
    stored: (id) => pack.stored(id),
  }
  for (const entry of entries) {
    expect(patch(unread, entry)).toBe('Binary files a/a and b/a differ\n')
    expect(lineChange(unread, entry)).toEqual({ additions: 0, deletions: 0 })
  }
})
