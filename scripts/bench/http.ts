import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { arranged, readmeBlob } from './arranged.ts'
import { answered, Children } from './children.ts'
import { type Figure, median, micros, microseconds, quartiles } from './figures.ts'
import type { Delivered, Order } from './load.ts'
import { type Call, type Load, loads, MILESTONE } from './loads.ts'
import { installed, type Peer, peers, spokenTo } from './peers.ts'
import type { Recorded, Settings } from './server.ts'

export interface Rounds {
  readonly rounds: number
  /** Length of one measurement, behind the requests that warm up. */
  readonly milliseconds: number
  /**
   * Requests before anything is measured. A time would not do: on a busy machine too little of it is ours. By default
   * each of a thousand rows is asked for three times by then, and an engine has compiled what is asked for often.
   */
  readonly warm?: number
}

type Kind = 'bare' | 'forgery' | 'beside' | Peer

interface Server {
  readonly kind: Kind
  readonly child: ChildProcess
  readonly url: string
}

/** Processor time and time of one request, in microseconds. */
interface Cost {
  readonly processor: number
  readonly wall: number
}

interface Chosen {
  /** Loads whose names hold this. */
  readonly word: string
  /** A folder with another build, which is measured too. */
  readonly beside?: string | undefined
}

/**
 * What a request costs the server over HTTP, beside a bare server that sends the same bytes, `JSON.stringify` of the same
 * bodies, and the peers with as many rows that are installed. Each load is told once it is measured.
 */
export async function* overHttp(
  { rounds, milliseconds, warm = 4000 }: Rounds,
  { word, beside }: Chosen,
): AsyncGenerator<Figure> {
  const children = new Children()
  try {
    const { simulator, tokens } = arranged()
    const all = loads(tokens, readmeBlob(simulator))
    const chosen = all.filter(({ what }) => what.includes(word))
    if (chosen.length === 0) return
    // Each load in a copy of its own, call after call: some need what others of the load create.
    const settings = settingsOf(all, () => {
      const copy = simulator.fork()
      return ({ method, headers, body }, url) => {
        const reply = copy.handle({ method, url, headers, body: body?.replaceAll('{n}', 'Bench') })
        if (reply.status >= 300) throw new Error(`${method} ${url} answered ${reply.status}: ${reply.body}`)
        return {
          status: reply.status,
          headers: reply.headers,
          body: Buffer.from(reply.body ?? '').toString('base64'),
        }
      }
    })
    const generator = children.start('load')
    const servers: Server[] = []
    const kinds: readonly Kind[] = [
      'bare',
      'forgery',
      ...(beside === undefined ? [] : ['beside' as const]),
      ...installed(),
    ]
    for (const kind of kinds) {
      const child =
        kind === 'beside'
          ? children.startFile(join(beside as string, 'scripts', 'bench', 'server.js'), ['forgery'])
          : children.start('server', [kind])
      servers.push({ kind, child, url: await answered<string>(child, settings) })
    }
    for (const load of chosen) {
      const costs = new Map<Kind, Cost[]>(kinds.map((kind) => [kind, []]))
      // Server by server in each round, so that whatever else the machine does meets all of them alike. The first round
      // only warms up.
      for (let round = -1; round < rounds; round++)
        for (const server of servers) {
          const asked = askedOf(server.kind, load)
          if (asked === undefined) continue
          const order = {
            ...load,
            ...asked,
            origin: server.url,
            until: round < 0 ? { requests: warm } : { milliseconds },
          }
          const cost = await costOf(generator, server, order)
          if (round >= 0) costs.get(server.kind)?.push(cost)
        }
      yield figureOf(load, costs, settings)
    }
  } finally {
    children.end()
  }
}

function askedOf(kind: Kind, load: Load): Pick<Load, 'calls' | 'writes'> | undefined {
  if (kind === 'bare' || kind === 'forgery' || kind === 'beside') return load
  const spoken = (calls: readonly Call[]) => calls.map((call) => spokenTo(kind, call))
  return load.peer && { calls: spoken(load.peer.calls), writes: spoken(load.peer.writes) }
}

