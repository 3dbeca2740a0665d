import type { SavedState } from '../control/saved-state.ts'

/** Where a build puts the demo world, seen from its joined files and its scripts. Beside the sources there is none. */
export const PREPARED_WORLD = '../sim/demo-world.json'

/**
 * The demo world as the build wrote it down, which is read in a fraction of the time that building it takes. Nothing where
 * there are no files, as in a browser, or where this code runs apart from its package.
 */
export function preparedWorld(): SavedState | undefined {
  // Not imported, so that what is joined for a browser has nothing of Node in it.
  const files = globalThis.process?.getBuiltinModule?.('node:fs')
  if (files === undefined) return undefined
  try {
    return JSON.parse(files.readFileSync(new URL(PREPARED_WORLD, import.meta.url), 'utf8'))
  } catch {
    return undefined
  }
}
