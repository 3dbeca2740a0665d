import { log } from '../../git/history.ts'
import { objectsOf } from '../repository/repository.ts'
import type { World } from '../world.ts'

// History never changes behind a commit, so answers are remembered for all worlds.
const REMEMBERED = 5000
const known = new Map<string, string>()

/** The latest commit, as seen from another one, that changed what lies at a path. */
export function lastCommitOf(world: World, from: string, path: string): string | undefined {
  const key = `${from}:${path}`
  const found = known.get(key)
  if (found !== undefined) return found
  const objects = objectsOf(world)
  const [entry] = [...log(objects, from, { path, limit: 1 })]
  if (entry === undefined) return undefined
  if (known.size >= REMEMBERED) known.clear()
  known.set(key, entry.id)
  return entry.id
}
