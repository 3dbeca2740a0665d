import type { Change } from './changes.ts'
import type { AnyRow, RowId } from './row.ts'

interface Undoable<Version> {
  fork(): Version
  table(name: string): { put(row: AnyRow): unknown; delete(id: RowId): void } | undefined
}

/** So many in a row are told by what was written: whoever goes back undoes no more than that. */
const MOST_TOLD = 32

const NOTHING: readonly Change[] = []

/**
 * A database as it was, which somebody may go back to. The last one is there as a version of its own. One before it is
 * told by what was written until the next, and made when somebody asks, which seldom happens: the nodes of its trees, of
 * which each write copies some, need not be kept for it.
 */
export class Kept<Version extends Undoable<Version>> {
  #version: Version | undefined
  #next: Kept<Version> | undefined
  #written = NOTHING
  readonly #told: number

  /** Behind another one, of which it is told what was written until this one; undefined where nobody knows. */
  constructor(version: Version, last?: Kept<Version>, written?: readonly Change[]) {
    this.#version = version
    const follows = last !== undefined && written !== undefined && last.#told < MOST_TOLD
    this.#told = follows ? last.#told + 1 : 0
    if (!follows) return
    last.#version = undefined
    last.#next = this
    // Of its exact length.
    last.#written = written.slice()
  }

  get version(): Version {
    this.#version ??= this.#made()
    return this.#version
  }

  #made(): Version {
    const undone: (readonly Change[])[] = []
    let whole: Kept<Version> = this
    for (; whole.#version === undefined; whole = whole.#next as Kept<Version>) undone.push(whole.#written)
    const version = whole.#version.fork()
    for (const written of undone.reverse()) undo(version, written)
    this.#next = undefined
    this.#written = NOTHING
    // Nobody writes to it any more.
    return version.fork()
  }
}

function undo<Version extends Undoable<Version>>(version: Version, written: readonly Change[]): void {
  for (let i = written.length - 1; i >= 0; i--) {
    const { table, before, after } = written[i] as Change
    if (before !== undefined) version.table(table.name)?.put(before)
    else if (after !== undefined) version.table(table.name)?.delete(after.id)
  }
}
