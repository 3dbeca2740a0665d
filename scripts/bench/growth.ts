// A world of some size in a process of its own, for `sizes.ts`: `node --expose-gc growth.js SIZE [TABLE]`. It says
// when the world is arranged, and then measures one round for each message.
import { createSimulator, type Simulator } from '../../sim/index.ts'
import { fill } from './arranged.ts'
import { type Crowded, crowds, writtenOf } from './crowds.ts'
import { microseconds, quickest } from './figures.ts'
import { FIRST_IID } from './loads.ts'
import { listsOfTables, type Query, queries, requestOf } from './queries.ts'

/** Microseconds of one call, by what was done. */
export interface Costs {
  readonly [what: string]: number
}

const round = { rounds: 1, milliseconds: 60 }

function measured(simulator: Simulator, size: number): Costs {
  const { mergeRequests } = simulator.world
  const id = mergeRequests.find('byIid', 1, FIRST_IID)?.id ?? 0
  let written = 0
  const write = ({ mergeRequests }: Simulator['world']) =>
    void mergeRequests.update(id, { title: `Written ${written++}` })
  return {
    fork: microseconds(() => void simulator.fork(), round),
    'fork and write one row': microseconds(() => write(simulator.fork().world), round),
    ...listed(simulator, size, queries, () => write(simulator.world)),
  }
}

/** Lists of whole tables have no pages further behind. */
const MOST_OFFSET = 50_000

/** What lists of one table cost. */
function measuredOf(simulator: Simulator, size: number, name: Crowded): Costs {
  const table = simulator.world.table(writtenOf[name] ?? name)
  return listed(simulator, Math.min(size, MOST_OFFSET), listsOfTables[name], () => {
    const last = table?.last()
    if (last !== undefined) table?.put({ ...last })
  })
}

function listed(simulator: Simulator, size: number, queries: readonly Query[], write: () => void): Costs {
  const costs: { [what: string]: number } = {}
  for (const query of queries) {
    const request = requestOf(query, size)
    const get = () => {
      const { status } = simulator.handle(request)
      if (status !== 200) throw new Error(`GET ${request.url} answered ${status}`)
    }
    // Nothing that was remembered of the row serves after a write.
    costs[query.path] = quickest(get, write)
  }
  return costs
}

const size = Number(process.argv[2])
const table = process.argv[3] as Crowded | undefined
const simulator = createSimulator({ control: false })
if (table === undefined) fill(simulator, size)
else crowds[table](simulator.world, size)
// What arranging left behind is not what is measured.
globalThis.gc?.()
process.on('message', () =>
  process.send?.(table === undefined ? measured(simulator, size) : measuredOf(simulator, size, table)),
)
process.once('disconnect', () => process.exit())
process.send?.('arranged')
