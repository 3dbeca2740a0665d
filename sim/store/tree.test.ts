import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Order, Tree } from './tree.ts'

interface Value {
  readonly key: number
  readonly text: string
}

const order: Order<number, Value> = {
  keyOf: ({ key }) => key,
  compare: ({ key }, other) => key - other,
  compareKeys: (a, b) => a - b,
}

interface Step {
  readonly does: 'set' | 'delete' | 'copy'
  readonly from: number
  readonly count: number
  readonly backwards: boolean
}

// Keys come and go in runs, which fill nodes and empty them.
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    does: fc.constantFrom('set', 'set', 'delete', 'copy'),
    from: fc.integer({ min: 0, max: 600 }),
    count: fc.integer({ min: 1, max: 300 }),
    backwards: fc.boolean(),
  }),
  { maxLength: 12 },
)

interface Version {
  readonly tree: Tree<number, Value>
  readonly oracle: ReadonlyMap<number, Value>
}

/** The versions of a tree after some steps, beside what they should hold; the last is the newest. */
function versions(taken: readonly Step[]): Version[] {
  const all: Version[] = []
  const tree = new Tree<number, Value>(order)
  const oracle = new Map<number, Value>()
  for (const [number, { does, from, count, backwards }] of taken.entries()) {
    if (does === 'copy') all.push({ tree: tree.clone(), oracle: new Map(oracle) })
    for (let i = 0; i < count && does !== 'copy'; i++) {
      const key = backwards ? from + count - i : from + i
      if (does === 'delete') {
        tree.delete(key)
        oracle.delete(key)
      } else {
        const value = { key, text: `${number}` }
        tree.set(value)
        oracle.set(key, value)
      }
    }
  }
  return [...all, { tree, oracle }]
}

function sorted({ oracle }: Version): Value[] {
  return [...oracle.values()].sort((a, b) => a.key - b.key)
}

test('holds many values that come at once, as if they came one by one, and goes on from there', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 2500 }), steps, (keys, taken) => {
      const values = keys.map((key, i) => ({ key, text: `${i}` }))
      const oracle = new Map(values.map((value) => [value.key, value]))
      const tree = Tree.of(order, values)
      expect(tree.slice()).toEqual(sorted({ tree, oracle }))
      for (const { does, from, count } of taken)
        for (let key = from; key < from + count; key++) {
          const value = { key, text: 'later' }
          if (does === 'delete') {
            tree.delete(key)
            oracle.delete(key)
          } else {
            tree.set(value)
            oracle.set(key, value)
          }
        }
      const all = sorted({ tree, oracle })
      expect(tree.slice()).toEqual(all)
      expect(all.map(({ key }) => tree.rank(key))).toEqual(all.map((_, place) => place))
      for (const value of all) expect(tree.get(value.key)).toBe(value)
    }),
    { numRuns: 40 },
  )
})

test('holds what was put into it, at the places where it belongs, and copies keep what they had', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 900 }), (taken, a, b) => {
      for (const version of versions(taken)) {
        const { tree, oracle } = version
        const values = sorted(version)
        expect(tree.slice()).toEqual(values)
        expect(tree.size).toBe(values.length)
        expect(tree.slice(a, b)).toEqual(values.slice(a, Math.max(a, b)))
        expect(tree.at(a)).toBe(values[a])
        expect(tree.get(a)).toBe(oracle.get(a))
        expect(tree.rank(a)).toBe(values.filter(({ key }) => key < a).length)
        expect(tree.from(a)).toBe(values.find(({ key }) => key >= a))
        expect(tree.before(a)).toBe(values.findLast(({ key }) => key < a))
      }
    }),
  )
})

test('tells all that differs between two versions, and nothing else', () => {
  fc.assert(
    fc.property(steps, fc.nat(), fc.nat(), (taken, one, other) => {
      const all = versions(taken)
      const before = all[one % all.length] as Version
      const after = all[other % all.length] as Version
      const keys = new Set([...before.oracle.keys(), ...after.oracle.keys()])
      const expected = [...keys]
        .sort((a, b) => a - b)
        .map((key) => ({ before: before.oracle.get(key), after: after.oracle.get(key) }))
        .filter((pair) => pair.before !== pair.after)
      expect(Tree.differences(before.tree, after.tree)).toEqual(expected)
    }),
  )
})

test('looks at little of what two large versions share', () => {
  let compared = 0
  const counting: Order<number, Value> = {
    ...order,
    compare: (value, key) => {
      compared++
      return order.compare(value, key)
    },
  }
  const tree = new Tree<number, Value>(counting)
  for (let key = 0; key < 50_000; key++) tree.set({ key, text: '' })
  const before = tree.clone()
  for (const key of [10, 25_000, 49_999]) tree.set({ key, text: 'new' })
  tree.delete(30_000)
  tree.set({ key: 60_000, text: '' })
  compared = 0
  expect(Tree.differences(before, tree)).toHaveLength(5)
  expect(compared).toBeLessThan(1000)
})

test('a few values from a key on are those that a walk finds, or none are told', () => {
  fc.assert(
    fc.property(
      steps,
      fc.integer({ min: 0, max: 900 }),
      fc.integer({ min: 0, max: 12 }),
      (taken, key, width) => {
        for (const { tree } of versions(taken)) {
          const holds = (value: Value) => value.key < key + width
          const few = tree.few(key, holds)
          if (few !== undefined) expect(few).toEqual(tree.slice(tree.rank(key), tree.rank(key + width)))
        }
      },
    ),
    { numRuns: 50 },
  )
})

test('what was found is found until it is written or deleted', () => {
  const tree = Tree.of(
    order,
    [1, 2].map((key) => ({ key, text: 'first' })),
  )
  const texts = () => [1, 1, 2].map((key) => tree.get(key)?.text)
  expect(texts()).toEqual(['first', 'first', 'first'])
  tree.get(1)
  tree.set({ key: 1, text: 'second' })
  expect(texts()).toEqual(['second', 'second', 'first'])
  tree.get(1)
  tree.delete(1)
  expect(texts()).toEqual([undefined, undefined, 'first'])
})
