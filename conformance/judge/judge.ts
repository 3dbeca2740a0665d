import { type Contract, contract, type Dialect } from '../../sim/contract.ts'
import { slug } from '../kit/check.ts'
import { apiRoot } from '../kit/client.ts'
import type { Finding } from '../kit/finding.ts'
import { beginningOf } from '../kit/json.ts'
import { createLedger } from '../report/tried.ts'
import type { CheckEnded, Event } from '../run/events.ts'
import { acceptedDialects } from '../targets/accepted.ts'
import { noTraffic } from '../targets/traffic.ts'
import type { Exchange, Heard } from './exchange.ts'
import type { Fault, Outcome, TrafficLaw } from './law.ts'
import { trafficLaws } from './laws/index.ts'
import { baseOf, createPlacing } from './place.ts'
import { createRedactor } from './redact.ts'

export interface TrafficOptions {
  /** When it began to listen, ISO 8601; now unless told. */
  readonly began?: string
  /** Scheme, host and relative root of the service: `https://gitlab.example.com`. */
  readonly base: string
  /** The dialect that it must follow. Default: either. */
  readonly dialect?: Dialect | undefined
}

/** What was judged, beside the findings. */
export interface Tally {
  readonly exchanges: number
  readonly operations: number
  /** How many exchanges were not judged, by the reason. */
  readonly left: ReadonlyMap<string, number>
  /** By law: how many exchanges held to it, and how many did not. */
  readonly laws: readonly { readonly name: string; readonly held: number; readonly broken: number }[]
}

/** Judges traffic that others make. It sends nothing. */
export interface TrafficJudge {
  /** What is found by this exchange, each fault once. */
  hear(exchange: Exchange): readonly CheckEnded[]
  /** What could only be told when everything was heard, what was found to hold, and the end of the run. */
  end(): readonly Event[]
  /** The event that begins a report. */
  readonly started: Event
  readonly tally: Tally
}

