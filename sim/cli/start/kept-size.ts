import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { getHeapCodeStatistics } from 'node:v8'

/** How much more must be there for it to be worth keeping again; code that was kept counts for a little more than new code. */
const MORE = 1.1
/** What ends the name of a kept file, and is another one for each build. */
const BUILD = /-.{8}$/

/**
 * Whether a process compiled more than those that loaded the same files had when they were last kept, which is noted for
 * the next one. Counting takes some milliseconds.
 */
export function compiledMore(folder: string, places: readonly string[]): boolean {
  const builds = places.map((place) => basename(place)).sort()
  const note = join(folder, `${builds.map((build) => build.replace(BUILD, '')).join('+')}.size`)
  const size = getHeapCodeStatistics().bytecode_and_metadata_size
  if (size < MORE * noted(note, builds)) return false
  try {
    writeFileSync(note, JSON.stringify([size, ...builds]), { mode: 0o600 })
    return true
  } catch {
    return false
  }
}

function noted(note: string, builds: readonly string[]): number {
  try {
    const [size, ...others]: readonly unknown[] = JSON.parse(readFileSync(note, 'utf8'))
    return typeof size === 'number' && others.join() === builds.join() ? size : 0
  } catch {
    return 0
  }
}
