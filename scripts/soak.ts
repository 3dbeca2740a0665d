// Watches the memory of a served simulator under a mixed load that deletes whatever it makes: what it holds after a
// garbage collection, every minute. Fails where that still grows at the end by more than the rows that stay: audit
// events outlive what they tell of, as the service keeps them.
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
    minutes: { type: 'string', default: '20', about: 'how long, at least 4', fits: COUNT },
    clients: { type: 'string', default: '4', about: 'clients side by side', fits: COUNT },
    snapshots: {
      type: 'string',
      about: 'folder for heap snapshots, after a quarter of the time and at the end',
    },
  },
})
const MINUTE = 60_000
/** Growth from the third to the last quarter that no cache explains: single minutes differ by 50 MB. */
const MOST = 16e6
/** What a row that stays may take. */
const ROW = 1200

const minutes = Math.max(4, Number(values.minutes))
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
  const minutesSeen: { readonly held: number; readonly rows: Rows }[] = []
  for (let minute = 1; minute <= minutes; minute++) {
    await new Promise((tick) => setTimeout(tick, MINUTE))
    const at = minute === Math.ceil(minutes / 4) ? 'quarter' : minute === minutes ? 'end' : undefined
    let goOn = () => {}
    target.held = new Promise((done) => {
      goOn = done
    })
    await new Promise((quiet) => setTimeout(quiet, 1000))
    const seen = await measured(server, at)
    minutesSeen.push({ held: seen.held, rows: await rows(target.url) })
    goOn()
    process.stdout.write(
      `${minute} min: ${target.answered} requests, ${megabytes(seen.held)} MB held, ${megabytes(seen.rss)} MB resident\n`,
    )
  }
  goesOn = false
  await Promise.all(clients)
  for (const [about, times] of target.odd) process.stdout.write(`${times} times: ${about}\n`)
  const quarter = Math.ceil(minutes / 4)
  const third = minutesSeen.slice(-2 * quarter, -quarter)
  const last = minutesSeen.slice(-quarter)
  const stayed = sizeOf(last) - sizeOf(third)
  const grown = mean(last.map(({ held }) => held)) - mean(third.map(({ held }) => held))
  process.stdout.write(`rows that stayed: ${grownTables(minutesSeen)}\n`)
  process.stdout.write(
    `means of the third and the last quarter differ by ${megabytes(grown)} MB, ${megabytes(stayed)} of them for ${Math.round(stayed / ROW)} rows\n`,
  )
  if (grown > MOST + stayed) process.exitCode = 1
  await target.agent.close()
} finally {
  server.kill()
  rmSync(folder, { recursive: true, force: true })
}

/** The tables with as many rows as each has. */
type Rows = Readonly<Record<string, number>>

async function rows(url: string): Promise<Rows> {
  return (await (await fetch(`${url}/_forgery/db`)).json()) as Rows
}

function sizeOf(seen: readonly { readonly rows: Rows }[]): number {
  return mean(seen.map(({ rows }) => Object.values(rows).reduce((sum, count) => sum + count, 0))) * ROW
}

// A handful of rows is what the clients have in hand at that moment.
function grownTables(seen: readonly { readonly rows: Rows }[]): string {
  const [first, last] = [seen[0]?.rows ?? {}, seen.at(-1)?.rows ?? {}]
  const grown = Object.entries(last).map(([table, count]) => ({ table, by: count - (first[table] ?? 0) }))
  const many = grown.filter(({ by }) => by > 100)
  return many.map(({ table, by }) => `${table} ${by}`).join(', ') || 'none'
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length)
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
