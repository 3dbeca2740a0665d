import type { Mark } from '../control/controlled.ts'
import type { Snapshot } from '../control/saved/saved-state.ts'

interface NamedMark extends Mark {
  readonly snapshot: Snapshot
}

/** The snapshots that the control API keeps, by id. */
export class Marks {
  #kept: NamedMark[] = []
  #last = 0

  /** Oldest first. */
  get list(): readonly Mark[] {
    return this.#kept
  }

  add(snapshot: Snapshot, name: string | null): Mark {
    const mark = { id: String(++this.#last), name, at: snapshot.clock.now, snapshot }
    this.#kept.push(mark)
    return mark
  }

  snapshot(id: string): Snapshot | undefined {
    return this.#kept.find((mark) => mark.id === id)?.snapshot
  }

  /** False when there is no such mark. */
  delete(id: string): boolean {
    const left = this.#kept.filter((mark) => mark.id !== id)
    const found = left.length < this.#kept.length
    this.#kept = left
    return found
  }

  /** Forgets all marks; ids go on. */
  clear(): void {
    this.#kept = []
  }
}
