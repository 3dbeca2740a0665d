// The memory that rows take, in a process of its own, for `sizes.ts`: `node --expose-gc heap.js SIZE`.
import { createSimulator } from '../../sim/index.ts'
import { fill } from './arranged.ts'
import { queries, requestOf } from './queries.ts'

/** Bytes that one row takes, by kind: before anybody asks, and with the indexes and whatever else questions have made. */
export interface HeapOfRows {
  readonly [kind: string]: { readonly filled: number; readonly asked: number }
}

const kinds = { mergeRequests: 'merge_requests', issues: 'issues' } as const

/** Bits are kept outside of the heap. */
function used(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const size = Number(process.argv[2])
process.on('message', () => {
  const simulator = createSimulator({ control: false })
  const heap: { [kind: string]: HeapOfRows[string] } = {}
  for (const kind of ['mergeRequests', 'issues'] as const) {
    const before = used()
    fill(simulator, size, [kind])
    const filled = used()
    for (const query of queries)
      if (query.path.includes(kinds[kind])) {
        const { status } = simulator.handle(requestOf(query, size))
        if (status !== 200) throw new Error(`GET ${query.path} answered ${status}`)
      }
    heap[kind] = { filled: (filled - before) / size, asked: (used() - before) / size }
  }
  // Looked at once more, so that it is not cleared away before.
  if (simulator.world.issues.size < size) throw new Error('the rows are gone')
  process.send?.(heap)
})
process.once('disconnect', () => process.exit())
