import type { ContractOperation } from '../../contract.ts'
import type { JournalEntry } from '../../control/journal-entry.ts'
import { apiPath, withoutWorld } from '../../control/paths.ts'
import type { Simulator } from '../../index.ts'
import { operationOf } from '../../protocol/nearest.ts'
import { outsideName } from '../outside-name.ts'
import { askedIn } from '../watching/asked-in.ts'
import type { Asked, HygieneRule } from './asked.ts'
import { redirectedCredentials, tokensInQueries } from './credentials.ts'
import { notWaited, repeatedWrites } from './failures.ts'
import { firstPageOnly, onePerRow } from './lists.ts'
import { outsideTheApi } from './outside.ts'
import { deprecated, goneLater, unreadParameters } from './parameters.ts'
import { type Remark, Remarks } from './remark.ts'

/** Watches what a client asks of a simulator, and remarks what works there and fails, or costs, in production. */
export class Hygiene {
  readonly #simulator: Simulator
  readonly #operations: readonly ContractOperation[]
  readonly #byId: ReadonlyMap<string, ContractOperation>
  readonly #remarks = new Remarks()
  readonly #rules: readonly HygieneRule[] = [
    unreadParameters(),
    deprecated(),
    goneLater(),
    firstPageOnly(),
    onePerRow(),
    repeatedWrites(),
    notWaited(),
    tokensInQueries(),
    redirectedCredentials(),
    outsideTheApi(),
  ]

  constructor(simulator: Simulator, operations: readonly ContractOperation[]) {
    this.#simulator = simulator
    this.#operations = operations
    this.#byId = new Map(operations.map((operation) => [operation.id, operation]))
  }

  /** Takes an entry of the journal as it is recorded, at a wall time in milliseconds. */
  add(entry: JournalEntry, at: number): void {
    if (entry.direction === 'out' || entry.itself) return
    const asked = this.#asked(entry, at)
    if (asked === undefined) return
    for (const rule of this.#rules) rule.see(asked, this.#remarks.note)
  }

  /** All that was remarked, once the client has ended. */
  remarks(): Remark[] {
    for (const rule of this.#rules) rule.end?.(this.#remarks.note)
    return this.#remarks.list()
  }

  #asked(entry: JournalEntry, at: number): Asked | undefined {
    const { id, method, path } = entry
    const { world, simulator } = askedIn(this.#simulator, path)
    const exchange = simulator?.journal.exchange(id)
    if (simulator === undefined || exchange === undefined) return undefined
    const below = apiPath(path)
    const isOutside = below === path
    const known = isOutside ? undefined : operationOf(this.#operations, method, below)
    const body = simulator.journal.replyBody(id)
    return {
      ...exchange,
      operation: known === undefined ? undefined : this.#byId.get(known),
      world,
      path: below,
      subject: known ?? `${method} ${isOutside ? withoutWorld(below) : below}`,
      outside: isOutside ? { name: outsideName(entry) } : undefined,
      replyBody: typeof body === 'string' ? body : undefined,
      at,
      unread: () => unreadOf(simulator, id),
    }
  }
}

// The moment before a request may be let go already, where what was deleted since is large.
function unreadOf(simulator: Pick<Simulator, 'explain'>, id: number): ReturnType<Asked['unread']> {
  try {
    return simulator.explain(id).unread
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}
