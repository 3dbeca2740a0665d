// The heap that rows take, in a process of its own, for `sizes.ts`: `node --expose-gc heap.js SIZE`.
import { createSimulator } from '../../sim/index.ts'
import { fill } from './arranged.ts'

/** Bytes of heap that one row takes with all its places in indexes, by kind. */
export interface HeapOfRows {
  readonly [kind: string]: number
}

const kinds = ['mergeRequests', 'issues'] as const

function used(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const size = Number(process.argv[2])
process.on('message', () => {
  const simulator = createSimulator({ control: false })
  const heap: { [kind: string]: number } = {}
  for (const kind of kinds) {
    const before = used()
    fill(simulator, size, [kind])
    heap[kind] = (used() - before) / size
  }
  // Looked at once more, so that it is not cleared away before.
  if (simulator.world.issues.size < size) throw new Error('the rows are gone')
  process.send?.(heap)
})
process.once('disconnect', () => process.exit())
