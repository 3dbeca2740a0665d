import { type GitObject, memoryObjects, type ObjectStore } from '../objects.ts'

/** A store in memory that can list what it holds and counts what is read from it. */
export interface RecordedObjects extends ObjectStore {
  readonly all: readonly GitObject[]
  reads: number
}

/** An empty store that keeps a record. */
export function recordedObjects(): RecordedObjects {
  const inner = memoryObjects()
  const known = new Map<string, GitObject>()
  return {
    reads: 0,
    get all() {
      return [...known.values()]
    },
    get(id) {
      this.reads++
      return inner.get(id)
    },
    put(object) {
      const id = inner.put(object)
      known.set(id, object)
      return id
    },
    find: (prefix) => inner.find?.(prefix) ?? [],
  }
}
