import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inRoot } from '../root.ts'
import { say } from './say.ts'

/** It joins scripts to itself without another tool, and keeps their compiled code. Node 24 and older do not. */
const VERSION = '26.12.1'

/** The folder of the package that has the binary of Node for this platform: `bin/node`, `LICENSE`. */
export function nodePackage(): string {
  const { platform, arch } = process
  if (platform !== 'linux' || (arch !== 'x64' && arch !== 'arm64'))
    throw new Error(`executables are built on Linux (x64, arm64) only, and this is ${platform} (${arch})`)
  const name = `node-linux-${arch}`
  const place = inRoot('node_modules', '.cache', 'forgery-node', VERSION)
  const folder = join(place, 'node_modules', name)
  if (existsSync(folder)) return folder
  say(`installing ${name} ${VERSION} …`)
  const next = `${place}.${process.pid}`
  mkdirSync(next, { recursive: true })
  writeFileSync(join(next, 'package.json'), '{ "private": true }\n')
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts']
  // npm hands its own settings down to its scripts; this folder is to know nothing of ours.
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^npm_/i.test(key)))
  try {
    execFileSync('npm', ['install', ...flags, `${name}@${VERSION}`], {
      cwd: next,
      env,
      stdio: ['ignore', 'ignore', 2],
    })
    renameSync(next, place)
  } finally {
    rmSync(next, { recursive: true, force: true })
  }
  return folder
}

/** A copy of the binary of Node, without its symbols where there is a tool that takes them away: a quarter of its size. */
export function copyOfNode(node: string, copy: string): void {
  mkdirSync(dirname(copy), { recursive: true })
  copyFileSync(node, copy)
  spawnSync('strip', [copy], { stdio: 'ignore' })
}
