import { apiRoot } from '../kit/client.ts'
import { again, Interrupted, Skipped } from '../kit/finding.ts'
import { isRow, parseJson, type Row } from '../kit/json.ts'
import type { Door } from '../targets/target.ts'

/**
 * What becomes of something that was asked to go: a top group of some plans is only marked, and goes days later. `hurried`
 * is gone, too: it was marked, and was asked to go at once.
 */
export type Removal = 'removed' | 'hurried' | 'marked' | 'left'

/** What became of others that were gone in the end. */
export interface Alike {
  readonly became: 'removed' | 'hurried'
  readonly fullPath: string
}

/**
 * Deletes what is at a path below the API, now where the target deletes later but can be told to hurry. Never throws for
 * what the target or the network do: what cannot be removed is left. `like`: what became of others of its kind, so that
 * nobody has to look what becomes of this one, and its full path.
 */
export async function remove(
  door: Door,
  headers: { readonly [name: string]: string },
  path: string,
  like?: Alike,
): Promise<Removal> {
  try {
    // Deleting once more what is gone does no harm.
    return await again(() => removeOnce(door, headers, path, like))
  } catch (problem) {
    if (problem instanceof Interrupted || problem instanceof Skipped) return 'left'
    throw problem
  }
}

async function removeOnce(
  door: Door,
  headers: { readonly [name: string]: string },
  path: string,
  like: Alike | undefined,
): Promise<Removal> {
  const call = (method: string, url: string) =>
    door.send({ method, url: `${apiRoot}/${url}`, headers: { ...headers } })
  const { status } = await call('DELETE', path)
  if (status === 404) return 'removed'
  if (!/^(?:projects|groups)\//.test(path)) return status >= 300 ? 'left' : 'removed'
  const hurry = async (fullPath: string): Promise<Removal> => {
    const asked = `permanently_remove=true&full_path=${encodeURIComponent(fullPath)}`
    return (await call('DELETE', `${path}?${asked}`)).status < 300 ? 'hurried' : 'marked'
  }
  if (like !== undefined && status < 300)
    return like.became === 'removed' ? 'removed' : await hurry(like.fullPath)
  const waiting = parseJson((await call('GET', path)).body)
  // What is marked already, maybe by a call whose reply was lost, is refused once more.
  if (status >= 300 && !(isRow(waiting) && isMarked(waiting))) return 'left'
  if (!isRow(waiting) || !isMarked(waiting)) return 'removed'
  return await hurry(String(waiting.full_path ?? waiting.path_with_namespace))
}

/** Whether a group or a project waits to be deleted. */
export function isMarked({ marked_for_deletion_on }: Row): boolean {
  return marked_for_deletion_on !== undefined && marked_for_deletion_on !== null
}
