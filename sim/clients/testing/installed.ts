import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A client from the package registry, or why it is not there. */
export interface Installed {
  /** Folder whose `node_modules` has it; undefined where it could not be had. */
  readonly folder: string | undefined
  /** For the title of the tests: the version, or the reason why they are skipped. */
  readonly found: string
}

const kept = fileURLToPath(new URL('../../../node_modules/.cache/forgery-clients/', import.meta.url))

/**
 * Installs packages, given as `name@version`, where nothing else sees them: their trees are too large to be dependencies
 * of ours. They are kept for the next run. Without a registry the tests that need them are skipped.
 */
export async function installed(first: string, ...more: readonly string[]): Promise<Installed> {
  const folder = placeOf(first)
  const version = first.replace(/^.+@/, '')
  if (existsSync(join(folder, 'node_modules'))) return { folder, found: version }
  const next = `${folder}.${process.pid}`
  mkdirSync(next, { recursive: true })
  writeFileSync(join(next, 'package.json'), '{ "private": true }')
  const problem = await install(next, [first, ...more])
  if (problem === undefined) {
    // Another run may have been faster.
    if (!existsSync(folder)) renameSync(next, folder)
    rmSync(next, { recursive: true, force: true })
    return { folder, found: version }
  }
  rmSync(next, { recursive: true, force: true })
  return { folder: undefined, found: `skipped: ${first} cannot be installed (${problem})` }
}

/** The same for what takes long to install: where it is not there already, it has to be asked for. */
export async function installedOnDemand(first: string): Promise<Installed> {
  if (process.env.FORGERY_CLIENTS === 'all' || existsSync(placeOf(first))) return installed(first)
  return { folder: undefined, found: `skipped: FORGERY_CLIENTS=all installs ${first}` }
}

function placeOf(name: string): string {
  return join(kept, name.replaceAll(/[^a-z0-9.-]/gi, '_'))
}

function install(folder: string, packages: readonly string[]): Promise<string | undefined> {
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--fetch-retries=1']
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
  return new Promise((resolve) => {
    const child = spawn('npm', ['install', ...flags, ...packages], {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 100_000,
      shell: process.platform === 'win32',
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    child.on('error', ({ message }) => resolve(message))
    child.on('close', (status) =>
      resolve(status === 0 ? undefined : (/npm error code (\S+)/.exec(said)?.[1] ?? `status ${status}`)),
    )
  })
}
