import { matchesGlob } from '../lib/glob.ts'
import { drawInteger } from '../lib/random.ts'
import type { PlainReply, PlainRequest, Transport } from '../protocol/message.ts'
import type { PlainAnswer } from '../protocol/reply.ts'
import type { Instant } from '../time/calendar.ts'
import { altered, faultReply } from './fault-reply.ts'
import { answersItself, checkedRule, type FaultRule, rulePath } from './fault-rule.ts'
import { drawnLatency, type Latency, parseLatency } from './latency.ts'
import { apiPath, decodedPath } from './paths.ts'

export { type FaultRule, parseFault } from './fault-rule.ts'

/** A rule in force. */
export interface Fault extends FaultRule {
  /** Counts rules from 1. */
  readonly id: number
  /** How often it has struck. */
  readonly struck: number
}

/** What a fault does to a request: answers instead of the service, disturbs the connection, or both. */
export interface Disturbance {
  /** Sent instead of the service's reply; the request then has no effect. */
  readonly reply?: PlainReply
  /** Changes what the service answers. */
  readonly alter?: (answer: PlainAnswer) => PlainAnswer
  readonly transport?: Transport
  /** The rule that struck; undefined where there is only latency. */
  readonly by?: Fault
}

/** What random draws and headers of a fault depend on. */
export interface Moment {
  readonly seed: number
  /** The request's number in the journal. */
  readonly number: number
  readonly now: Instant
}

/** The rules in force, in the order in which they are tried; the first that strikes decides. */
export class Faults {
  readonly #given: readonly FaultRule[]
  readonly #latency: Latency
  readonly #givenLatency: string | number
  #rules: Armed[] = []
  #last = 0

  /**
   * `latency` (a duration, a range or a profile; default 0) delays every reply, on top of what a rule adds. Throws a
   * RangeError for an invalid rule or duration.
   */
  constructor(rules: readonly FaultRule[] = [], latency: string | number = 0) {
    this.#given = rules
    this.#latency = parseLatency(latency)
    this.#givenLatency = latency
    this.reset()
  }

  /** True when no request can be disturbed. */
  get idle(): boolean {
    return this.#rules.length === 0 && this.#latency.most === 0
  }

  /** Adds a rule after the others. Throws a RangeError for an invalid one. */
  add(rule: FaultRule): Fault {
    const armed = arm(this.#last + 1, rule)
    this.#last = armed.id
    this.#rules.push(armed)
    return shown(armed)
  }

  list(): Fault[] {
    return this.#rules.map(shown)
  }

  /** False when there is no such rule. */
  delete(id: number): boolean {
    const left = this.#rules.filter((rule) => rule.id !== id)
    const found = left.length < this.#rules.length
    this.#rules = left
    return found
  }

  clear(): void {
    this.#rules = []
  }

  /** Restores the rules given at construction, with all counts at 0. */
  reset(): void {
    this.#last = 0
    this.#rules = this.#given.map((rule) => arm(++this.#last, rule))
  }

  /** An independent copy with the same rules and counts. */
  fork(): Faults {
    const other = new Faults(this.#given, this.#givenLatency)
    other.#rules = this.#rules.map((rule) => ({ ...rule }))
    other.#last = this.#last
    return other
  }

  /** How often each rule has met a request so far, for `unstrike`. */
  struck(): ReadonlyMap<number, number> {
    return new Map(this.#rules.map(({ id, met }) => [id, met]))
  }

  /** Restores how often each rule had met one; rules added since are at 0. */
  unstrike(met: ReadonlyMap<number, number>): void {
    for (const rule of this.#rules) rule.met = met.get(rule.id) ?? 0
  }

  /** What happens to a request; undefined when nothing does. The same seed and number give the same answer. */
  match(request: Pick<PlainRequest, 'method' | 'url'>, moment: Moment): Disturbance | undefined {
    const rule = this.#rules.length === 0 ? undefined : this.#striking(request, moment)
    const latency = drawnLatency(this.#latency, moment.seed, moment.number)
    if (rule === undefined) return latency === 0 ? undefined : { transport: { delay: latency } }
    const delay = latency + drawnLatency(rule.delay, moment.seed, moment.number, rule.id)
    const transport: Transport = {
      ...(delay > 0 ? { delay } : {}),
      ...(rule.cut === undefined ? {} : { cut: rule.cut }),
    }
    const { rule: told } = rule
    return {
      by: shown(rule),
      ...(answersItself(told)
        ? { reply: faultReply(told, moment.now) }
        : told.patch !== undefined || told.headers !== undefined
          ? { alter: (answer) => altered(answer, told) }
          : {}),
      ...(delay > 0 || rule.cut !== undefined ? { transport } : {}),
    }
  }

  #striking({ method, url }: Pick<PlainRequest, 'method' | 'url'>, moment: Moment): Armed | undefined {
    const path = apiPath(decodedPath(url))
    for (const rule of this.#rules) {
      if (rule.method !== '*' && rule.method !== method) continue
      if (rule.met - rule.skip >= (rule.rule.times ?? Number.POSITIVE_INFINITY)) continue
      if (!matchesGlob(rule.path, path) || !strikes(rule, moment)) continue
      if (++rule.met > rule.skip) return rule
    }
    return undefined
  }
}

/** `reply` with a disturbance of its connection. */
export function disturbed(reply: PlainReply, transport: Transport | undefined): PlainReply {
  return transport === undefined ? reply : { ...reply, transport }
}

interface Armed {
  readonly id: number
  readonly rule: FaultRule
  readonly method: string
  readonly path: string
  readonly delay: Latency
  readonly cut: Transport['cut']
  readonly skip: number
  /** How many requests it matched, those that it left alone included. */
  met: number
}

function arm(id: number, given: FaultRule): Armed {
  const rule = checkedRule(given)
  return {
    id,
    rule,
    method: rule.method?.toUpperCase() ?? '*',
    path: rulePath(rule.path ?? '*'),
    delay: parseLatency(rule.delay ?? 0),
    cut: rule.reset ? 'reset' : rule.truncate ? 'truncate' : undefined,
    skip: rule.skip ?? 0,
    met: 0,
  }
}

function shown({ id, rule, met, skip }: Armed): Fault {
  return { id, ...rule, struck: Math.max(0, met - skip) }
}

function strikes({ id, rule }: Armed, { seed, number }: Moment): boolean {
  return rule.probability === undefined || drawInteger(seed, number, id) < rule.probability * 2 ** 32
}
