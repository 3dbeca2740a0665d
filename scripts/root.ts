import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// These scripts run from their compiled copies too, one folder deeper than their sources.
function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

export const root = findRoot()

/** A path of the checkout: `inRoot('sim', 'cli')`. */
export function inRoot(...names: readonly string[]): string {
  return join(root, ...names)
}
