import { statSync, watch as watchFolder } from 'node:fs'
import { basename, dirname } from 'node:path'

/** A file is written in several steps; this long after the last one it is read. */
const QUIET_MS = 100

/**
 * Calls `changed` after each change of a file, also when it is replaced as editors do, or of anything in a folder. Answers
 * what ends it.
 */
export function watchPath(path: string, changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const isFolder = statSync(path).isDirectory()
  const watcher = watchFolder(isFolder ? path : dirname(path), { recursive: isFolder }, (_, name) => {
    if (!isFolder && name !== null && name !== basename(path)) return
    clearTimeout(timer)
    timer = setTimeout(changed, QUIET_MS)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
