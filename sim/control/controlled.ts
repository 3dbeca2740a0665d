import type { Dialect } from '../lib/dialect.ts'
import type { Tier } from '../model/installation/instance.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import type { ClockMode } from '../time/clock.ts'
import type { Faults } from './faults.ts'
import type { Journal } from './journal.ts'
import type { SavedState } from './saved-state.ts'

/** What a world begins again with; what is not said stays as it was. */
export interface ResetChoice {
  readonly seed?: number
  /** `demo`, `empty`, or a description of one's own. */
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
  /** `demo`, `empty`, or `custom` for a description of one's own. */
  readonly worldName: string
  /** Scheme, host, port and, of a named world, `/w/NAME`: what links begin with. */
  readonly url: string
  /** All worlds of the process. */
  readonly worlds: ControlledWorlds
  readonly tier: Tier
  readonly dialect: Dialect
  /** Which hosts calls of the simulator itself may reach. */
  readonly outbound: string
  readonly world: World
  readonly journal: Journal
  readonly faults: Faults
  now(): Instant
  readonly clockMode: ClockMode
  /** Moves the time; jobs that become due run in order. */
  advance(milliseconds: number): void
  setTime(at: Instant): void
  setClockMode(mode: ClockMode): void
  /** Back to the seeded world. Throws a RangeError for a world that is unknown. */
  reset(to?: ResetChoice): void
  /** Marks by id, oldest first. */
  readonly marks: readonly Mark[]
  /** Marks the present, or what was saved before. Throws a RangeError for what cannot be read. */
  mark(name?: string, saved?: unknown): Mark
  savedMark(id: string): SavedState | undefined
  /** False when there is no such mark. */
  restoreMark(id: string): boolean
  deleteMark(id: string): boolean
  /** The OpenAPI document as JSON text. */
  openapi(): string
}

export interface Mark {
  readonly id: string
  readonly name: string | null
  /** Virtual time at which it was taken. */
  readonly at: Instant
}
