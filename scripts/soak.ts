// Watches the memory of a served simulator under a mixed load that deletes whatever it makes: what it holds after a
// garbage collection, every minute. Fails where that still grows at the end.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import { argumentsOf, COUNT } from './arguments.ts'
import { inRoot } from './root.ts'
import { Client, type Target } from './soak/load.ts'

const { values } = argumentsOf({
  command: 'node dist/scripts/soak.js',
  says: 'Watches the memory of a served simulator under a mixed load that deletes whatever it makes.',
  options: {
    minutes: { type: 'string', default: '20', about: 'how long', fits: COUNT },
    clients: { type: 'string', default: '4', about: 'clients side by side', fits: COUNT },
    snapshots: {
      type: 'string',
      about: 'folder for heap snapshots, after a quarter of the time and at the end',
    },
  },
})
const MINUTE = 60_000
/** Growth from the middle to the end that no cache explains. */
const MOST = 16e6

const minutes = Number(values.minutes)
const folder = mkdtempSync(join(tmpdir(), 'forgery-soak-'))
const ready = join(folder, 'ready')
const probe = new URL('./soak/heap-probe.js', import.meta.url).href
const server = fork(
  inRoot('dist', 'sim', 'cli', 'main.js'),
  ['serve', '--port', '0', '--ready-file', ready, '--log', 'silent'],
  { execArgv: ['--expose-gc', '--import', probe], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
)
try {
  const target: Target = {
    url: await url(),
    agent: new Agent({ connections: 16, keepAliveTimeout: 1000 }),
    answered: 0,
    held: Promise.resolve(),
    odd: new Map(),
  }
  let goesOn = true
  const clients = Array.from({ length: Number(values.clients) }, async (_, i) => {
    for (const client = new Client(target, `soak${i}`); goesOn; ) await client.cycle()
  })
  const held: number[] = []
  for (let minute = 1; minute <= minutes; minute++) {
    await new Promise((tick) => setTimeout(tick, MINUTE))
    const at = minute === Math.ceil(minutes / 4) ? 'quarter' : minute === minutes ? 'end' : undefined
    let goOn = () => {}
    target.held = new Promise((done) => {
      goOn = done
    })
    await new Promise((quiet) => setTimeout(quiet, 1000))
    const seen = await measured(server, at)
    goOn()
    held.push(seen.held)
    process.stdout.write(
      `${minute} min: ${target.answered} requests, ${megabytes(seen.held)} MB held, ${megabytes(seen.rss)} MB resident\n`,
    )
  }
  goesOn = false
  await Promise.all(clients)
  for (const [about, times] of target.odd) process.stdout.write(`${times} times: ${about}\n`)
  const half = held.slice(Math.floor(held.length / 2))
  const grown = (half.at(-1) ?? 0) - (half[0] ?? 0)
  process.stdout.write(`grown by ${megabytes(grown)} MB in the second half\n`)
  if (grown > MOST) process.exitCode = 1
  await target.agent.close()
} finally {
  server.kill()
  rmSync(folder, { recursive: true, force: true })
}

async function url(): Promise<string> {
  for (;;) {
    await new Promise((tick) => setTimeout(tick, 200))
    try {
      return readFileSync(ready, 'utf8').trim()
    } catch {
      if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    }
  }
}

async function measured(child: ChildProcess, at: string | undefined): Promise<{ held: number; rss: number }> {
  const answer = once(child, 'message')
  const { snapshots } = values
  child.send(at === undefined || snapshots === undefined ? '' : join(snapshots, `${at}.heapsnapshot`))
  return (await answer)[0]
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6)
}
