/** Hands out what was put in by date, youngest first; of the same date the urgent first, then in order of entry. */
export interface DateQueue<T> {
  /** `date` in seconds since 1970. */
  push(item: T, date: number, urgent?: boolean): void
  pop(): T | undefined
  /** The date of the item that `pop` would answer; undefined when nothing is left. */
  nextDate(): number | undefined
}

interface Place<T> {
  readonly item: T
  readonly date: number
  readonly urgent: boolean
  readonly sequence: number
}

function before(a: Place<unknown>, b: Place<unknown>): boolean {
  if (a.date !== b.date) return a.date > b.date
  return a.urgent === b.urgent ? a.sequence < b.sequence : a.urgent
}

/** An empty queue: a binary heap, so that a long history costs little more than the commits looked at. */
export function dateQueue<T>(): DateQueue<T> {
  const heap: Place<T>[] = []
  let sequence = 0
  return {
    push(item, date, urgent = false) {
      heap.push({ item, date, urgent, sequence: sequence++ })
      rise(heap, heap.length - 1)
    },
    pop() {
      const first = heap[0]
      const last = heap.pop()
      if (last && heap.length > 0) {
        heap[0] = last
        sink(heap)
      }
      return first?.item
    },
    nextDate: () => heap[0]?.date,
  }
}

function rise<T>(heap: Place<T>[], from: number): void {
  let at = from
  while (at > 0) {
    const above = (at - 1) >> 1
    if (!swapIfBefore(heap, at, above)) return
    at = above
  }
}

function sink<T>(heap: Place<T>[]): void {
  let at = 0
  while (true) {
    const left = 2 * at + 1
    const right = left + 1
    const [a, b] = [heap[left], heap[right]]
    const child = a && b && before(b, a) ? right : left
    if (!swapIfBefore(heap, child, at)) return
    at = child
  }
}

/** Swaps if what is at `lower` belongs before what is at `upper`. */
function swapIfBefore<T>(heap: Place<T>[], lower: number, upper: number): boolean {
  const [a, b] = [heap[lower], heap[upper]]
  if (!a || !b || !before(a, b)) return false
  heap[upper] = a
  heap[lower] = b
  return true
}