async function costOf(generator: ChildProcess, { kind, child }: Server, order: Order): Promise<Cost> {
  const before = await answered<NodeJS.CpuUsage>(child, 'usage')
  const { requests, seconds, refused } = await answered<Delivered>(generator, order)
  const after = await answered<NodeJS.CpuUsage>(child, 'usage')
  if (refused !== undefined) throw new Error(`${kind} answered ${refused}`)
  const processor = after.user + after.system - before.user - before.system
  return { processor: processor / requests, wall: (seconds * 1e6) / requests }
}

function figureOf(
  { what, calls, share }: Load,
  costs: ReadonlyMap<Kind, readonly Cost[]>,
  settings: Settings,
): Figure {
  const ratios = (kind: Kind, of: keyof Cost): number[] =>
    (costs.get(kind) ?? []).map(
      (cost, round) => cost[of] / (costs.get('forgery')?.[round]?.[of] ?? Number.NaN),
    )
  const ours = costs.get('forgery') ?? []
  const bare = median(ratios('bare', 'processor'))
  const [low, high] = quartiles(ratios('bare', 'processor'))
  const others = ['beside' as const, ...peers]
    .map((name) => ({ name, ratio: ratios(name, 'processor') }))
    .filter(({ ratio }) => ratio.length > 0)
    .map(({ name, ratio }) => ({ name, ratio: median(ratio) }))
  const parts = [
    micros(median(ours.map(({ processor }) => processor))),
    `bare ${two(bare)} (${two(low)} to ${two(high)})`,
    `wall ${two(median(ratios('bare', 'wall')))}`,
    `stringify ${two(stringified(calls[0], settings) / median(ours.map(({ processor }) => processor)))}`,
    ...others.map(({ name, ratio }) => `${name} ${two(ratio)}`),
  ]
  const expectations = [
    ...(share === undefined ? [] : [{ text: `bare ${share}`, holds: bare >= share }]),
    ...others
      .filter(({ name }) => name !== 'beside')
      .map(({ name, ratio }) => ({ text: `${name} above 1`, holds: ratio > 1 })),
  ]
  return {
    what,
    figure: parts.join(', '),
    ...(expectations.length > 0 && {
      expected: {
        text: expectations.map(({ text }) => text).join(', '),
        holds: expectations.every(({ holds }) => holds),
      },
    }),
  }
}

function two(ratio: number): string {
  return ratio.toFixed(2)
}

// Microseconds of making text of the same finished objects; of bytes that are none there is nothing to make.
function stringified(call: Call | undefined, { recorded }: Settings): number {
  const reply = recorded[`${call?.method} ${call?.path}`]
  if (reply?.headers['Content-Type'] !== 'application/json') return 0
  const value: unknown = JSON.parse(Buffer.from(reply.body, 'base64').toString())
  return microseconds(() => void JSON.stringify(value), { rounds: 3, milliseconds: 20 })
}

function settingsOf(all: readonly Load[], asker: () => (call: Call, path: string) => Recorded): Settings {
  const recorded: { [call: string]: Recorded } = {}
  for (const { calls, writes } of all) {
    const ask = asker()
    let created = ''
    for (const call of [...calls, ...writes]) {
      const path = call.path.replace('{created}', created)
      const name = `${call.method} ${path}`
      // What the next call deletes has to be there, whoever created its like before.
      const reply = call.creates === undefined ? recorded[name] : undefined
      recorded[name] = reply ?? ask(call, path)
      if (call.creates !== undefined) created = String(bodyOf(recorded[name])[call.creates])
    }
  }
  const rows = (path: string) =>
    Object.entries(recorded)
      .filter(([call]) => call.startsWith(`GET /api/v4/projects/1/${path}/`))
      .map(([, reply], i) => ({ ...bodyOf(reply), id: i + 1 }))
  const one = (call: string) => [bodyOf(recorded[call] as Recorded)]
  return {
    recorded,
    rows: {
      merge_requests: rows('merge_requests'),
      issues: rows('issues'),
      milestones: one(`PUT /api/v4/projects/1/milestones/${MILESTONE}`),
      projects: one('GET /api/v4/projects/1'),
      labels: [],
      notes: [],
      users: [],
      branches: [],
    },
  }
}

function bodyOf({ body }: Recorded): { readonly [name: string]: unknown } {
  return JSON.parse(Buffer.from(body, 'base64').toString())
}
