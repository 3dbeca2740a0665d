/** True when `a` comes before `b`. */
export type Before<T> = (a: T, b: T) => boolean

/** Sorts items lazily: no further than they are read. */
export function* sortLazily<T>(items: Iterable<T>, before: Before<T>): Generator<T> {
  const heap = [...items]
  for (let at = (heap.length >> 1) - 1; at >= 0; at--) sink(heap, at, before)
  for (let first = heap[0]; first !== undefined; first = heap[0]) {
    yield first
    const last = heap.pop() as T
    if (heap.length === 0) return
    heap[0] = last
    sink(heap, 0, before)
  }
}

/** Merges sorted sequences into one, lazily. */
export function* mergeSorted<T>(walks: readonly Iterable<T>[], before: Before<T>): Generator<T> {
  const heap: Head<T>[] = []
  for (const walk of walks) {
    const rest = walk[Symbol.iterator]()
    const next = rest.next()
    if (!next.done) heap.push({ item: next.value, rest })
  }
  const first: Before<Head<T>> = (a, b) => before(a.item, b.item)
  for (let at = (heap.length >> 1) - 1; at >= 0; at--) sink(heap, at, first)
  for (let head = heap[0]; head !== undefined; head = heap[0]) {
    yield head.item
    const next = head.rest.next()
    if (next.done) {
      const last = heap.pop() as Head<T>
      if (heap.length === 0) return
      heap[0] = last
    } else heap[0] = { item: next.value, rest: head.rest }
    sink(heap, 0, first)
  }
}

interface Head<T> {
  readonly item: T
  readonly rest: Iterator<T>
}

/** Lets what is at a place of a binary heap sink until nothing below it comes first. */
function sink<T>(heap: T[], from: number, before: Before<T>): void {
  const item = heap[from] as T
  let at = from
  for (let below = 2 * at + 1; below < heap.length; below = 2 * at + 1) {
    const right = below + 1
    if (right < heap.length && before(heap[right] as T, heap[below] as T)) below = right
    if (!before(heap[below] as T, item)) break
    heap[at] = heap[below] as T
    at = below
  }
  heap[at] = item
}
