import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { inRoot } from '../root.ts'
import { type Figure, median } from './figures.ts'

/** Milliseconds to the first answer, on a machine that does nothing else. */
const AT_MOST = 250
/** Of every test run that is started by `exec`. */
const EXEC = { times: 1.6, margin: 200 }
const COMMAND = inRoot('dist', 'sim', 'cli', 'main.js')

const PEER = createRequire(import.meta.url).resolve('json-server/lib/cli/bin.js')

/**
 * Milliseconds from starting the command to its first answer, or around another command, beside those of Node alone and of
 * json-server, by turns.
 */
export async function startUp(rounds: number): Promise<Figure[]> {
  const nothing: number[] = []
  const forgery: number[] = []
  const around: number[] = []
  const peer: number[] = []
  for (let round = 0; round < rounds; round++) {
    nothing.push(await timeOf('-e', '0'))
    forgery.push(await firstAnswer())
    peer.push(await firstAnswerOfPeer())
    around.push(await timeOf(COMMAND, 'exec', '--', 'true'))
  }
  const [node, first, exec, other] = [median(nothing), median(forgery), median(around), median(peer)]
  return [
    { what: 'node -e 0', figure: `${Math.round(node)} ms` },
    {
      what: 'forgery serve --port 0, to the first answer',
      figure: `${Math.round(first)} ms, ${(first / node).toFixed(1)} x`,
      expected: { text: `at most ${AT_MOST} ms where nothing else runs`, holds: first <= AT_MOST },
    },
    {
      what: 'json-server 0.17, to the first answer',
      figure: `${Math.round(other)} ms, ${(other / first).toFixed(2)} x the same of forgery`,
      expected: { text: 'at least 1', holds: other >= first },
    },
    {
      what: 'forgery exec -- true',
      figure: `${Math.round(exec)} ms, ${(exec / node).toFixed(1)} x`,
      expected: {
        text: `under ${EXEC.times} times that and ${EXEC.margin} ms`,
        holds: exec < EXEC.times * node + EXEC.margin,
      },
    },
  ]
}

async function timeOf(...args: readonly string[]): Promise<number> {
  const start = performance.now()
  await once(spawn(process.execPath, args), 'exit')
  return performance.now() - start
}

async function firstAnswer(): Promise<number> {
  const start = performance.now()
  const child = spawn(process.execPath, [COMMAND, 'serve', '--port', '0', '--log', 'silent'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return await untilAnswered(child, start, async () => `${await servedAt(child.stdout)}/-/health`)
}

async function firstAnswerOfPeer(): Promise<number> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'forgery-bench-'))
  const file = join(folder, 'db.json')
  writeFileSync(file, JSON.stringify({ projects: [{ id: 1, name: 'api' }] }))
  try {
    const start = performance.now()
    const child = spawn(process.execPath, [PEER, '--quiet', '--port', String(port), file], {
      stdio: 'ignore',
    })
    return await untilAnswered(child, start, async () => `http://localhost:${port}/projects/1`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function untilAnswered(
  child: ChildProcess,
  start: number,
  url: () => Promise<string>,
): Promise<number> {
  try {
    const address = await url()
    for (;;) {
      const reply = await fetch(address).catch(() => undefined)
      await reply?.arrayBuffer()
      if (reply?.ok) return performance.now() - start
      if (child.exitCode !== null) throw new Error(`the command ended with ${child.exitCode}`)
    }
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as { readonly port: number }
  await new Promise((closed) => server.close(closed))
  return port
}

// The first address that the command prints is where it serves.
async function servedAt(output: NodeJS.ReadableStream): Promise<string> {
  let printed = ''
  for await (const chunk of output) {
    printed += String(chunk)
    const found = /http:\/\/[\w.:[\]-]+(?=\s|\/|$)/m.exec(printed)
    if (found !== null && printed.includes('\n')) return found[0]
  }
  throw new Error(`the command ended without an address: ${printed}`)
}
