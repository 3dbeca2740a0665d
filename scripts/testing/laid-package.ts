import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../root.ts'

/**
 * Copies what is packed of the build to a folder: what a link leads to is no package for test runners, which take it for
 * sources of the user and compile it.
 */
export function layPackage(folder: string): void {
  const { files } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
    readonly files: readonly string[]
  }
  const built = files.filter((file) => file.startsWith('dist/') && existsSync(inRoot(file)))
  for (const file of ['package.json', ...built]) cpSync(inRoot(file), join(folder, file), { recursive: true })
}
