import { answered, Children } from './children.ts'
import { type Figure, median, micros } from './figures.ts'
import type { Costs } from './growth.ts'

/** A row of the world with its index entries takes about 4 KB, so a million need more than Node's usual heap. */
const HEAP_MB = 12_000
/** Clearing away young objects costs a visit to every page of the heap, so in a large one it is better done seldom. */
const YOUNG_MB = 64
const FORK_MICROSECONDS = 100

const execArgv = ['--expose-gc', `--max-old-space-size=${HEAP_MB}`, `--max-semi-space-size=${YOUNG_MB}`]

/** What a fork, a list and one row cost in worlds of different sizes, which are measured in turns. */
export async function bySize(sizes: readonly number[], rounds: number): Promise<Figure[]> {
  const children = new Children()
  try {
    const worlds = []
    for (const size of sizes) {
      process.stderr.write(`arranging ${size.toLocaleString('en')} merge requests …\n`)
      const child = children.start('growth', [String(size)], execArgv)
      await answered(child)
      worlds.push({ size, child, costs: [] as Costs[] })
    }
    for (let round = 0; round < rounds; round++)
      for (const { child, costs } of worlds) costs.push(await answered<Costs>(child, 'measure'))
    const middles = worlds.map(({ size, costs }) => ({ size, ...middle(costs) }))
    const smallest = middles[0]
    return smallest === undefined ? [] : middles.flatMap((world) => figuresOf(world, smallest))
  } finally {
    children.end()
  }
}

type Sized = Costs & { readonly size: number }

function middle(costs: readonly Costs[]): Costs {
  const of = (what: keyof Costs) => median(costs.map((cost) => cost[what]))
  return {
    fork: of('fork'),
    forkAndWrite: of('forkAndWrite'),
    list: of('list'),
    filtered: of('filtered'),
    one: of('one'),
    search: of('search'),
    searchAfterWrite: of('searchAfterWrite'),
  }
}

function figuresOf(world: Sized, smallest: Sized): Figure[] {
  const at = `${world.size.toLocaleString('en')} merge requests`
  const small = smallest.size.toLocaleString('en')
  const flat = (what: string, cost: Exclude<keyof Costs, 'fork' | 'forkAndWrite'>, times = 2): Figure => ({
    what: `${at}: ${what}`,
    figure: `${micros(world[cost])}, ${(world[cost] / smallest[cost]).toFixed(1)} x`,
    expected: {
      text: `at most ${times} times that at ${small}`,
      holds: world[cost] <= times * smallest[cost],
    },
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
    flat('search for what 50 hold', 'search', 3),
    flat('the same after a write', 'searchAfterWrite', 3),
  ]
}
