import { watch as watchFolder } from 'node:fs'
import { basename, dirname } from 'node:path'

/** A file is written in several steps; this long after the last one it is read. */
const QUIET_MS = 100

/** Calls `changed` after each change of a file, also when it is replaced as editors do. Answers what ends it. */
export function watchFile(file: string, changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const watcher = watchFolder(dirname(file), (_, name) => {
    if (name !== null && name !== basename(file)) return
    clearTimeout(timer)
    timer = setTimeout(changed, QUIET_MS)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
