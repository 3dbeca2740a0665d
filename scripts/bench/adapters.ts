import { performance } from 'node:perf_hooks'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { MockAgent, request } from 'undici'
import { forgeryHandlers } from '../../sim/adapters/msw.ts'
import { forgeryDispatcher } from '../../sim/adapters/undici.ts'
import { createSimulator } from '../../sim/index.ts'
import { type Figure, median, micros, quartiles } from './figures.ts'
import type { Rounds } from './http.ts'

const ORIGIN = 'http://127.0.0.1:8080'
const PATH = '/api/v4/projects/1/merge_requests/1'
const headers = { 'private-token': 'alice-token' }
/** Questions before anything is measured: on a busy machine a time would be too few of them. */
const WARM = 3000
/** Times what a static body takes. */
const MOST = 1.5

/** One way in, answered by the simulator and by a body that never changes. */
interface Way {
  readonly what: string
  readonly ours: Door
  readonly still: Door
}
interface Door {
  /** Asks once, and reads the answer to its end. */
  readonly ask: () => Promise<string>
  /** Opens it; what is returned shuts it again. */
  readonly open?: () => () => void
}

/** What the adapters take in this process for one merge request, beside the same interception with a static body. */
export async function throughAdapters(rounds: Rounds): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const way of ways()) {
    const costs: (readonly [ours: number, still: number])[] = []
    for (let round = -1; round < rounds.rounds; round++) {
      const until = round < 0 ? { asked: WARM } : { milliseconds: rounds.milliseconds }
      const cost = [await through(way.ours, until), await through(way.still, until)] as const
      if (round >= 0) costs.push(cost)
    }
    figures.push(figureOf(way.what, costs))
  }
  return figures
}

function ways(): readonly Way[] {
  const simulator = createSimulator({ url: ORIGIN })
  const { status, headers: sent, body } = simulator.handle({ method: 'GET', url: PATH, headers })
  const text = String(body)
  if (status !== 200) throw new Error(`${PATH} answered ${status}: ${text}`)
  const answer = () => new Response(text, { status, headers: sent })
  const agent = new MockAgent()
  agent.disableNetConnect()
  agent.get(ORIGIN).intercept({ path: PATH }).reply(status, text, { headers: sent }).persist()
  const fetched = async (fetch: (request: Request) => Promise<Response>) =>
    (await fetch(new Request(`${ORIGIN}${PATH}`, { headers }))).text()
  const asked = async (dispatcher: NonNullable<Parameters<typeof request>[1]>['dispatcher']) =>
    (await request(`${ORIGIN}${PATH}`, { headers, ...(dispatcher && { dispatcher }) })).body.text()
  const intercepted = (...handlers: Parameters<typeof setupServer>): Door => ({
    open: () => {
      const server = setupServer(...handlers)
      server.listen({ onUnhandledRequest: 'error' })
      return () => server.close()
    },
    ask: () => fetched(fetch),
  })
  const dispatcher = forgeryDispatcher(simulator, { url: ORIGIN })
  const all = [
    {
      what: 'fetch',
      ours: { ask: () => fetched((given) => simulator.fetch(given)) },
      still: { ask: () => fetched(async () => answer()) },
    },
    {
      what: 'msw',
      ours: intercepted(...forgeryHandlers(simulator)),
      still: intercepted(
        http.get(`${ORIGIN}${PATH}`, () => new HttpResponse(text, { status, headers: sent })),
      ),
    },
    {
      what: 'undici, beside its MockAgent',
      ours: { ask: () => asked(dispatcher) },
      still: { ask: () => asked(agent) },
    },
  ]
  return all
}

/** Microseconds of processor time that one answer takes. */
async function through(
  { ask, open }: Door,
  until: { readonly milliseconds: number } | { readonly asked: number },
): Promise<number> {
  const shut = open?.()
  try {
    // Another answer than the one that is meant would be compared with it.
    const { iid } = JSON.parse(await ask())
    if (iid !== 1) throw new Error(`the answer is another one: ${iid}`)
    const before = process.cpuUsage()
    const start = performance.now()
    let asked = 0
    const goesOn = () =>
      'asked' in until ? asked < until.asked : performance.now() - start < until.milliseconds
    while (goesOn()) {
      for (let i = 0; i < 16; i++) await ask()
      asked += 16
    }
    const { user, system } = process.cpuUsage(before)
    return (user + system) / asked
  } finally {
    shut?.()
  }
}

function figureOf(what: string, costs: readonly (readonly [number, number])[]): Figure {
  const ratios = costs.map(([ours, still]) => ours / still)
  const [low, high] = quartiles(ratios)
  const ratio = median(ratios)
  const each = median(costs.map(([ours]) => ours))
  return {
    what: `GET one merge request by ${what}`,
    figure: `${micros(each)}, ${ratio.toFixed(2)} x a static body (${low.toFixed(2)} to ${high.toFixed(2)})`,
    expected: { text: `at most ${MOST}`, holds: ratio <= MOST },
  }
}
