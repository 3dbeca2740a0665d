// A world of some size in a process of its own, for `sizes.ts`: `node --expose-gc growth.js SIZE`. It says when the
// world is arranged, and then measures one round for each message.
import { createSimulator, type Simulator } from '../../sim/index.ts'
import { fill } from './arranged.ts'
import { microseconds } from './figures.ts'
import { FIRST_IID } from './loads.ts'
import { queries } from './queries.ts'

/** Microseconds of one call, by what was done. */
export interface Costs {
  readonly [what: string]: number
}

const headers = { 'private-token': 'alice-token' }
const round = { rounds: 1, milliseconds: 60 }

function measured(simulator: Simulator, size: number): Costs {
  const { mergeRequests } = simulator.world
  const id = mergeRequests.find('byIid', 1, FIRST_IID)?.id ?? 0
  let written = 0
  const write = ({ mergeRequests }: Simulator['world']) =>
    void mergeRequests.update(id, { title: `Written ${written++}` })
  const costs: { [what: string]: number } = {
    fork: microseconds(() => void simulator.fork(), round),
    'fork and write one row': microseconds(() => write(simulator.fork().world), round),
  }
  for (const { path } of queries) {
    const url = `/api/v4${path.replace('{last}', String(Math.floor(size / 20)))}`
    const get = () => {
      const { status } = simulator.handle({ method: 'GET', url, headers })
      if (status !== 200) throw new Error(`GET ${url} answered ${status}`)
    }
    // Nothing that was remembered of the row serves after a write.
    costs[path] = microseconds(() => {
      write(simulator.world)
      get()
    }, round)
  }
  return costs
}

const size = Number(process.argv[2])
const simulator = createSimulator({ control: false })
fill(simulator, size)
// What arranging left behind is not what is measured.
globalThis.gc?.()
process.on('message', () => process.send?.(measured(simulator, size)))
process.once('disconnect', () => process.exit())
process.send?.('arranged')
