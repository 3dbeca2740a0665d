import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../root.ts'

/** The folders that hold what the project is made of. */
export const houses = ['sim', 'conformance', 'fixtures', 'scripts'] as const

/** Paths from the root of all files below a folder of it, sorted. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(inRoot(folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(inRoot().length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
}

/** Names of the folders in a folder, sorted. */
export function foldersIn(folder: string): readonly string[] {
  return readdirSync(inRoot(folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}
