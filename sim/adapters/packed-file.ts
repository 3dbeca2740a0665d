import { text } from '../lib/bytes.ts'

/**
 * A file of the build, by its path there (`sim/demo-world.jsonl`): beside the joined code, or inside the executable.
 * Undefined where there are no files, as in a browser, or where this code runs apart from its package.
 */
export function packedFile(path: string): string | undefined {
  const bytes = packedBytes(path)
  return bytes === undefined ? undefined : text(bytes)
}

/** The same as bytes. */
export function packedBytes(path: string): Uint8Array | undefined {
  // Not imported, so that what is joined for a browser has nothing of Node in it.
  const builtin = globalThis.process?.getBuiltinModule
  if (builtin === undefined) return undefined
  try {
    // Other runtimes than Node have no such module.
    const executable: typeof import('node:sea') | undefined = builtin('node:sea')
    if (executable?.isSea?.()) return new Uint8Array(executable.getAsset(path))
    // Apart from the URL: bundlers would bring along all files that it may name.
    const here = import.meta.url
    return builtin('node:fs').readFileSync(new URL(`../${path}`, here))
  } catch {
    return undefined
  }
}
