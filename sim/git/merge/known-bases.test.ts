import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readOutline } from '../outline.ts'
import { recordedObjects } from '../testing/recorded.ts'
import { commitOf, growHistory, shapes, textTree } from '../testing/samples.ts'
import { emptyTree } from '../tree.ts'
import { isAncestor, mergeBase, mergeBases } from './base.ts'
import { inheritedAncestry, inheritedBase, keepAncestry, keepBase, knownAncestry } from './known-bases.ts'

/** Drawn histories, with all that is behind each commit. No two have a commit in common, or else it would be known already. */
function histories() {
  let drawn = 0
  return shapes(30).map((shape) => {
    const objects = recordedObjects()
    const tree = textTree(objects, { [`${drawn++}.txt`]: '' })
    const ids = growHistory(objects, shape, () => tree)
    const behind = new Map<string, ReadonlySet<string>>()
    for (const id of ids) {
      const parents = readOutline(objects, id).parents
      behind.set(id, new Set([id, ...parents.flatMap((parent) => [...(behind.get(parent) ?? [])])]))
    }
    const pairs = ids.flatMap((tip, j) => ids.slice(0, j).map((one) => [one, tip] as const))
    return { objects, ids, pairs, isBehind: (id: string, of: string) => behind.get(of)?.has(id) === true }
  })
}

test('what two commits have in common follows from earlier commits of a branch', () => {
  let followed = 0
  fc.assert(
    fc.property(histories(), ({ objects, ids, pairs, isBehind }) => {
      for (const [one, tip] of pairs) {
        const common = ids.filter((id) => isBehind(id, one) && isBehind(id, tip))
        const best = common.filter((id) => !common.some((other) => other !== id && isBehind(id, other)))
        const found = inheritedBase(objects, one, tip)
        if (found !== undefined) {
          expect(found === null ? [] : [found]).toEqual(best)
          followed++
        } else if (best.length < 2) keepBase(one, tip, best[0] ?? null)
      }
    }),
    { numRuns: 40 },
  )
  expect(followed).toBeGreaterThan(200)
})

test('whether a commit is behind another one follows from earlier commits of a branch', () => {
  let followed = 0
  fc.assert(
    fc.property(histories(), ({ objects, pairs, isBehind }) => {
      for (const [one, tip] of pairs) {
        const found = inheritedAncestry(objects, tip, (id) => id === one || knownAncestry(one, id))
        if (found !== undefined) {
          expect(found).toBe(isBehind(one, tip))
          followed++
        } else keepAncestry(one, tip, isBehind(one, tip))
      }
    }),
    { numRuns: 40 },
  )
  expect(followed).toBeGreaterThan(200)
})

test('a branch that moves by a few commits is not walked again', () => {
  const objects = recordedObjects()
  const tree = emptyTree(objects)
  const chain: string[] = []
  for (let i = 0; i < 3000; i++) chain.push(commitOf(objects, tree, chain.slice(-1), { seconds: i }))
  const [fork = ''] = chain
  const side = commitOf(objects, tree, [fork], { name: 'Ben', seconds: 1 })
  const ask = (main: string) => [
    mergeBase(objects, side, main),
    mergeBases(objects, main, side),
    isAncestor(objects, side, main),
    isAncestor(objects, main, side),
  ]
  const answer = [fork, [fork], false, false]
  expect(ask(chain[2000] as string)).toEqual(answer)
  for (let i = 2010; i < 3000; i += 10) {
    objects.reads = 0
    expect(ask(chain[i] as string)).toEqual(answer)
    expect(objects.reads).toBeLessThan(400)
  }
})

test('of many commits behind a branch each is found without a walk of its own', () => {
  const objects = recordedObjects()
  const tree = emptyTree(objects)
  const chain: string[] = []
  for (let i = 0; i < 2000; i++)
    chain.push(commitOf(objects, tree, chain.slice(-1), { seconds: i, message: 'm' }))
  objects.reads = 0
  expect(chain.every((id) => isAncestor(objects, id, chain.at(-1) as string))).toBe(true)
  expect(objects.reads).toBeLessThan(20_000)
})
