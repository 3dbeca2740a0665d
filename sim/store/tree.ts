import { NOBODY, Owner } from './owner.ts'

/** How a tree finds values: each tells its own key, so that none is kept beside it. */
export interface Order<K, V> {
  readonly keyOf: (value: V) => K
  /** Negative where a value comes before a key, 0 where it stands at it. */
  readonly compare: (value: V, key: K) => number
  readonly compareKeys: (a: K, b: K) => number
}

/** More values or children are too many for one node. */
const MOST = 32
/** A node with fewer is joined with its neighbour where both fit into one. */
const FEW = 8
const FIT = 24

/**
 * A sorted set of values that is copied in O(1): copies share what neither has written since. Nodes know how many values
 * they hold, so that a place is found as quickly as a key.
 */
export class Tree<K, V> {
  readonly #order: Order<K, V>
  #root: Node<K, V>
  /** Nodes of this owner are in no other tree, and are written in place. Most trees are never written to. */
  #owner: Owner | undefined
  /** What was found last: until something is written, most who ask next ask for the same. */
  #last: V | undefined

  constructor(order: Order<K, V>, root?: Node<K, V>) {
    this.#order = order
    this.#root = root ?? new Leaf(NOBODY, [])
  }

  #own(): Owner {
    this.#owner ??= new Owner()
    return this.#owner
  }

  /** A tree of many values at once, in any order; of those with the same key the last one counts. */
  static of<K, V>(order: Order<K, V>, values: readonly V[]): Tree<K, V> {
    const all = values.map((value) => ({ key: order.keyOf(value), value }))
    all.sort((a, b) => order.compareKeys(a.key, b.key))
    const sorted = all.filter(({ key }, i) => {
      const next = all[i + 1]
      return next === undefined || order.compareKeys(key, next.key) !== 0
    })
    return Tree.ofSorted(
      order,
      sorted.map(({ value }) => value),
    )
  }

  /** A tree of values in the order of their keys, no two of which are the same. */
  static ofSorted<K, V>(order: Order<K, V>, values: readonly V[]): Tree<K, V> {
    const tree = new Tree<K, V>(order)
    const owner = tree.#own()
    let level: Node<K, V>[] = inParts(values).map((part) => new Leaf(owner, part))
    while (level.length > 1) level = inParts(level).map((children) => Branch.over(owner, children, order))
    tree.#root = level[0] ?? tree.#root
    return tree
  }

  get size(): number {
    return this.#root.size
  }

  /** Nodes that are not this tree's own never change. */
  get root(): TreeNode<K, V> {
    return this.#root
  }

  /** The nodes from the root to the one in which a key stands, or would. */
  *path(key: K): Generator<TreeNode<K, V>> {
    let node = this.#root
    yield node
    while (node instanceof Branch) {
      node = node.children[node.placeOf(key, this.#order)] as Node<K, V>
      yield node
    }
  }

  get(key: K): V | undefined {
    const { compare } = this.#order
    const last = this.#last
    if (last !== undefined && compare(last, key) === 0) return last
    const found = this.#root.from(key, this.#order)
    if (found === undefined || compare(found, key) !== 0) return undefined
    this.#last = found
    return found
  }

  /** Adds a value, or replaces the one with its key. */
  set(value: V): void {
    const owner = this.#own()
    this.#last = undefined
    const root = this.#root.ownedBy(owner)
    const split = root.set(value, this.#order.keyOf(value), this.#order, owner)
    this.#root = split === undefined ? root : Branch.above(owner, root, split)
  }

  /** Does nothing when there is no such value. */
  delete(key: K): void {
    const owner = this.#own()
    this.#last = undefined
    const root = this.#root.ownedBy(owner)
    root.delete(key, this.#order, owner)
    this.#root = root.onlyChild ?? root
  }

  clone(): Tree<K, V> {
    this.#owner = undefined
    return new Tree(this.#order, this.#root)
  }

  /** The first value at or behind a key. */
  from(key: K): V | undefined {
    return this.#root.from(key, this.#order)
  }

  /**
   * The values from a key on for as long as a condition holds, where these are few and stand in one node; undefined where
   * one way through the tree does not tell. It holds for none behind one for which it does not.
   */
  few(key: K, holds: (value: V, key: K) => boolean): V[] | undefined {
    let node = this.#root
    let isLast = true
    while (node instanceof Branch) {
      const place = node.placeOf(key, this.#order)
      isLast &&= place === node.width - 1
      node = node.children[place] as Node<K, V>
    }
    const { values } = node
    const from = node.rank(key, this.#order)
    const most = from + FEW - 1
    if (most < values.length && holds(values[most] as V, key)) return undefined
    let to = from
    while (to < values.length && holds(values[to] as V, key)) to++
    return to < values.length || isLast ? values.slice(from, to) : undefined
  }

  /** The last value before a key. */
  before(key: K): V | undefined {
    let node = this.#root
    let left: Node<K, V> | undefined
    while (node instanceof Branch) {
      const place = node.placeOf(key, this.#order)
      if (place > 0) left = node.children[place - 1]
      node = node.children[place] as Node<K, V>
    }
    const place = node.rank(key, this.#order)
    return place > 0 ? node.values[place - 1] : left?.last()
  }

  /** How many values come before a key. */
  rank(key: K): number {
    return this.#root.rank(key, this.#order)
  }

  /** The values from one place to before another. */
  slice(from = 0, to = this.size): V[] {
    const values: V[] = []
    if (from < to) this.#root.collect(from, Math.min(to, this.size), values)
    return values
  }

  at(place: number): V | undefined {
    return this.slice(place, place + 1)[0]
  }

  /** The value behind all others. */
  last(): V | undefined {
    return this.#root.last()
  }

  /** Everything that two trees do not share, in the order of its keys. */
  static differences<K, V>(before: Tree<K, V>, now: Tree<K, V>): Difference<V>[] {
    return differences(new Walk(before.#root), new Walk(now.#root), before.#order)
  }

  /** Tells of the nodes of a tree that another one does not share, and perhaps of some that it does. */
  static unshared<K, V>(before: Tree<K, V>, now: Tree<K, V>, tell: (node: TreeNode<K, V>) => void): void {
    differences(new Walk(before.#root, tell), new Walk(now.#root), before.#order)
  }
}

// Leaves room for what is put between them, and no part nearly empty.
function inParts<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / FIT)
  return Array.from({ length: count }, (_, i) =>
    all.slice(Math.floor((i * all.length) / count), Math.floor(((i + 1) * all.length) / count)),
  )
}

/** A value before and after; undefined on the side where there is none. */
export interface Difference<V> {
  readonly before: V | undefined
  readonly after: V | undefined
}

export type TreeNode<K, V> = Leaf<K, V> | Branch<K, V>
type Node<K, V> = TreeNode<K, V>

/** What a node gives away when it has become too large: the node behind it, which begins at a key. */
interface Split<K, V> {
  readonly key: K
  readonly right: Node<K, V>
}

// Lists that grow keep room for more, and nodes are kept for as long as somebody may go back to them: one that changes is a
// copy of its exact length.
export class Leaf<K, V> {
  readonly owner: Owner
  values: V[]

  constructor(owner: Owner, values: V[]) {
    this.owner = owner
    this.values = values
  }

  // There are thousands of leaves, which take less without what they have in common.
  get height(): number {
    return 0
  }

  get onlyChild(): undefined {
    return undefined
  }

  get size(): number {
    return this.values.length
  }

  get width(): number {
    return this.values.length
  }

  ownedBy(owner: Owner): Leaf<K, V> {
    return this.owner === owner ? this : new Leaf(owner, this.values.slice())
  }

  rank(key: K, { compare }: Order<K, V>): number {
    const { values } = this
    let low = 0
    let high = values.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(values[middle] as V, key) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  from(key: K, order: Order<K, V>): V | undefined {
    return this.values[this.rank(key, order)]
  }

  first(): V {
    return this.values[0] as V
  }

  last(): V | undefined {
    return this.values[this.values.length - 1]
  }

  collect(from: number, to: number, into: V[]): void {
    for (let i = from; i < to; i++) into.push(this.values[i] as V)
  }

  set(value: V, key: K, order: Order<K, V>, owner: Owner): Split<K, V> | undefined {
    const { values } = this
    const place = this.rank(key, order)
    const there = place < values.length && order.compare(values[place] as V, key) === 0
    if (there) values[place] = value
    else this.values = values.toSpliced(place, 0, value)
    const { length } = this.values
    if (length <= MOST) return undefined
    const at = splitAt(place, length)
    const right = new Leaf<K, V>(owner, this.values.slice(at))
    this.values = this.values.slice(0, at)
    return { key: order.keyOf(right.first()), right }
  }

  delete(key: K, order: Order<K, V>, _owner: Owner): void {
    const place = this.rank(key, order)
    const there = place < this.values.length && order.compare(this.values[place] as V, key) === 0
    if (there) this.values = this.values.toSpliced(place, 1)
  }

  join(right: Leaf<K, V>, _key: K): void {
    this.values = [...this.values, ...right.values]
  }
}

export class Branch<K, V> {
  readonly owner: Owner
  readonly height: number
  children: Node<K, V>[]
  // Most writes leave these two as they are, so that copies of a node share them until one changes.
  /** Each is behind the values of the child at its place, and not behind any of the next. */
  keys: readonly K[]
  /** How many values each child holds. */
  sizes: readonly number[]

  private constructor(owner: Owner, children: Node<K, V>[], keys: readonly K[], sizes: readonly number[]) {
    this.owner = owner
    this.height = (children[0] as Node<K, V>).height + 1
    this.children = children
    this.keys = keys
    this.sizes = sizes
  }

  static above<K, V>(owner: Owner, left: Node<K, V>, { key, right }: Split<K, V>): Branch<K, V> {
    return new Branch(owner, [left, right], [key], [left.size, right.size])
  }

  /** Above nodes that follow one another. */
  static over<K, V>(owner: Owner, children: Node<K, V>[], { keyOf }: Order<K, V>): Branch<K, V> {
    const keys = children.slice(1).map((child) => keyOf(child.first()))
    return new Branch(
      owner,
      children,
      keys,
      children.map(({ size }) => size),
    )
  }

  get size(): number {
    return this.#before(this.sizes.length)
  }

  get width(): number {
    return this.children.length
  }

  get onlyChild(): Node<K, V> | undefined {
    return this.children.length === 1 ? this.children[0] : undefined
  }

  ownedBy(owner: Owner): Branch<K, V> {
    if (this.owner === owner) return this
    return new Branch(owner, this.children.slice(), this.keys, this.sizes)
  }

  rank(key: K, order: Order<K, V>): number {
    const place = this.placeOf(key, order)
    return this.#before(place) + this.#child(place).rank(key, order)
  }

  from(key: K, order: Order<K, V>): V | undefined {
    const place = this.placeOf(key, order)
    return this.#child(place).from(key, order) ?? this.children[place + 1]?.first()
  }

  first(): V {
    return this.#child(0).first()
  }

  last(): V | undefined {
    return this.#child(this.children.length - 1).last()
  }

  collect(from: number, to: number, into: V[]): void {
    let start = 0
    for (let i = 0; start < to; i++) {
      const size = this.sizes[i] as number
      if (start + size > from)
        this.#child(i).collect(Math.max(from - start, 0), Math.min(to - start, size), into)
      start += size
    }
  }

  set(value: V, key: K, order: Order<K, V>, owner: Owner): Split<K, V> | undefined {
    const place = this.placeOf(key, order)
    const child = this.#owned(place, owner)
    const split = child.set(value, key, order, owner)
    this.#resize(place, child.size)
    if (split === undefined) return undefined
    const children = this.children.toSpliced(place + 1, 0, split.right)
    const sizes = this.sizes.toSpliced(place + 1, 0, split.right.size)
    const keys = this.keys.toSpliced(place, 0, split.key)
    const at = children.length <= MOST ? children.length : splitAt(place + 1, children.length)
    this.#become(children.slice(0, at), keys.slice(0, at - 1), sizes.slice(0, at))
    if (at === children.length) return undefined
    const right = new Branch(owner, children.slice(at), keys.slice(at), sizes.slice(at))
    return { key: keys[at - 1] as K, right }
  }

  delete(key: K, order: Order<K, V>, owner: Owner): void {
    const place = this.placeOf(key, order)
    const child = this.#owned(place, owner)
    child.delete(key, order, owner)
    this.#resize(place, child.size)
    const { children, keys, sizes } = this
    if (child.width >= FEW || children.length === 1) return
    const left = Math.max(place - 1, 0)
    if (child.size === 0) {
      this.#become(children.toSpliced(place, 1), keys.toSpliced(left, 1), sizes.toSpliced(place, 1))
      return
    }
    const right = this.#child(left + 1)
    if (this.#child(left).width + right.width > FIT) return
    // Both have the same height.
    const joined = this.#owned(left, owner)
    joined.join(right as never, keys[left] as K)
    this.#become(children.toSpliced(left + 1, 1), keys.toSpliced(left, 1), sizes.toSpliced(left + 1, 1))
    this.#resize(left, joined.size)
  }

  join(right: Branch<K, V>, key: K): void {
    this.#become(
      [...this.children, ...right.children],
      [...this.keys, key, ...right.keys],
      [...this.sizes, ...right.sizes],
    )
  }

  #become(children: Node<K, V>[], keys: readonly K[], sizes: readonly number[]): void {
    this.children = children
    this.keys = keys
    this.sizes = sizes
  }

  #resize(place: number, size: number): void {
    if (this.sizes[place] !== size) this.sizes = this.sizes.with(place, size)
  }

  #child(place: number): Node<K, V> {
    return this.children[place] as Node<K, V>
  }

  #owned(place: number, owner: Owner): Node<K, V> {
    const child = this.#child(place).ownedBy(owner)
    this.children[place] = child
    return child
  }

  /** The child in which a key stands, or would. */
  placeOf(key: K, { compareKeys }: Order<K, V>): number {
    let low = 0
    let high = this.keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compareKeys(this.keys[middle] as K, key) <= 0) low = middle + 1
      else high = middle
    }
    return low
  }

  #before(place: number): number {
    let sum = 0
    for (let i = 0; i < place; i++) sum += this.sizes[i] as number
    return sum
  }
}

// Whoever appends fills one node after the other.
function splitAt(place: number, width: number): number {
  return place === width - 1 ? place : width >> 1
}

/** A way through the values of a tree that passes over whole nodes. */
class Walk<K, V> {
  readonly #path: { readonly node: Node<K, V>; place: number }[] = []
  /** A node that is not gone into yet, where the walk stands before one. */
  node: Node<K, V> | undefined

  readonly #enters: ((node: Node<K, V>) => void) | undefined

  constructor(root: Node<K, V>, enters?: (node: Node<K, V>) => void) {
    this.node = root.size === 0 ? undefined : root
    this.#enters = enters
  }

  /** The value at which the walk stands, or the first of its node. */
  get value(): V | undefined {
    if (this.node !== undefined) return this.node.first()
    const top = this.#path.at(-1)
    return top === undefined ? undefined : (top.node as Leaf<K, V>).values[top.place]
  }

  enter(): void {
    const { node } = this
    if (node === undefined) return
    this.#enters?.(node)
    this.#path.push({ node, place: 0 })
    this.node = node instanceof Branch ? node.children[0] : undefined
  }

  /** Goes on behind the node or the value at which the walk stands. */
  pass(): void {
    this.node = undefined
    for (let top = this.#path.at(-1); top !== undefined; top = this.#path.at(-1)) {
      top.place++
      if (top.place < top.node.width) {
        if (top.node instanceof Branch) this.node = top.node.children[top.place]
        return
      }
      this.#path.pop()
    }
  }
}

function differences<K, V>(before: Walk<K, V>, now: Walk<K, V>, order: Order<K, V>): Difference<V>[] {
  const found: Difference<V>[] = []
  for (;;) {
    const [a, b] = [before.value, now.value]
    if (a === undefined && b === undefined) return found
    if (before.node !== undefined && before.node === now.node) {
      before.pass()
      now.pass()
      continue
    }
    const side = a === undefined ? 1 : b === undefined ? -1 : order.compare(a, order.keyOf(b))
    // Where both stand at one key the higher node is gone into, since the other one may be in it.
    const heights = [before.node?.height ?? -1, now.node?.height ?? -1] as const
    if (side < 0 ? before.node !== undefined : side === 0 && heights[0] > -1 && heights[0] >= heights[1])
      before.enter()
    else if (side > 0 ? now.node !== undefined : side === 0 && heights[1] > -1) now.enter()
    else {
      if (side < 0) found.push({ before: a, after: undefined })
      else if (side > 0) found.push({ before: undefined, after: b })
      else if (a !== b) found.push({ before: a, after: b })
      if (side <= 0) before.pass()
      if (side >= 0) now.pass()
    }
  }
}
