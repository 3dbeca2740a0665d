// Packs the tarball, installs it in an empty folder and uses it as somebody would who has nothing else.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { VERSION } from '../sim/version.ts'
import { root } from './root.ts'

interface Packed {
  readonly filename: string
  readonly size: number
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

const PATIENCE_MS = 30_000
// npm hands its own settings down to its scripts; the empty folder is to know nothing of this one.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
const folder = mkdtempSync(join(tmpdir(), 'forgery-pack-'))

try {
  const packed = pack()
  step(
    `packed ${packed.files.length} files, ${kilobytes(packed.size)} (${kilobytes(packed.unpackedSize)} unpacked)`,
  )
  refuseStrays(packed)
  install(packed)
  step('installed in an empty folder')
  equal(run('npx', ['--no-install', 'forgery', '--version']).trim(), VERSION, 'npx forgery --version')
  step(`npx forgery --version: ${VERSION}`)
  equal(
    run(process.execPath, ['--input-type=module', '-e', importing()]).trim(),
    `200 ${VERSION}`,
    'the imported simulator',
  )
  step('createSimulator answers, forgery/conformance loads')
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

function install({ filename }: Packed): void {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  run('npm', ['install', '--no-audit', '--no-fund', '--omit=dev', join(folder, filename)])
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
