import { ChangeLog } from './changes.ts'
import type { TableDefinition } from './definition.ts'
import type { AnyRow } from './row.ts'
import { emptyState, type Ownership, Table, type TableState } from './table.ts'
import type { Texts } from './text-index.ts'

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
  /** Takes over everything of a fork, in O(number of tables that the fork opened). */
  become(fork: Database<S>): void
  /** What was written to this version since somebody last asked, and to forks that it became. */
  readonly changes: ChangeLog
  /** A table by its name, for tools that walk all of them. */
  table(name: string): Table<AnyRow> | undefined
  readonly tableNames: readonly string[]
}

/**
 * Declares a table. The row type is given first, the indexes are inferred: `table<User>()('users', {...})`. Rows whose
 * words somebody looks for say which texts they have: `table<User>((user) => [user.name])('users', {...})`.
 */
export function table<Row extends AnyRow>(texts?: Texts<Row>) {
  return <Index extends string>(
    name: string,
    indexes: TableDefinition<Row, Index>['indexes'],
  ): TableDefinition<Row, Index> => (texts === undefined ? { name, indexes } : { name, indexes, texts })
}

/** Makes the constructor of empty databases of a schema. */
export function defineDatabase<S extends Schema>(schema: S): () => Database<S> {
  const names = Object.keys(schema)
  const position = new Map(names.map((name, i) => [name, i]))

  class Version {
    readonly #ownership: Ownership = { token: {}, log: new ChangeLog() }
    /** What this version was when it was a copy and nothing else. */
    readonly #origin: readonly TableState<AnyRow>[]
    #states: readonly TableState<AnyRow>[]
    readonly #open: (Table<AnyRow> | undefined)[] = []

    constructor(states: readonly TableState<AnyRow>[]) {
      this.#states = states
      this.#origin = states
    }

    get tableNames() {
      return names
    }

    at(i: number): Table<AnyRow> {
      let opened = this.#open[i]
      if (opened === undefined) {
        const definition = schema[names[i] as string] as TableDefinition<AnyRow>
        opened = new Table(definition, this.#states[i] as TableState<AnyRow>, this.#ownership)
        this.#open[i] = opened
      }
      return opened
    }

    table(name: string) {
      const i = position.get(name)
      return i === undefined ? undefined : this.at(i)
    }

    get changes(): ChangeLog {
      return this.#ownership.log
    }

    fork(): Version {
      this.#gather()
      // Both sides lose the right to write in place: the next write of either copies the table's roots.
      this.#ownership.token = {}
      return new Version(this.#states)
    }

    become(fork: Version): void {
      fork.#gather()
      this.#gather()
      if (fork.#origin === this.#states) this.changes.addAll(fork.changes)
      else this.changes.lose()
      fork.#ownership.token = {}
      this.#ownership.token = {}
      this.#states = fork.#states
      // Tables that somebody holds go on, with the new rows.
      this.#open.forEach((opened, i) => {
        opened?.adopt(this.#states[i] as TableState<AnyRow>)
      })
    }

    #gather(): void {
      let states: TableState<AnyRow>[] | undefined
      this.#open.forEach((opened, i) => {
        if (opened === undefined || opened.state === this.#states[i]) return
        states ??= [...this.#states]
        states[i] = opened.state
      })
      if (states !== undefined) this.#states = states
    }
  }

  for (const [name, i] of position)
    Object.defineProperty(Version.prototype, name, {
      get(this: Version) {
        return this.at(i)
      },
    })

  return () => {
    const owner = {}
    const states = names.map((name) => emptyState(schema[name] as TableDefinition<AnyRow>, owner))
    return new Version(states) as unknown as Database<S>
  }
}
