import { Pace, type Steps } from '../lib/steps.ts'
import type { GitObject, ObjectStore } from './objects.ts'

/** Stores objects, step by step. */
export function* putObjects(into: ObjectStore, objects: Iterable<GitObject>): Steps<void> {
  const pace = new Pace()
  for (const object of objects) {
    into.put(object)
    if (pace.after(object.type === 'blob' ? object.bytes.length : 0)) yield
  }
}
