import { apiRoot } from '../kit/client.ts'
import { again, Interrupted, Skipped } from '../kit/finding.ts'
import { isRow, parseJson, type Row } from '../kit/json.ts'
import type { Door } from '../targets/target.ts'

/** What becomes of something that was asked to go: a top group of some plans is only marked, and goes days later. */
export type Removal = 'removed' | 'marked' | 'left'

/**
 * Deletes what is at a path below the API, now where the target deletes later but can be told to hurry. Never throws for
 * what the target or the network do: what cannot be removed is left.
 */
export async function remove(
  door: Door,
  headers: { readonly [name: string]: string },
  path: string,
): Promise<Removal> {
  try {
    // Deleting once more what is gone does no harm.
    return await again(() => removeOnce(door, headers, path))
  } catch (problem) {
    if (problem instanceof Interrupted || problem instanceof Skipped) return 'left'
    throw problem
  }
}

async function removeOnce(
  door: Door,
  headers: { readonly [name: string]: string },
  path: string,
): Promise<Removal> {
  const call = (method: string, url: string) =>
    door.send({ method, url: `${apiRoot}/${url}`, headers: { ...headers } })
  const { status } = await call('DELETE', path)
  if (status === 404) return 'removed'
  if (!/^(?:projects|groups)\//.test(path)) return status >= 300 ? 'left' : 'removed'
  const waiting = parseJson((await call('GET', path)).body)
  // What is marked already, maybe by a call whose reply was lost, is refused once more.
  if (status >= 300 && !(isRow(waiting) && isMarked(waiting))) return 'left'
  if (!isRow(waiting) || !isMarked(waiting)) return 'removed'
  const fullPath = encodeURIComponent(String(waiting.full_path ?? waiting.path_with_namespace))
  const hurried = await call('DELETE', `${path}?permanently_remove=true&full_path=${fullPath}`)
  return hurried.status < 300 ? 'removed' : 'marked'
}

/** Whether a group or a project waits to be deleted. */
export function isMarked({ marked_for_deletion_on }: Row): boolean {
  return marked_for_deletion_on !== undefined && marked_for_deletion_on !== null
}
