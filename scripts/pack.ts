// Packs the tarball, installs it in an empty folder and uses it as somebody would who has nothing else.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { VERSION } from '../sim/version.ts'
import { argumentsOf } from './arguments.ts'
import { root } from './root.ts'

argumentsOf({
  command: 'npm run pack:try --',
  says: 'Packs the tarball, installs it in an empty folder and uses it.',
  options: {},
})

interface Packed {
  readonly filename: string
  readonly size: number
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

/** Each entry point, and something that it has. */
const ENTRIES = {
  forgery: 'createSimulator',
  'forgery/msw': 'forgeryHandlers',
  'forgery/undici': 'forgeryDispatcher',
  'forgery/fixtures': 'world',
  'forgery/conformance': 'suite',
} as const
/** The oldest that run on Node 20, or the newest of today. */
const PEERS =
  Number.parseInt(process.versions.node, 10) < 22
    ? ['msw@2', 'undici@7', 'vitest@3', '@types/node@20']
    : ['msw@3', 'undici@8', 'vitest@5', '@types/node@24']
const PATIENCE_MS = 30_000
/** Files of the tarball, and bytes of them unpacked. */
const MOST_PACKED = { files: 60, bytes: 9_000_000 }
const MOST_PACKAGES = 12
const MOST_BYTES = 20_000_000
// npm hands its own settings down to its scripts; the empty folder is to know nothing of this one.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
const folder = mkdtempSync(join(tmpdir(), 'forgery-pack-'))

try {
  const packed = pack()
  step(
    `packed ${packed.files.length} files, ${kilobytes(packed.size)} (${kilobytes(packed.unpackedSize)} unpacked)`,
  )
  if (packed.files.length > MOST_PACKED.files || packed.unpackedSize > MOST_PACKED.bytes)
    throw new Error(`that is too much: at most ${MOST_PACKED.files} files of ${MOST_PACKED.bytes} bytes`)
  refuseStrays(packed)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  install(join(folder, packed.filename))
  const installed = installedPackages()
  step(`installed in an empty folder: ${installed.count} packages, ${kilobytes(installed.size)}`)
  if (installed.count >= MOST_PACKAGES || installed.size >= MOST_BYTES) throw new Error('that is too much')
  equal(run('npx', ['--no-install', 'forgery', '--version']).trim(), VERSION, 'npx forgery --version')
  step(`npx forgery --version: ${VERSION}`)
  equal(
    run(process.execPath, ['--input-type=module', '-e', importing()]).trim(),
    `200 ${VERSION}`,
    'the imported simulator',
  )
  step('createSimulator answers, forgery/conformance loads')
  install(...PEERS, 'typescript@5')
  writeFileSync(join(folder, 'entries.mts'), typed())
  run('npx', [
    '--no-install',
    'tsc',
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    'entries.mts',
  ])
  writeFileSync(join(folder, 'entries.mjs'), entries())
  equal(run(process.execPath, ['entries.mjs']).trim(), 'all there', 'the entry points')
  step(`every entry point is imported, and has types, with ${PEERS.join(', ')}`)
  examined(packed)
  step('publint and attw find nothing')
  await serve()
  step('npx forgery serve answers and ends with status 0')
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function pack(): Packed {
  const json = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  const [packed] = JSON.parse(json.slice(json.indexOf('['))) as [Packed]
  return packed
}

function refuseStrays({ files }: Packed): void {
  const strays = files.filter(({ path }) => /\.test\.|\/testing\/|^dist\/scripts\/|(?<!\.d)\.ts$/.test(path))
  if (strays.length > 0)
    throw new Error(`these do not belong in the package: ${strays.map(({ path }) => path).join(', ')}`)
}

function install(...packages: readonly string[]): void {
  run('npm', ['install', '--no-audit', '--no-fund', '--omit=dev', ...packages])
}

/** What `npx forgery` puts on the disk. */
function installedPackages(): { readonly count: number; readonly size: number } {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    readonly packages: { readonly [path: string]: { readonly peer?: boolean } }
  }
  const paths = Object.keys(packages).filter((path) => path !== '')
  const files = readdirSync(join(folder, 'node_modules'), { recursive: true, withFileTypes: true })
  const size = files.reduce(
    (sum, file) => sum + (file.isFile() ? statSync(join(file.parentPath ?? file.path, file.name)).size : 0),
    0,
  )
  return { count: paths.length, size }
}

// That of vitest is imported by tests alone; its types are read here.
function entries(): string {
  const lines = Object.entries(ENTRIES).map(
    ([entry, name]) =>
      `if ((await import('${entry}')).${name} === undefined) throw new Error('${entry} has no ${name}')`,
  )
  return `import schema from 'forgery/world.schema.json' with { type: 'json' }
${lines.join('\n')}
if (schema.title === undefined) throw new Error('there is no schema')
console.log('all there')
`
}

// A use of each, so that wrong types would show; the declarations of Forgery are checked too.
function typed(): string {
  return `import { createSimulator, type Simulator } from 'forgery'
import { suite } from 'forgery/conformance'
import { world } from 'forgery/fixtures'
import { forgeryHandlers } from 'forgery/msw'
import { forgeryDispatcher } from 'forgery/undici'
import { describeConformance, forgeryTest } from 'forgery/vitest'
import { setupServer } from 'msw/node'
import { interceptors } from 'undici'

const sim: Simulator = createSimulator({ world: world().user('ann').describe() })
setupServer(...forgeryHandlers(sim))
forgeryDispatcher(sim, { others: 'fail' }).compose(interceptors.retry())
forgeryTest({ seed: 2 })('a test', ({ sim: own, url }) => void [own.fork(), url.length])
const named: string = sim.worlds.create('one').url
const status: number = sim.journal.expect('GET *', 0)[0]?.status ?? 0
// @ts-expect-error: a tier that there is not
createSimulator({ tier: 'gold' })
void [suite, describeConformance, named, status]
`
}

function examined({ filename }: Packed): void {
  const tarball = join(folder, filename)
  const bin = (name: string) => join(root, 'node_modules', '.bin', name)
  execFileSync(bin('publint'), ['run', tarball, '--strict'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // Forgery is of modules alone, as Node has them from 20.19 on for \`require\`, too.
  execFileSync(bin('attw'), [tarball, '--profile', 'esm-only', '--no-color'], { cwd: root, stdio: 'inherit' })
}

function importing(): string {
  return `import { createSimulator } from 'forgery'
    import * as suite from 'forgery/conformance'
    if (Object.keys(suite).length === 0) throw new Error('forgery/conformance exports nothing')
    const simulator = createSimulator({ world: 'demo' })
    const reply = simulator.handle({ method: 'GET', url: '/api/v4/projects/1/milestones', headers: { 'private-token': 'alice-token' } })
    console.log(reply.status, simulator.version)`
}

async function serve(): Promise<void> {
  const ready = join(folder, 'ready')
  const child = spawn(
    process.execPath,
    ['node_modules/forgery/dist/sim/cli/main.js', 'serve', '--port', '0', '--ready-file', ready],
    {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const exit = once(child, 'exit')
  try {
    const reply = await fetch(`${await urlIn(ready)}/-/health`)
    equal(reply.status, 200, 'GET /-/health')
  } finally {
    child.kill('SIGTERM')
  }
  const [status] = await exit
  equal(status, 0, 'the exit status after SIGTERM')
}

async function urlIn(file: string): Promise<string> {
  for (let waited = 0; waited < PATIENCE_MS; waited += 50) {
    const url = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
    if (url !== '') return url
    await pause(50)
  }
  throw new Error(`nothing was served within ${PATIENCE_MS / 1000} s`)
}

function run(program: string, args: readonly string[]): string {
  return execFileSync(program, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function equal(found: unknown, expected: unknown, what: string): void {
  if (found !== expected) throw new Error(`${what}: expected ${String(expected)}, found ${String(found)}`)
}

function step(text: string): void {
  process.stdout.write(`${text}\n`)
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} KB`
}
