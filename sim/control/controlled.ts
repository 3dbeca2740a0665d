import type { Dialect } from '../lib/dialect.ts'
import type { Steps } from '../lib/steps.ts'
import type { Tier } from '../model/installation/instance.ts'
import type { World } from '../model/world.ts'
import type { PlainRequest } from '../protocol/message.ts'
import type { Instant } from '../time/calendar.ts'
import type { ClockMode } from '../time/clock.ts'
import type { Changes } from './changes.ts'
import type { Explanation } from './explanation.ts'
import type { Faults } from './faults.ts'
import type { Journal } from './journal.ts'
import type { Snapshot } from './saved/saved-state.ts'

/** Options of a reset; without an option its current value stays. */
export interface ResetChoice {
  readonly seed?: number
  /** `demo`, `empty`, or a world description. */
  readonly world?: string | object
}

/** How a new world begins. */
export interface WorldBeginning extends ResetChoice {
  /** A world whose present state it begins with, clock and faults too; without it a world begins seeded. */
  readonly from?: string
}

/** The worlds of one process, as the control API lists and makes them. */
export interface ControlledWorlds {
  /** Adds a world. Throws a RangeError for a name that cannot be had, and for a beginning that makes no sense. */
  create(name: string, beginning?: WorldBeginning): Controlled
  /** The same step by step: it is there once all are done. */
  createSteps(name: string, beginning?: WorldBeginning): Steps<Controlled>
  /** A world by its name; `default` is the one that needs none. */
  get(name: string): Controlled | undefined
  /** False when there is no such named world. */
  delete(name: string): boolean
  /** Names and worlds in the order of their making, the one without a name first. */
  entries(): [name: string, world: Controlled][]
}

/** What the control API may do to a simulator. */
export interface Controlled {
  readonly version: string
  readonly seed: number
  /** `demo`, `empty`, or `custom` for a world description. */
  readonly worldName: string
  /** Base of all links: scheme, host, port and, for a named world, `/w/NAME`. */
  readonly url: string
  /** All worlds of the process. */
  readonly worlds: ControlledWorlds
  readonly tier: Tier
  readonly dialect: Dialect
  /** Which hosts outgoing requests of the simulator may reach. */
  readonly outbound: string
  /** Whether it serves a legal but inconvenient world. */
  readonly squeezed: boolean
  readonly world: World
  readonly journal: Journal
  readonly faults: Faults
  now(): Instant
  readonly clockMode: ClockMode
  /** Sets the time, step by step: jobs that become due run in order. Throws a RangeError. */
  timeSteps(at: Instant): Steps<void>
  setClockMode(mode: ClockMode): void
  /** Resets to the seeded world. Throws a RangeError for an unknown world. */
  reset(to?: ResetChoice): void
  /** The same step by step: nothing has changed until all are done. */
  resetSteps(to?: ResetChoice): Steps<void>
  /** Snapshots, oldest first. */
  readonly marks: readonly Mark[]
  /** Takes a snapshot: of the present, unless told. */
  mark(name?: string, moment?: Snapshot): Mark
  savedMark(id: string): Steps<string | Uint8Array> | undefined
  /** False when there is no such snapshot. */
  restoreMark(id: string): boolean
  deleteMark(id: string): boolean
  /** Why a request of the journal was answered as it was. Throws a RangeError for one that is not kept. */
  explain(id: number): Explanation
  /** What a request of the journal changed. Throws a RangeError for one that is not kept. */
  changes(id: number): Changes
  /**
   * Makes a request or a call of the journal again, as things stand. Returns its new number; undefined where a request waits
   * for somebody else. Throws a RangeError for one that is not kept.
   */
  repeat(id: number): number | undefined
  /** Makes a request, and returns its number as `repeat` does. */
  send(request: PlainRequest): number | undefined
  /** A file of the page, by its name; undefined where the package was not built. */
  pageFile(name: string): string | undefined
  /** The OpenAPI document as JSON text, step by step: the first time it takes long. */
  openapi(): Steps<string>
}

export interface Mark {
  readonly id: string
  readonly name: string | null
  /** Virtual time at which it was taken. */
  readonly at: Instant
}
