import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inRoot } from '../root.ts'

const PATIENCE_MS = 60_000

/** Several processes behind nginx, as `scripts/deploy/nginx.conf` has them. */
export interface Cluster {
  /** Where clients come in. */
  readonly url: string
  /** The processes themselves. */
  readonly members: readonly string[]
  stop(): Promise<void>
}

/** Whether this machine has nginx, which is found beside what only administrators run, too. */
export function nginx(): string | undefined {
  return ['nginx', '/usr/sbin/nginx', '/usr/local/sbin/nginx'].find(
    (program) => spawnSync(program, ['-v'], { stdio: 'ignore' }).status === 0,
  )
}

/** Starts as many processes, and nginx before them. */
export async function cluster(size: number, program: string): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'forgery-scale-'))
  const [front = 0, ...ports] = await freePorts(size + 1)
  const url = `http://127.0.0.1:${front}`
  const children: ChildProcess[] = ports.map((port) =>
    spawn(
      process.execPath,
      [
        inRoot('dist', 'sim', 'cli', 'main.js'),
        '--port',
        String(port),
        '--public-url',
        url,
        '--log',
        'silent',
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    ),
  )
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration(folder, front, ports))
  children.push(
    spawn(program, ['-c', file, '-p', folder, '-g', 'daemon off;'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
  const members = ports.map((port) => `http://127.0.0.1:${port}`)
  async function stop() {
    await Promise.all(children.map(ended))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (const address of [...members, url]) await ready(address)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, members, stop }
}

// The published configuration, with ports and files of this run.
function configuration(folder: string, front: number, ports: readonly number[]): string {
  const published = readFileSync(inRoot('scripts', 'deploy', 'nginx.conf'), 'utf8')
  const servers = ports.map((port) => `    server 127.0.0.1:${port};\n`).join('')
  return published
    .replaceAll('/tmp/forgery-nginx', join(folder, 'nginx'))
    .replace(/(?: {4}server 127\.0\.0\.1:\d+;\n)+/, servers)
    .replace(/listen 127\.0\.0\.1:\d+;/, `listen 127.0.0.1:${front};`)
    .replace('worker_processes auto;', 'worker_processes 1;')
}

async function ready(address: string): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(50)) {
    const reply = await fetch(`${address}/-/readiness`).catch(() => undefined)
    await reply?.arrayBuffer()
    if (reply?.ok) return
  }
  throw new Error(`nothing answers at ${address}`)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
