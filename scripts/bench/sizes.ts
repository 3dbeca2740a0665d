import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Figure, micros } from './figures.ts'
import type { Grown } from './growth.ts'

const run = promisify(execFile)
const script = fileURLToPath(new URL('./growth.js', import.meta.url))
/** A row of the world with its index entries takes about 4 KB, so a million need more than Node's usual heap. */
const HEAP_MB = 12_000
/** Clearing away young objects costs a visit to every page of the heap, so in a large one it is better done seldom. */
const YOUNG_MB = 64
const FORK_MICROSECONDS = 100

const flags = ['--expose-gc', `--max-old-space-size=${HEAP_MB}`, `--max-semi-space-size=${YOUNG_MB}`]

/** What a fork, a list and one row cost in worlds of different sizes. */
export async function bySize(sizes: readonly number[]): Promise<Figure[]> {
  const worlds: Grown[] = []
  for (const size of sizes) {
    process.stderr.write(`arranging ${size.toLocaleString('en')} merge requests …\n`)
    const { stdout } = await run(process.execPath, [...flags, script, String(size)])
    worlds.push(JSON.parse(stdout) as Grown)
  }
  const smallest = worlds[0]
  if (smallest === undefined) return []
  return worlds.flatMap((world) => figuresOf(world, smallest))
}

function figuresOf(world: Grown, smallest: Grown): Figure[] {
  const at = `${world.size.toLocaleString('en')} merge requests`
  const small = smallest.size.toLocaleString('en')
  const flat = (what: string, cost: 'list' | 'filtered' | 'one'): Figure => ({
    what: `${at}: ${what}`,
    figure: `${micros(world[cost])}, ${(world[cost] / smallest[cost]).toFixed(1)} x`,
    expected: { text: `at most twice that at ${small}`, holds: world[cost] <= 2 * smallest[cost] },
  })
  return [
    {
      what: `${at}: fork`,
      figure: micros(world.fork),
      expected: { text: `under ${FORK_MICROSECONDS} µs`, holds: world.fork < FORK_MICROSECONDS },
    },
    { what: `${at}: fork and write one row`, figure: micros(world.forkAndWrite) },
    flat('GET a list of 20', 'list'),
    flat('GET a list of 20, filtered and sorted', 'filtered'),
    flat('GET one', 'one'),
  ]
}
