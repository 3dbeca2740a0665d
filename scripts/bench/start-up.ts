import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { inRoot } from '../root.ts'
import { type Figure, median } from './figures.ts'

const MARGIN = 100
/** Of every test run that is started by `exec`. */
const EXEC = { times: 1.6, margin: 200 }
const COMMAND = inRoot('dist', 'sim', 'cli', 'main.js')

/** Milliseconds from starting the command to its first answer, or around another command, beside those of Node alone. */
export async function startUp(rounds: number): Promise<Figure[]> {
  const nothing: number[] = []
  const forgery: number[] = []
  const around: number[] = []
  for (let round = 0; round < rounds; round++) {
    nothing.push(await timeOf('-e', '0'))
    forgery.push(await firstAnswer())
    around.push(await timeOf(COMMAND, 'exec', '--', 'true'))
  }
  const [node, first, exec] = [median(nothing), median(forgery), median(around)]
  return [
    { what: 'node -e 0', figure: `${Math.round(node)} ms` },
    {
      what: 'forgery serve --port 0, to the first answer',
      figure: `${Math.round(first)} ms, ${(first / node).toFixed(1)} x`,
      expected: { text: `under three times that and ${MARGIN} ms`, holds: first < 3 * node + MARGIN },
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
  const child = spawn(process.execPath, [COMMAND, 'serve', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const reply = await fetch(`${await servedAt(child.stdout)}/-/health`)
    await reply.arrayBuffer()
    return performance.now() - start
  } finally {
    child.kill()
    await once(child, 'exit')
  }
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
