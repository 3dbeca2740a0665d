import type { Contract } from '../../sim/contract.ts'
import type { Level } from '../kit/finding.ts'
import type { Heard } from './exchange.ts'

/** What a law knows of the service. */
export interface Setting {
  /** One for each dialect that is accepted. */
  readonly contracts: readonly [Contract, ...Contract[]]
}

/** What is wrong with an exchange. The title is without ids and times, so that a thousand hits of one fault are one. */
export interface Fault {
  readonly title: string
  readonly expected: string
  readonly actual: string
  /** Where it weighs less than the law. */
  readonly level?: Level
}

/** What became of an exchange under a law. What the traffic cannot tell is no outcome. */
export interface Outcome {
  readonly heard: Heard
  /** Exchanges before it without which it is no fault. */
  readonly after?: readonly Heard[]
  readonly fault?: Fault
}

/** A requirement that can be judged by traffic alone. */
export interface TrafficLaw {
  readonly name: string
  readonly says: string
  readonly source: string
  readonly level: Level
  begin(setting: Setting): Listener
}

export interface Listener {
  hear(heard: Heard): readonly Outcome[]
  /** What could not be told before all was heard. */
  end?(): readonly Outcome[]
  /** The service went back to another state: what was remembered of its objects is no longer true. */
  forget?(): void
}

/**
 * Declares a law of single exchanges. `faults` gives what is wrong with an exchange, or undefined where the law says
 * nothing of it.
 */
export function single(
  law: Omit<TrafficLaw, 'begin'> & {
    readonly faults: (heard: Heard, setting: Setting) => readonly Fault[] | undefined
  },
): TrafficLaw {
  const { faults, ...told } = law
  return {
    ...told,
    begin: (setting) => ({
      hear: (heard) => {
        const found = faults(heard, setting)
        if (found === undefined) return []
        return found.length === 0 ? [{ heard }] : found.map((fault) => ({ heard, fault }))
      },
    }),
  }
}

/** What only operations beyond the specification are believed to do weighs less. */
export function weighed(heard: Heard, fault: Fault): Fault {
  return heard.operation.beyond ? { ...fault, level: 'should' } : fault
}
