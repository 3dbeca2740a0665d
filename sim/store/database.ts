import { ChangeLog } from './changes.ts'
import type { TableDefinition, Traits } from './definition.ts'
import { Kept } from './kept.ts'
import { NOBODY, Owner } from './owner.ts'
import type { AnyRow } from './row.ts'
import { type LaterRows, type Ownership, stateLater, Table, type TableState } from './table.ts'
import type { Texts } from './word-segment.ts'

/** Table definitions by name; the shape of a database. */
export interface Schema {
  // biome-ignore lint/suspicious/noExplicitAny: a schema mixes tables of different row types; each use narrows them.
  readonly [name: string]: TableDefinition<any, any>
}

type TableOf<D> = D extends TableDefinition<infer Row, infer Index> ? Table<Row, Index> : never

/** A database of that schema: its tables by name, and what a version of it can do. */
export type Database<S extends Schema> = { readonly [name in keyof S]: TableOf<S[name]> } & Versioned<S>

export interface Versioned<S extends Schema> {
  /** An isolated copy in O(1): neither sees the other's later writes; unchanged nodes stay shared. */
  fork(): Database<S>
  /** A fork for what may turn out to write nothing: the same one again as long as neither was written. */
  attempt(): Database<S>
  /** The database as it is now, to go back to: the same one again as long as nothing was written. */
  kept(): Kept<Database<S>>
  /** Takes over everything of a fork, in O(number of tables that the fork opened). */
  become(fork: Database<S>): void
  /** What was written to this version since somebody last asked, and to forks that it became. */
  readonly changes: ChangeLog
  /** A table by its name, for tools that walk all of them. */
  table(name: string): Table<AnyRow> | undefined
  readonly tableNames: readonly string[]
  /** The names of the tables that another version has otherwise, or had meanwhile. No table is looked into. */
  tablesUnlike(other: Database<S>): readonly string[]
}

/**
 * Declares a table. The row type is given first, the indexes are inferred: `table<User>()('users', {...})`. Rows whose
 * words somebody looks for say which texts they have: `table<User>((user) => [user.name])('users', {...})`.
 */
export function table<Row extends AnyRow>(texts?: Texts<Row>) {
  return <Index extends string>(
    name: string,
    indexes: TableDefinition<Row, Index>['indexes'],
    { permanent, alike }: Traits = {},
  ): TableDefinition<Row, Index> => ({ name, indexes, texts, permanent, alike })
}

const noRows: LaterRows = () => []

/** No table is open yet. */
const NONE: (Table<AnyRow> | undefined)[] = []
const NO_PLACES: number[] = []

/** Rows of tables by their names; each is asked for when its table is first opened. */
export type FirstRows = ReadonlyMap<string, LaterRows>

