// A world of some size in a process of its own, for `sizes.ts`: `node --expose-gc growth.js SIZE`. It says when the
// world is arranged, and then measures one round for each message.
import { createSimulator, type Simulator } from '../../sim/index.ts'
import { microseconds } from './figures.ts'

/** Microseconds of one call. */
export interface Costs {
  readonly fork: number
  /** A fork that then writes one row: the first write copies the roots of a table. */
  readonly forkAndWrite: number
  readonly list: number
  readonly filtered: number
  readonly one: number
  /** A search that finds as many rows in every world. */
  readonly search: number
  /** The same after a row was written. */
  readonly searchAfterWrite: number
}

const headers = { 'private-token': 'alice-token' }

const round = { rounds: 1, milliseconds: 100 }
/** Rows that a search finds. */
const FOUND = 50

function measured(simulator: Simulator, last: number): Costs {
  const get = (url: string) => () => {
    const { status } = simulator.handle({ method: 'GET', url, headers })
    if (status !== 200) throw new Error(`GET ${url} answered ${status}`)
  }
  const list = '/api/v4/projects/1/merge_requests?per_page=20'
  const search = get('/api/v4/search?scope=merge_requests&search=needle')
  let written = 0
  return {
    fork: microseconds(() => void simulator.fork(), round),
    forkAndWrite: microseconds(
      () => void simulator.fork().world.mergeRequests.update(last, { title: 'Written' }),
      round,
    ),
    list: microseconds(get(list), round),
    filtered: microseconds(get(`${list}&state=merged&order_by=updated_at`), round),
    one: microseconds(get('/api/v4/projects/1/merge_requests/1'), round),
    search: microseconds(search, round),
    searchAfterWrite: microseconds(() => {
      simulator.world.mergeRequests.update(last, { title: `Written ${written++}` })
      search()
    }, round),
  }
}

// Clones of one row that came in after all others, one a second: in every world the same kind of row fills a page.
function fill({ world }: Simulator, size: number): number {
  const { mergeRequests } = world
  const pattern = mergeRequests.find('byIid', 1, 1)
  if (pattern === undefined) throw new Error('the demo world has no merge request !1 in project 1')
  const id = mergeRequests.all().last()?.id ?? 0
  const iid = mergeRequests.by('byIid', 1).last()?.iid ?? 0
  const from = mergeRequests.by('byUpdated').last()?.updatedAt ?? 0
  for (let i = 1; mergeRequests.size < size; i++) {
    const at = from + i * 1000
    const title = i <= FOUND ? `Needle ${i}` : `${pattern.title} ${i}`
    mergeRequests.insert({ ...pattern, id: id + i, iid: iid + i, title, createdAt: at, updatedAt: at })
  }
  return pattern.id
}

const simulator = createSimulator({ control: false })
const last = fill(simulator, Number(process.argv[2]))
// What arranging left behind is not what is measured.
globalThis.gc?.()
process.on('message', () => process.send?.(measured(simulator, last)))
process.once('disconnect', () => process.exit())
process.send?.('arranged')
