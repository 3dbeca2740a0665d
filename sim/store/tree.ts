import sortedBtree from 'sorted-btree'
import treeDifference from 'sorted-btree/extended/diffAgainst.js'
import { compareKeys, type Key } from './key.ts'

/**
 * What tables need of the package's tree. Its own type would be part of ours, and whoever installs Forgery would need the
 * package for its types alone.
 */
export interface Tree<V> {
  readonly size: number
  get(key: Key): V | undefined
  has(key: Key): boolean
  set(key: Key, value: V): boolean
  delete(key: Key): boolean
  clone(): Tree<V>
  entries(lowest?: Key): IterableIterator<[Key, V]>
  entriesReversed(highest?: Key): IterableIterator<[Key, V]>
  values(): IterableIterator<V>
  forRange(lowest: Key, highest: Key, includeHighest: boolean, told: (key: Key, value: V) => void): number
  getPairOrNextHigher(key: Key): [Key, V] | undefined
  getPairOrNextLower(key: Key): [Key, V] | undefined
}
type PackageTree<V> = import('sorted-btree').default<Key, V>

// The package is CommonJS: under Node a class is the `default` of the default import, under a bundler it is the import.
type TreeClass = new <V>(entries?: [Key, V][], compare?: (a: Key, b: Key) => number) => PackageTree<V>
const BTree: TreeClass = ((sortedBtree as unknown as { default?: unknown }).default ??
  sortedBtree) as TreeClass
const diffAgainst = ((treeDifference as unknown as { default?: unknown }).default ??
  treeDifference) as typeof import('sorted-btree/extended/diffAgainst.js').default

/** A tree of values by key that is copied in O(1); copies share what neither has written since. */
export function emptyTree<V>(): Tree<V> {
  return new BTree<V>([], compareKeys)
}

/** A value before and after; undefined on the side where there is none. */
export interface Difference<V> {
  readonly before: V | undefined
  readonly after: V | undefined
}

/** Everything that two trees do not share, in the order of their keys. */
export function differences<V>(before: Tree<V>, now: Tree<V>): Difference<V>[] {
  const found: Difference<V>[] = []
  diffAgainst(
    before as PackageTree<V>,
    now as PackageTree<V>,
    (_, value) => void found.push({ before: value, after: undefined }),
    (_, value) => void found.push({ before: undefined, after: value }),
    (_, old, value) => void found.push({ before: old, after: value }),
  )
  return found
}

/** The values that are new or other than before. What both trees share is not looked at. */
export function changedSince<V>(before: Tree<V>, now: Tree<V>): V[] {
  const changed: V[] = []
  diffAgainst(
    before as PackageTree<V>,
    now as PackageTree<V>,
    undefined,
    (_, value) => void changed.push(value),
    (_, _old, value) => void changed.push(value),
  )
  return changed
}
