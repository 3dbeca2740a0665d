import { type Blamed, blameSteps } from '../../git/blame.ts'
import type { ObjectStore } from '../../git/objects.ts'
import { Recent } from '../../lib/recent/recent.ts'
import type { Steps } from '../../lib/steps.ts'

// A commit never changes, so what its lines came with is remembered for all worlds, up to so many characters.
const MOST_BLAMED = 8 * 1024 * 1024
const blamed = new Recent<string, readonly Blamed[]>(MOST_BLAMED)

/** Which commit each line of a file came with, as a commit has the file. */
export function* blamedLines(objects: ObjectStore, commit: string, path: string): Steps<readonly Blamed[]> {
  const key = `${commit} ${path}`
  const known = blamed.get(key)
  if (known !== undefined) return known
  const found = yield* blameSteps(objects, commit, path)
  blamed.add(key, found, weightOf(found))
  return found
}

function weightOf(found: readonly Blamed[]): number {
  let weight = 0
  for (const { lines } of found) {
    weight += 100
    for (const line of lines) weight += 20 + line.length
  }
  return weight
}