export function createTrafficJudge({
  base,
  dialect,
  began = new Date().toISOString(),
}: TrafficOptions): TrafficJudge {
  const contracts = acceptedDialects({ dialect }).map((one) => contract(one)) as [Contract, ...Contract[]]
  const [first] = contracts
  const placing = createPlacing(first)
  const redactor = createRedactor()
  const ledger = createLedger(first, `${new URL(base).pathname.replace(/\/$/, '')}${apiRoot}`)
  const laws = trafficLaws.map((law) => ({ law, listener: law.begin({ contracts }), held: 0, broken: 0 }))
  const verdicts = new Map<string, Verdict>()
  const left = new Map<string, number>()
  const operations = new Set<string>()
  let exchanges = 0

  function leave(reason: string): readonly CheckEnded[] {
    left.set(reason, (left.get(reason) ?? 0) + 1)
    return []
  }

  function judged(entry: (typeof laws)[number], outcomes: readonly Outcome[]): readonly CheckEnded[] {
    return outcomes.flatMap((outcome) => {
      if (outcome.fault === undefined) entry.held += 1
      else entry.broken += 1
      const id = `laws/${entry.law.name}/${slug(outcome.heard.operation.id)}`
      const verdict = verdicts.get(id) ?? { law: entry.law, heard: outcome.heard, held: 0, titles: new Map() }
      verdicts.set(id, verdict)
      if (outcome.fault === undefined) {
        verdict.held += 1
        return []
      }
      const times = (verdict.titles.get(outcome.fault.title) ?? 0) + 1
      verdict.titles.set(outcome.fault.title, times)
      return times === 1 ? [failed(id, entry.law, outcome as Outcome & { readonly fault: Fault })] : []
    })
  }

  function failed(id: string, law: TrafficLaw, outcome: Outcome & { readonly fault: Fault }): CheckEnded {
    const { heard, after = [], fault } = outcome
    const all = [...after, heard]
    const finding: Finding = {
      title: redactor.text(fault.title, all),
      expected: redactor.text(fault.expected, all),
      actual: redactor.text(fault.actual, all),
      severity: fault.level ?? law.level,
      check: id,
      operation: heard.operation.id,
    }
    const recipe = {
      seed: 0,
      runs: 0,
      counterexample: undefined,
      shrinks: 0,
      objects: all.map(
        (one) => `${one.name}${one.began === undefined ? '' : ` of ${new Date(one.began).toISOString()}`}`,
      ),
      arrangement: [],
      calls: all.map((one) => redactor.curl(one)),
      replies: all.map((one) => redactor.text(replyOf(one), all)),
      lastReply: redactor.text(replyOf(heard), all),
    }
    return ended(id, law, heard, { kind: 'fail', finding, recipe })
  }

  return {
    started: {
      type: 'started',
      target: base,
      dialect,
      tier: undefined,
      version: undefined,
      mode: 'read',
      callers: [],
      seed: 0,
      runs: 0,
      planned: 0,
      at: began,
    },
    hear: (exchange) => {
      const { method, url } = exchange
      // A simulator that was taken back, or whose world is another one.
      if (new URL(url).pathname.includes('/_forgery/') && method !== 'GET')
        for (const { listener } of laws) listener.forget?.()
      const reason = unfit(exchange, base)
      if (reason !== undefined) return leave(reason)
      const heard = placing.place(exchange, base)
      if (heard === undefined) return leave('of no operation that is known')
      if (exchange.status > 501) return leave(`answered with ${exchange.status}, as proxies do`)
      exchanges += 1
      operations.add(heard.operation.id)
      const request = { method, url: url.slice(new URL(url).origin.length), headers: exchange.headers }
      ledger.hear(
        exchange.sent === undefined ? request : { ...request, body: exchange.sent },
        { status: exchange.status, headers: exchange.answered, body: '' },
        heard.caller === '' ? 'anonymous' : 'unknown',
      )
      return laws.flatMap((entry) => judged(entry, entry.listener.hear(heard)))
    },
    end: () => {
      const late = laws.flatMap((entry) => judged(entry, entry.listener.end?.() ?? []))
      const passed = [...verdicts].flatMap(([id, { law, heard, held, titles }]) =>
        titles.size === 0 ? [ended(id, law, heard, { kind: 'pass', inputs: held })] : [],
      )
      const fail = [...verdicts.values()].reduce((sum, { titles }) => sum + titles.size, 0)
      const counts = { pass: passed.length, fail, known: 0, skip: 0, disabled: 0, blocked: 0, broken: 0 }
      const traffic = noTraffic()
      return [
        ...late,
        ...passed,
        { type: 'ended', counts, stopped: false, traffic, tried: ledger.tried(), milliseconds: 0 },
      ]
    },
    get tally() {
      const sums = laws.map(({ law: { name }, held, broken }) => ({ name, held, broken }))
      return { exchanges, operations: operations.size, left, laws: sums }
    },
  }
}

interface Verdict {
  readonly law: TrafficLaw
  readonly heard: Heard
  held: number
  readonly titles: Map<string, number>
}

function ended(id: string, law: TrafficLaw, { operation }: Heard, result: CheckEnded['result']): CheckEnded {
  const { says, source, level } = law
  const covers = [operation.id]
  return {
    type: 'check-ended',
    id,
    says: `${operation.id}: ${says}`,
    source,
    level,
    covers,
    result,
    milliseconds: 0,
  }
}

/** Why an exchange cannot be judged. */
function unfit({ url, method }: Exchange, base: string): string | undefined {
  const found = baseOf(url)
  if (found === undefined)
    return new URL(url).origin === new URL(base).origin ? 'of no API call' : 'to other hosts'
  if (found !== base) return 'to other hosts'
  return method === 'OPTIONS' ? 'asked by browsers before a call' : undefined
}

const MOST_REPLY = 1000

function replyOf({ status, body }: Heard): string {
  if (body === undefined) return `${status} (body not recorded)`
  const text = new TextDecoder().decode(body)
  return text.length > MOST_REPLY
    ? `${status} ${beginningOf(text, MOST_REPLY)}… (${text.length} characters)`
    : `${status} ${text}`
}
