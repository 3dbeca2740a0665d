import type { TableDefinition } from './definition.ts'
import { released } from './released.ts'
import type { AnyRow } from './row.ts'
import type { Difference } from './tree.ts'

/** A row before and after a write; undefined where it was not there. */
export interface Change {
  // biome-ignore lint/suspicious/noExplicitAny: a change may be in any table.
  readonly table: TableDefinition<any, any>
  readonly before: AnyRow | undefined
  readonly after: AnyRow | undefined
}

const NONE: Change[] = []
const NO_TABLES: string[] = []

/** More are not worth following: whoever wants to know has to look at everything again. */
const MOST = 2000

/** Writes in their order, until somebody takes them. */
class Unread {
  /** Most versions are never written to. */
  #changes: Change[] = NONE
  #lost = false

  get isEmpty(): boolean {
    return this.#changes.length === 0 && !this.#lost
  }

  add(change: Change): void {
    if (this.#lost) return
    if (this.#changes === NONE) this.#changes = [change]
    else if (this.#changes.length < MOST) this.#changes.push(change)
    else this.lose()
  }

  addAll(others: Unread): void {
    if (others.#lost) this.lose()
    else if (this.#changes === NONE && !this.#lost) this.#changes = others.#changes.slice()
    else for (const change of others.#changes) this.add(change)
  }

  lose(): void {
    this.#lost = true
    this.#changes = NONE
  }

  take(): readonly Change[] | undefined {
    const taken = this.#lost ? undefined : this.#changes
    this.#changes = NONE
    this.#lost = false
    return taken
  }
}

/** What was written to a version of a database since somebody last asked. */
export class ChangeLog {
  readonly #unread = new Unread()
  /** The same for whoever goes back: of a request, all that it wrote, whoever else looked at it meanwhile. */
  readonly #undoable = new Unread()
  #writes = 0
  /** The names of the tables that were written to, and those of them where a write left a row. */
  #touched = NO_TABLES
  #left = NO_TABLES
  #everything = false
  #released = 0

  /** Whether anything was ever written to this version, also what was taken since. */
  get wasWritten(): boolean {
    return this.#writes > 0
  }

  /** How often something was written to this version: as long as it is the same, so are the rows. */
  get writes(): number {
    return this.#writes
  }

  /** Bytes that rows held and no longer hold, since the beginning: what older versions alone may still hold. */
  get released(): number {
    return this.#released
  }

  get isEmpty(): boolean {
    return this.#unread.isEmpty
  }

  /** Whether something was written to one of these tables, by their names, since this version began. */
  touches(tables: readonly string[]): boolean {
    return this.#everything || isAmong(this.#touched, tables)
  }

  /** The same where something was not only removed. */
  leaves(tables: readonly string[]): boolean {
    return this.#everything || isAmong(this.#left, tables)
  }

  add(change: Change): void {
    const { name } = change.table
    this.#touched = withTable(this.#touched, name)
    if (change.after !== undefined) this.#left = withTable(this.#left, name)
    this.#released += released(change.before, change.after)
    this.#writes++
    this.#unread.add(change)
    this.#undoable.add(change)
  }

  /** Nobody can tell any longer what was written. */
  lose(): void {
    this.#writes++
    this.#everything = true
    this.#unread.lose()
    this.#undoable.lose()
  }

  /** Adds the writes of a fork; of one that began elsewhere nobody can tell what they are. */
  addAll(others: ChangeLog, beganHere: boolean): void {
    this.#released += others.#released
    this.#everything ||= others.#everything
    for (const table of others.#touched) this.#touched = withTable(this.#touched, table)
    for (const table of others.#left) this.#left = withTable(this.#left, table)
    this.#writes += others.#writes
    if (!beganHere) this.lose()
    else {
      this.#unread.addAll(others.#unread)
      this.#undoable.addAll(others.#undoable)
    }
  }

  /** The writes since the last call, in order; undefined where nobody can tell. */
  take(): readonly Change[] | undefined {
    return this.#unread.take()
  }

  /** The same for whoever goes back. */
  takeUndoable(): readonly Change[] | undefined {
    return this.#undoable.take()
  }
}

function withTable(tables: string[], name: string): string[] {
  if (tables === NO_TABLES) return [name]
  if (!tables.includes(name)) tables.push(name)
  return tables
}

function isAmong(tables: readonly string[], names: readonly string[]): boolean {
  for (const name of names) if (tables.includes(name)) return true
  return false
}

interface Readable<Version> {
  tablesUnlike(other: Version): readonly string[]
  table(
    name: string,
  ): { readonly definition: Change['table']; since(before: never): readonly Difference<AnyRow>[] } | undefined
}

/** What would have to be written to one version of a database to make another one of it. It costs what differs. */
export function logBetween<Version extends Readable<Version>>(before: Version, after: Version): ChangeLog {
  const log = new ChangeLog()
  for (const name of after.tablesUnlike(before)) {
    const [old, now] = [before.table(name), after.table(name)]
    if (old === undefined || now === undefined) continue
    const { definition } = now
    for (const { before, after } of now.since(old as never)) log.add({ table: definition, before, after })
  }
  return log
}
