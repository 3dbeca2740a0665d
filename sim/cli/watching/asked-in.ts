import type { Simulator } from '../../index.ts'

/** The world that a path is about, by its name (empty for the main one). Requests of named worlds are in journals of their own. */
export function askedIn(
  { worlds }: Pick<Simulator, 'worlds'>,
  path: string,
): { readonly world: string; readonly simulator: Simulator | undefined } {
  const world = /^\/w\/([^/]+)\//.exec(path)?.[1] ?? ''
  return { world, simulator: world === '' ? worlds.main : worlds.get(world) }
}