/** Makes the constructor of databases of a schema: empty ones, and such whose tables begin with given rows. */
export function defineDatabase<S extends Schema>(schema: S): (first?: FirstRows) => Database<S> {
  const names = Object.keys(schema)
  const position = new Map(names.map((name, i) => [name, i]))

  class Version {
    /** Undefined as long as nobody has asked for a table or for what was written. */
    #owned: Ownership | undefined
    /** What this version was when it was a copy and nothing else. */
    #origin: readonly TableState<AnyRow>[]
    #states: readonly TableState<AnyRow>[]
    /** By place, as far as somebody asked for them: most versions are kept to go back to, and never looked at. */
    #tables: (Table<AnyRow> | undefined)[] = NONE
    /** The places of the tables that somebody asked for. */
    #open: number[] = NO_PLACES
    /** How often something had been written when the states of open tables were gathered last. */
    #gathered = 0
    #attempt: Version | undefined
    #kept: Kept<Version> | undefined
    /** How often something had been written by then. */
    #writesKept = 0

    constructor(states: readonly TableState<AnyRow>[]) {
      this.#states = states
      this.#origin = states
    }

    get tableNames() {
      return names
    }

    static {
      for (const [name, i] of position)
        Object.defineProperty(Version.prototype, name, {
          get(this: Version) {
            return this.#tables[i] ?? this.#opened(i)
          },
        })
    }

    #opened(i: number): Table<AnyRow> {
      const definition = schema[names[i] as string] as TableDefinition<AnyRow>
      const opened = new Table(definition, this.#states[i] as TableState<AnyRow>, this.#ownership())
      // At once for all: a list that grows place by place is copied again and again.
      if (this.#tables === NONE) this.#tables = new Array(names.length)
      this.#tables[i] = opened
      if (this.#open === NO_PLACES) this.#open = []
      this.#open.push(i)
      return opened
    }

    #ownership(): Ownership {
      this.#owned ??= { token: new Owner(), log: new ChangeLog() }
      return this.#owned
    }

    // The next write of a table copies its roots.
    #disown(): void {
      if (this.#owned !== undefined) this.#owned.token = new Owner()
    }

    table(name: string) {
      const i = position.get(name)
      return i === undefined ? undefined : (this.#tables[i] ?? this.#opened(i))
    }

    tablesUnlike(other: Version): readonly string[] {
      this.#gather()
      other.#gather()
      return names.filter((_, i) => this.#states[i] !== other.#states[i])
    }

    get changes(): ChangeLog {
      return (this.#owned ?? this.#ownership()).log
    }

    fork(): Version {
      this.#gather()
      // Both sides lose the right to write in place.
      this.#disown()
      return new Version(this.#states)
    }

    attempt(): Version {
      if (this.#attempt === undefined || !this.#isCopiedBy(this.#attempt)) this.#attempt = this.fork()
      return this.#attempt
    }

    kept(): Kept<Version> {
      const { changes } = this
      if (this.#kept === undefined || this.#writesKept !== changes.writes) {
        this.#kept = new Kept(this.fork(), this.#kept, changes.takeUndoable())
        this.#writesKept = changes.writes
      }
      return this.#kept
    }

    // A write replaces the state of its table, on either side, since no state belongs to anybody after a fork.
    #isCopiedBy(fork: Version): boolean {
      this.#gather()
      return fork.#origin === this.#states && fork.#owned?.log.wasWritten !== true
    }

    become(fork: Version): void {
      fork.#gather()
      this.#gather()
      this.changes.addAll(fork.changes, fork.#origin === this.#states)
      fork.#disown()
      this.#disown()
      const before = this.#states
      this.#states = fork.#states
      this.#adopt(before)
      this.#gathered = this.changes.writes
      // The next attempt begins with the same rows, and with tables that are open.
      if (fork === this.#attempt) fork.#beginAgain()
    }

    #beginAgain(): void {
      const before = this.#origin
      this.#origin = this.#states
      this.#ownership().log = new ChangeLog()
      this.#gathered = 0
      this.#adopt(before)
    }

    // Tables that somebody holds go on, with the new rows. Most are as they were before.
    #adopt(before: readonly TableState<AnyRow>[]): void {
      const now = this.#states
      for (const i of this.#open)
        if (now[i] !== before[i]) this.#tables[i]?.adopt(now[i] as TableState<AnyRow>)
    }

    // Between two writes the states are the same ones.
    #gather(): void {
      const writes = this.#owned?.log.writes ?? 0
      if (writes === this.#gathered) return
      this.#gathered = writes
      let states: TableState<AnyRow>[] | undefined
      for (const i of this.#open) {
        const { state } = this.#tables[i] as Table<AnyRow>
        if (state === this.#states[i]) continue
        states ??= this.#states.slice()
        states[i] = state
      }
      if (states !== undefined) this.#states = states
    }
  }

  return (first) => {
    const states = names.map((name) => stateLater(first?.get(name) ?? noRows, NOBODY))
    return new Version(states) as unknown as Database<S>
  }
}
