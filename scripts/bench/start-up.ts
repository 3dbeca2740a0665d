import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { inRoot } from '../root.ts'
import { type Figure, median } from './figures.ts'

const MARGIN = 100

/** Milliseconds from starting the command to its first answer, beside those of Node that does nothing. */
export async function startUp(rounds: number): Promise<Figure[]> {
  const nothing: number[] = []
  const forgery: number[] = []
  for (let round = 0; round < rounds; round++) {
    nothing.push(await nodeAlone())
    forgery.push(await firstAnswer())
  }
  const [node, first] = [median(nothing), median(forgery)]
  return [
    { what: 'node -e 0', figure: `${Math.round(node)} ms` },
    {
      what: 'forgery serve --port 0, to the first answer',
      figure: `${Math.round(first)} ms, ${(first / node).toFixed(1)} x`,
      expected: { text: `under three times that and ${MARGIN} ms`, holds: first < 3 * node + MARGIN },
    },
  ]
}

async function nodeAlone(): Promise<number> {
  const start = performance.now()
  await once(spawn(process.execPath, ['-e', '0']), 'exit')
  return performance.now() - start
}

async function firstAnswer(): Promise<number> {
  const start = performance.now()
  const child = spawn(process.execPath, [inRoot('dist', 'sim', 'cli', 'main.js'), 'serve', '--port', '0'], {
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
