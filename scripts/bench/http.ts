import { createSimulator } from '../../sim/index.ts'
import { answered, Children } from './children.ts'
import { type Figure, median, rate } from './figures.ts'
import type { Call, Delivered, Order } from './load.ts'
import type { Settings } from './server.ts'

export interface Rounds {
  readonly rounds: number
  /** Length of one measurement. */
  readonly milliseconds: number
}

interface Comparison {
  readonly what: string
  readonly forgery: Call
  /** The same question as json-server puts it. */
  readonly peer: Call
  /** The share of the bare server's rate that is expected. */
  readonly share?: number
}

const headers = { 'private-token': 'alice-token', 'content-type': 'application/json' }
const read = (path: string): Call => ({ method: 'GET', path, headers })
const ROWS = 1000

const comparisons: readonly Comparison[] = [
  {
    what: 'GET one merge request',
    forgery: read('/api/v4/projects/1/merge_requests/1'),
    peer: read('/merge_requests/1'),
    share: 0.5,
  },
  {
    what: 'GET a list of 20',
    forgery: read('/api/v4/projects/1/merge_requests?per_page=20'),
    peer: read('/merge_requests?_page=1&_limit=20'),
  },
  {
    what: 'GET a list of 20, filtered and sorted',
    forgery: read('/api/v4/projects/1/merge_requests?per_page=20&state=merged&order_by=updated_at'),
    peer: read('/merge_requests?state=merged&_sort=updated_at&_order=desc&_page=1&_limit=20'),
  },
  {
    what: 'POST a milestone',
    forgery: {
      method: 'POST',
      path: '/api/v4/projects/1/milestones',
      headers,
      body: '{"title":"Bench {n}"}',
    },
    peer: { method: 'POST', path: '/milestones', headers, body: '{"title":"Bench {n}"}' },
  },
]

const kinds = ['bare', 'forgery', 'json-server'] as const
type Kind = (typeof kinds)[number]

/** Requests a second over HTTP, beside a bare server that sends the same bytes and beside json-server with 1,000 rows. */
export async function overHttp({ rounds, milliseconds }: Rounds): Promise<Figure[]> {
  const children = new Children()
  try {
    const load = children.start('load')
    const settings = settingsOf()
    const servers = kinds.map((kind) => ({ kind, child: children.start('server', [kind]) }))
    const urls = new Map<Kind, string>()
    for (const { kind, child } of servers) urls.set(kind, await answered<string>(child, settings))
    const rates = new Map<string, number[]>()
    // Round by round and server by server, so that whatever else the machine does meets all of them alike.
    for (let round = -1; round < rounds; round++)
      for (const { what, forgery, peer } of comparisons)
        for (const kind of kinds) {
          const call = kind === 'json-server' ? peer : forgery
          const order: Order = {
            ...call,
            origin: urls.get(kind) as string,
            milliseconds: round < 0 ? 300 : milliseconds,
          }
          const { requests, seconds, refused } = await answered<Delivered>(load, order)
          if (refused !== undefined)
            throw new Error(`${kind} answered ${refused} to ${call.method} ${call.path}`)
          // The first round only warms up.
          if (round >= 0)
            rates.set(`${kind} ${what}`, [...(rates.get(`${kind} ${what}`) ?? []), requests / seconds])
        }
    return comparisons.flatMap((comparison) =>
      figuresOf(comparison, (kind) => median(rates.get(`${kind} ${comparison.what}`) ?? [])),
    )
  } finally {
    children.end()
  }
}

function figuresOf({ what, share }: Comparison, of: (kind: Kind) => number): Figure[] {
  const [bare, forgery, peer] = [of('bare'), of('forgery'), of('json-server')]
  const part = `${Math.round((forgery / bare) * 100)} % of bare`
  const expected =
    share === undefined
      ? undefined
      : { text: `${share * 100} % of the bare server or more`, holds: forgery >= share * bare }
  return [
    { what: `${what}: bare node:http`, figure: rate(bare) },
    {
      what: `${what}: forgery`,
      figure: `${rate(forgery)}, ${part}`,
      ...(expected === undefined ? {} : { expected }),
    },
    {
      what: `${what}: json-server, ${ROWS} rows`,
      figure: rate(peer),
      expected: { text: 'slower than forgery', holds: peer < forgery },
    },
  ]
}

function settingsOf(): Settings {
  const simulator = createSimulator({ control: false })
  const recorded = Object.fromEntries(
    comparisons.map(({ forgery: { method, path, headers: sent, body } }) => {
      const reply = simulator.handle({ method, url: path, headers: sent, body })
      if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.body}`)
      return [`${method} ${path}`, { status: reply.status, headers: reply.headers, body: String(reply.body) }]
    }),
  )
  const list = simulator.handle({
    method: 'GET',
    url: '/api/v4/projects/1/merge_requests?per_page=100',
    headers,
  })
  const shown = JSON.parse(String(list.body)) as readonly object[]
  const rows = Array.from({ length: ROWS }, (_, i) => ({ ...shown[i % shown.length], id: i + 1 }))
  return { recorded, rows: { merge_requests: rows, milestones: [] } }
}
