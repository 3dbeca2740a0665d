import type { JournalEntry } from '../../control/journal-entry.ts'
import { apiPath } from '../../control/paths.ts'
import type { Manner } from '../../lib/releases/changes.ts'
import type { PlainRequest } from '../../protocol/message.ts'
import { type Known, operationOf } from '../../protocol/nearest.ts'
import { mannersOf } from './manners.ts'
import { namesSent } from './names-sent.ts'

/** What a client uses of the API: what `forgery conform --for` checks a deployment for. */
export interface ClientContract {
  readonly version: 1
  readonly operations: readonly UsedOperation[]
  /** Requests that no operation answered: `GET /usr`. */
  readonly unknown: readonly string[]
  /** What its requests do beside calling operations, where releases changed it: `job-token`, `keyset-pagination`. */
  readonly manners: readonly Manner[]
  /** What it called and another release has; missing where there is nothing of the kind. */
  readonly otherReleases?: readonly OfOtherRelease[]
}

/** An operation that is not there: it came with a later release, or went with an earlier one. */
export interface OfOtherRelease {
  readonly operation: string
  readonly since?: string
  readonly until?: string
}

export interface UsedOperation {
  /** `GET /projects/:id/issues` */
  readonly operation: string
  readonly calls: number
  /** Statuses that the client met. */
  readonly statuses: readonly number[]
  /** Names of the parameters that it sent, without those of the path. */
  readonly parameters: readonly string[]
  /** Attributes of replies that it read, such as `author.username`; missing where it was not observed in process. */
  readonly attributes?: readonly string[]
}

type OthersTold = () => readonly (Known & Omit<OfOtherRelease, 'operation'>)[]

interface Use {
  calls: number
  readonly statuses: Set<number>
  readonly parameters: Set<string>
  attributes: Set<string> | undefined
}

/** Writes down what a client uses, as its requests are recorded. */
export class ClientUse {
  readonly #operations: readonly Known[]
  readonly #uses = new Map<string, Use>()
  readonly #unknown = new Set<string>()
  readonly #manners = new Set<Manner>()
  readonly #others: OthersTold
  readonly #ofOthers = new Map<string, OfOtherRelease>()

  /** `others` tells the operations of other releases, once something is called that this one does not have. */
  constructor(operations: readonly Known[], others: OthersTold) {
    this.#operations = operations
    this.#others = others
  }

  /** Takes an entry of a journal, and its request where that is kept. What is outside of the API is no part of a contract. */
  add({ direction, itself, method, path, status }: JournalEntry, request: PlainRequest | undefined): void {
    const below = apiPath(path)
    if (direction === 'out' || itself) return
    if (request !== undefined) for (const manner of mannersOf(request, status)) this.#manners.add(manner)
    if (below === path) return
    const operation = operationOf(this.#operations, method, below)
    if (operation === undefined) {
      this.#addMissing(method, below)
      return
    }
    const use = this.#useOf(operation)
    use.calls++
    use.statuses.add(status)
    if (request !== undefined) for (const name of namesSent(request)) use.parameters.add(name)
  }

  /** Takes an attribute that was read of a reply to a request; undefined for a reply that is observed and not read yet. */
  read(method: string, path: string, attribute: string | undefined): void {
    const operation = operationOf(this.#operations, method, path)
    if (operation === undefined) return
    const use = this.#useOf(operation)
    use.attributes ??= new Set()
    if (attribute !== undefined) use.attributes.add(attribute)
  }

  contract(): ClientContract {
    const operations = [...this.#uses].map(([operation, { calls, statuses, parameters, attributes }]) => ({
      operation,
      calls,
      statuses: [...statuses].sort((one, other) => one - other),
      parameters: [...parameters].sort(),
      ...(attributes === undefined ? {} : { attributes: [...attributes].sort() }),
    }))
    const sorted = operations.sort((one, other) => (one.operation < other.operation ? -1 : 1))
    const others = [...this.#ofOthers]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, told]) => told)
    const unknown = [...this.#unknown].sort()
    const manners = [...this.#manners].sort()
    const otherReleases = others.length > 0 && { otherReleases: others }
    return { version: 1, operations: sorted, unknown, manners, ...otherReleases }
  }

  #addMissing(method: string, path: string): void {
    const others = this.#others()
    const operation = operationOf(others, method, path)
    const other = others.find((one) => `${one.method} ${one.path}` === operation)
    if (operation === undefined || other === undefined) {
      this.#unknown.add(`${method} ${path}`)
      return
    }
    const { since, until } = other
    const told = { operation, ...(since !== undefined && { since }), ...(until !== undefined && { until }) }
    this.#ofOthers.set(operation, told)
  }

  #useOf(operation: string): Use {
    const known = this.#uses.get(operation)
    if (known !== undefined) return known
    const use: Use = { calls: 0, statuses: new Set(), parameters: new Set(), attributes: undefined }
    this.#uses.set(operation, use)
    return use
  }
}
