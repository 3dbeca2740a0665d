import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Built {
  /** Address of the built entry point. */
  readonly url: string
  /** Removes what was built for this. */
  readonly discard: () => void
}

/** The package as it is built; built here and now where nobody has done so. */
export function built(): Built {
  const dist = join(root, 'dist')
  if (existsSync(entry(dist))) return { url: pathToFileURL(entry(dist)).href, discard: () => undefined }
  const folder = `${dist}.${process.pid}`
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const flags = ['-p', 'tsconfig.build.json', '--outDir', folder]
  const { status, stdout } = spawnSync(process.execPath, [compiler, ...flags], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the build failed:\n${stdout}`)
  return {
    url: pathToFileURL(entry(folder)).href,
    discard: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function entry(folder: string): string {
  return join(folder, 'sim', 'index.js')
}
