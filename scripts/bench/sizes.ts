import type { ChildProcess } from 'node:child_process'
import { answered, Children } from './children.ts'
import type { Crowded } from './crowds.ts'
import { type Figure, micros } from './figures.ts'
import type { Costs } from './growth.ts'
import type { HeapOfRows } from './heap.ts'
import { listsOfTables } from './queries.ts'

/** A million rows of each kind with their index entries take some GB, more than Node's usual heap. */
const HEAP_MB = 14_000
/** Clearing away young objects costs a visit to every page of the heap, so in a large one it is better done seldom. */
const YOUNG_MB = 64
/** Of the cost against the number of rows. */
const EXPONENT = 0.1

const execArgv = ['--expose-gc', `--max-old-space-size=${HEAP_MB}`, `--max-semi-space-size=${YOUNG_MB}`]

/** How the cost of forks, orders and filters grows with the rows of a project, in worlds that are measured in turns. */
export async function bySize(sizes: readonly number[], rounds: number, table?: Crowded): Promise<Figure[]> {
  const children = new Children()
  try {
    const worlds: World[] = []
    for (const size of sizes) {
      process.stderr.write(
        `arranging ${size.toLocaleString('en')} ${table ?? 'merge requests and issues'} …\n`,
      )
      const child = children.start(
        'growth',
        [String(size), ...(table === undefined ? [] : [table])],
        execArgv,
      )
      await answered(child)
      worlds.push({ size, child, costs: [] })
    }
    for (let round = 0; round < rounds; round++)
      for (const { child, costs } of worlds) costs.push(await answered<Costs>(child, 'measure'))
    return Object.keys(worlds[0]?.costs[0] ?? {}).map((what) =>
      figureOf(
        what,
        worlds.map(({ size, costs }) => ({
          size,
          cost: Math.min(...costs.map((all) => all[what] as number)),
        })),
      ),
    )
  } finally {
    children.end()
  }
}

/** The same of the lists of other tables, one after the other. */
export async function* byTable(sizes: readonly number[], rounds: number): AsyncGenerator<Figure> {
  for (const table of Object.keys(listsOfTables) as Crowded[]) yield* await bySize(sizes, rounds, table)
}

/** Bytes that a row may take. */
const MOST_BYTES = 1200

/** The memory of one row of each kind, among so many. */
export async function heapOfRows(size: number): Promise<Figure[]> {
  const children = new Children()
  try {
    const heap = await answered<HeapOfRows>(children.start('heap', [String(size)], execArgv), 'measure')
    return Object.entries(heap).flatMap(([kind, { filled, asked }]) => [
      heapFigure(`one of ${size.toLocaleString('en')} ${kind}, before anybody asks for a list`, filled),
      heapFigure('the same with its places in indexes, once every list was asked for', asked),
    ])
  } finally {
    children.end()
  }
}

function heapFigure(what: string, bytes: number): Figure {
  const figure = `${Math.round(bytes).toLocaleString('en')} bytes`
  return { what, figure, expected: { text: `at most ${MOST_BYTES}`, holds: bytes <= MOST_BYTES } }
}

interface World {
  readonly size: number
  readonly child: ChildProcess
  readonly costs: Costs[]
}

interface Sized {
  readonly size: number
  readonly cost: number
}

function figureOf(what: string, sized: readonly Sized[]): Figure {
  const [small, large] = [sized[0] as Sized, sized.at(-1) as Sized]
  const exponent = Math.log(large.cost / small.cost) / Math.log(large.size / small.size)
  return {
    what: `${sized.map(({ size }) => size.toLocaleString('en')).join(', ')} rows: ${what}`,
    figure: `${sized.map(({ cost }) => micros(cost)).join(', ')}, exponent ${exponent.toFixed(2)}`,
    expected: { text: `under ${EXPONENT}`, holds: exponent < EXPONENT },
  }
}
