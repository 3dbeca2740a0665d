// Installs and builds whatever is missing or out of date. It runs before anything is installed, so it needs Node alone.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const stamp = join(dist, '.sources')
const stampOfPages = join(dist, '.pages')
const command = join(dist, 'sim', 'cli', 'main.js')
const folders = ['sim', 'conformance', 'fixtures', 'scripts']
const pagesAtRoot = ['README.md', 'CHANGELOG.md']
const settings = [
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
  'scripts/bundle.config.mjs',
  'scripts/bundle-files.mjs',
]

/** Makes the checkout ready to run. Throws a SetupError that says which step failed. */
export function setUp({ fresh = false } = {}) {
  if (!isInstalled()) install()
  const sources = digestOf(filesBelow(isSource).concat(settings))
  const pages = digestOf(filesBelow((name) => !isSource(name) && !name.endsWith('.ts')).concat(pagesAtRoot))
  if (fresh || !isStamped(stamp, sources)) build(sources)
  // Pages are packed into one file: a change of theirs compiles nothing.
  else if (!isStamped(stampOfPages, pages)) prepare(dist)
  else return
  writeFileSync(stampOfPages, pages)
}

export class SetupError extends Error {}

// npm writes the inner lock file at the end of every install: an interrupted one leaves none, or an old one. Dates tell
// nothing, since a cache may bring back a folder that is older than it looks.
function isInstalled() {
  const found = readLock('node_modules', '.package-lock.json')
  const wanted = Object.entries(readLock('package-lock.json')).filter(([place]) => place !== '')
  return wanted.every(
    ([place, { version, optional }]) =>
      (optional && found[place] === undefined) ||
      (found[place]?.version === version && existsSync(join(root, place, 'package.json'))),
  )
}

/** What a lock file lists, by place; nothing where there is no such file, or where it cannot be read. */
function readLock(...path) {
  try {
    return JSON.parse(readFileSync(join(root, ...path), 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

function install() {
  note('installing dependencies (npm ci)')
  // Under `npm start` and `npm test` npm names its own script, which also works where `npm` is a batch file.
  const npm = process.env.npm_execpath ?? ''
  const [program, first] = npm.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []]
  const done = spawnSync(program, [...first, 'ci', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (done.status !== 0) throw new SetupError(`npm ci failed${why(done)}; is the package registry reachable?`)
}

function isStamped(file, digest) {
  return existsSync(file) && readFileSync(file, 'utf8') === digest
}

// Compiles beside the old build and then swaps, so that a failed or interrupted build leaves the old one whole.
function build(digest) {
  note('building dist')
  const next = join(root, `dist.${process.pid}`)
  const old = `${next}.old`
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  try {
    const done = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', next], {
      cwd: root,
      stdio: ['ignore', 2, 2],
    })
    if (done.status !== 0) throw new SetupError(`the build failed${why(done)}`)
    bundle(next)
    prepare(next)
    writeFileSync(join(next, '.sources'), digest)
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(next, dist)
  } finally {
    for (const folder of [next, old]) rmSync(folder, { recursive: true, force: true })
  }
  if (existsSync(command)) chmodSync(command, 0o755)
}

// The joined files take the places of the compiled ones; declarations and everything else stay.
function bundle(folder) {
  const bundler = join(root, 'node_modules', 'rolldown', 'bin', 'cli.mjs')
  const config = join(root, 'scripts', 'bundle.config.mjs')
  const done = spawnSync(process.execPath, [bundler, '-c', config], {
    cwd: root,
    env: { ...process.env, BUILD_FOLDER: folder },
    stdio: ['ignore', 'ignore', 2],
  })
  if (done.status !== 0) throw new SetupError(`the build failed${why(done)}`)
  const joined = join(folder, '.bundle')
  cpSync(joined, folder, { recursive: true })
  rmSync(joined, { recursive: true })
}

// The world of most starts is built once, now, and the pages are packed.
function prepare(folder) {
  const done = spawnSync(process.execPath, [join(folder, 'scripts', 'prepare.js')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 2],
  })
  if (done.status !== 0) throw new SetupError(`the build failed${why(done)}`)
}

function isSource(name) {
  return /(?<!\.test)\.(tsx?|json|css)$/.test(name)
}

function filesBelow(wanted) {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && wanted(entry.name))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  )
}

// Sizes and times: it also notices files that went away or came with an older date.
function digestOf(files) {
  const hash = createHash('sha256')
  for (const file of files.map((name) => resolve(root, name)).sort()) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function why({ error, status, signal }) {
  return error === undefined ? ` (${signal ?? `status ${status}`})` : ` (${error.message})`
}

// Everything goes to the error stream: the output of `npm start` belongs to the simulator.
function note(text) {
  process.stderr.write(`forgery: ${text}\n`)
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2)
  const strange = words.find((word) => word !== '--fresh')
  if (strange !== undefined) {
    const help = 'npm run build -- [--fresh]: installs and builds what is missing, or everything anew'
    note(strange === '--help' ? help : `there is no option ${strange}; ${help}`)
    process.exit(strange === '--help' ? 0 : 2)
  }
  try {
    setUp({ fresh: words.length > 0 })
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    note(error.message)
    process.exitCode = 1
  }
}
