// Loaded before the command that is watched: it answers each message with the heap after a collection, and writes a heap
// snapshot to the file that a message names.
import { writeHeapSnapshot } from 'node:v8'

process.on('message', (file: string) => {
  globalThis.gc?.()
  if (file !== '') writeHeapSnapshot(file)
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send?.({ held: heapUsed + external, rss })
})
// Whoever watches must not keep it from ending.
process.channel?.unref()
