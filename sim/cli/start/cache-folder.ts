import { lstatSync, mkdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'

/**
 * The folder for compiled code below the user's own cache folder, made where it is not there. Undefined where nobody wants
 * one, where there is no place for it, and where somebody else could put code that would be run.
 */
export function cacheFolder(env: NodeJS.ProcessEnv, below: string): string | undefined {
  const { XDG_CACHE_HOME, LOCALAPPDATA, NODE_DISABLE_COMPILE_CACHE } = env
  if (NODE_DISABLE_COMPILE_CACHE) return undefined
  const named = [XDG_CACHE_HOME, LOCALAPPDATA].find((it) => it && isAbsolute(it))
  const base = resolve(named ?? join(homedir(), '.cache'))
  const folder = join(base, 'forgery', `${process.version}-${process.arch}`, below)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return isOurs(folder, base) ? folder : undefined
  } catch {
    return undefined
  }
}

/** Bits of a mode: whoever is not the owner may write; in a folder for all, only owners remove what is in it. */
const WRITTEN_BY_OTHERS = 0o022
const STICKY = 0o1000

/**
 * Whether nobody else can write to it, or put another folder in place of one above it. The cache folder that was named may
 * be one that all users share, or another user's.
 */
function isOurs(folder: string, base: string): boolean {
  const user = process.getuid?.()
  if (user === undefined) return true
  const { mode } = statSync(base)
  if ((mode & WRITTEN_BY_OTHERS) !== 0 && (mode & STICKY) === 0) return false
  for (let at = folder; at !== base; at = dirname(at)) {
    const found = lstatSync(at)
    if (!found.isDirectory() || found.uid !== user || (found.mode & WRITTEN_BY_OTHERS) !== 0) return false
  }
  return true
}
