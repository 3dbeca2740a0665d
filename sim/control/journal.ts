import { matchesGlob } from '../lib/glob.ts'
import type { OutboundCall, RemoteReply } from '../lib/outbound.ts'
import { redactedQuery, withoutSecrets, withoutTokens } from '../lib/secrets.ts'
import type { Answer } from '../protocol/reply.ts'
import { type Instant, isoTime } from '../time/calendar.ts'
import { Watched } from './events/watched.ts'
import { type Exchange, Exchanges } from './exchanges.ts'
import { filterOf, type HowOften, unmetExpectation, type Wanted } from './expectation.ts'
import type { CallEntry, JournalEntry, JournalFilter } from './journal-entry.ts'
import { apiPath, decodedPath, splitOrigin, splitUrl } from './paths.ts'
import type { Snapshot } from './saved/saved-state.ts'

/** Default number of requests that a journal keeps. */
export const JOURNAL_SIZE = 1000

/**
 * Default for the most bytes that the worlds before kept requests may hold and the present one does not, such as files that were deleted
 * since: the oldest requests cannot be gone back to beyond that.
 */
export const PAST_BYTES = 64 * 1024 * 1024

/** An answered request, as the simulator reports it. */
export interface Answered {
  readonly at: Instant
  readonly method: string
  readonly url: string
  readonly status: number
  readonly user: string | null
  /** True for a request that the simulator made to itself. */
  readonly itself?: boolean
}

/** A call that the simulator makes, as it reports it. */
export interface Called {
  readonly at: Instant
  readonly call: OutboundCall
  /** The entry that caused it. */
  readonly cause?: number
  /** The entry that it repeats. */
  readonly repeats?: number
}

/** A call in the journal, which waits for its answer. */
export interface CallKept {
  readonly id: number
  answered(reply: RemoteReply): void
}

/** The moment just before a request. */
export interface Past {
  /** Goes back to just before the request. */
  rewind(): void
  /** The world just before the clock moved for it. */
  readonly moment: Snapshot
  /** Bytes that the world had held and no longer held by then, since the simulator began. */
  readonly released: number
}

interface Kept {
  readonly answered: Answered
  readonly past?: Past | undefined
  readonly called?: Called
  /** Why a call was not answered. */
  readonly failure?: string
}

/** The latest requests and calls, oldest first. Entries are kept raw; they are redacted and formatted when read. */
export class Journal {
  readonly #size: number
  readonly #pastBytes: number
  #kept: (Kept | undefined)[] = []
  readonly #exchanges: Exchanges
  #counts = new Map<string, number>()
  #last = 0
  #forgotten = 0
  #drops = 0
  /** No request of a lower number can be gone back to. */
  #reach = 0
  /** Who follows what happens. */
  readonly watched = new Watched()
  #relayed: { readonly to: Journal; readonly prefix: string } | undefined
  /** Called after each request, for logs. */
  onRecord: ((entry: JournalEntry) => void) | undefined

  /** `size`: number of requests to keep, default 1,000; `pastBytes`: see `PAST_BYTES`, the default. */
  constructor(size: number = JOURNAL_SIZE, pastBytes: number = PAST_BYTES) {
    this.#size = size
    this.#pastBytes = pastBytes
    this.#exchanges = new Exchanges(size)
  }

  /** The number of the next request; its random draws are made from it. */
  get next(): number {
    return this.#last + 1
  }

  /**
   * Adds a request and returns its number, with the moment just before it and with what was asked and answered. Bodies are
   * kept within a bound of bytes.
   */
  record(answered: Answered, past?: Past, exchange?: Exchange, body?: Answer['body']): number {
    const id = this.#add({ answered, past })
    this.#exchanges.put(id, exchange, body)
    const key = `${answered.method} ${answered.status}`
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    if (past !== undefined) this.#bound(past.released)
    this.#tell(id)
    return id
  }

  // What is released between the world before a request and the present one is held for that request's sake.
  #bound(released: number): void {
    const oldest = Math.max(this.#forgotten, this.#last - this.#size) + 1
    for (let id = Math.max(this.#reach, oldest); id < this.#last; id++) {
      const kept = this.#kept[id % this.#size]
      if (kept?.past !== undefined && released - kept.past.released <= this.#pastBytes) break
      if (kept?.past !== undefined) this.#kept[id % this.#size] = { ...kept, past: undefined }
      this.#reach = id + 1
    }
  }

  /** Adds a call that the simulator makes; listeners are told once it is answered. */
  recordCall(called: Called): CallKept {
    const { method, url, headers = {}, body } = { ...called.call, ...called.call.shown }
    const answered = { at: called.at, method, url, status: 0, user: null }
    const request = { method, url, headers, body }
    const kept: Kept = { answered, called }
    const id = this.#add(kept)
    this.#exchanges.put(id, { request, reply: { status: 0, headers: {} } })
    return {
      id,
      answered: (reply) => {
        // It may be forgotten by now, or another one may have its number after a reset.
        if (this.#at(id) !== kept) return
        const status = reply.reached ? reply.status : 0
        const failure = reply.reached ? {} : { failure: reply.message }
        this.#kept[id % this.#size] = { ...kept, answered: { ...answered, status }, ...failure }
        if (reply.reached && this.#exchanges.get(id) !== undefined)
          this.#exchanges.put(id, { request, reply: { status, headers: reply.headers } }, reply.body)
        this.#tell(id)
      },
    }
  }

  #add(kept: Kept): number {
    const id = ++this.#last
    this.#kept[id % this.#size] = kept
    return id
  }

  #tell(id: number): void {
    this.watched.wake()
    if (this.onRecord === undefined && this.#relayed === undefined) return
    const kept = this.#kept[id % this.#size] as Kept
    this.onRecord?.(entryOf(id, kept))
    this.#relayed?.to.onRecord?.(entryOf(id, kept, this.#relayed.prefix))
  }

  /** Has somebody else told of each entry, besides whoever listens already. */
  alsoTell(told: (entry: JournalEntry) => void): void {
    const before = this.onRecord
    this.onRecord = (entry) => {
      before?.(entry)
      told(entry)
    }
  }

  /** Also reports this journal's requests to the listener of another one, with a prefix before their paths. */
  relay(to: Journal, prefix: string): void {
    this.#relayed = { to, prefix }
  }

  /** How often entries were dropped by a rewind, or all at once. */
  get drops(): number {
    return this.#drops
  }

  /** The kept entries that match, oldest first; with `after`, only those of higher numbers. */
  entries(filter: JournalFilter = {}, after = 0): JournalEntry[] {
    const found: JournalEntry[] = []
    for (let id = Math.max(this.#forgotten, this.#last - this.#size, after) + 1; id <= this.#last; id++) {
      const kept = this.#kept[id % this.#size]
      if (kept !== undefined && fits(kept, filter)) found.push(entryOf(id, kept))
    }
    return found
  }

  /** An entry by its number; undefined when it is not kept. */
  entry(id: number): JournalEntry | undefined {
    const kept = this.#at(id)
    return kept && entryOf(id, kept)
  }

  /**
   * The requests that match a filter, or a line `METHOD PATH [STATUS]`; calls of the simulator only where the filter has
   * the direction `out`. Throws an error that lists the requests made when the number of matches is not as expected
   * (default: at least one).
   *
   * @example
   * sim.journal.expect('POST /projects/1/merge_requests 201')
   * sim.journal.expect({ method: 'DELETE' }, 0)
   */
  expect(wanted: Wanted, howOften: HowOften = { atLeast: 1 }): JournalEntry[] {
    const filter: JournalFilter = { direction: 'in', ...filterOf(wanted) }
    const matching = this.entries(filter)
    const all = this.entries(filter.direction === undefined ? {} : { direction: filter.direction })
    const wrong = unmetExpectation(wanted, howOften, matching, all)
    if (wrong !== undefined) throw new Error(wrong)
    return matching
  }

  /** How many requests were answered since the start or the last reset, by method and status: `GET 200`. */
  counts(): ReadonlyMap<string, number> {
    return this.#counts
  }

  /** Rewinds to just before a request and drops it and all later ones. False when the request is not kept. */
  rewind(id: number): boolean {
    const past = this.past(id)
    if (past === undefined) return false
    past.rewind()
    for (let later = id; later <= this.#last; later++) this.#kept[later % this.#size] = undefined
    this.#dropped()
    return true
  }

  /** The moment just before a request; undefined when it is not kept, or no longer. */
  past(id: number): Past | undefined {
    return this.#at(id)?.past
  }

  /** What was asked and answered; undefined when it is not kept, or no longer. */
  exchange(id: number): Exchange | undefined {
    return this.#at(id) === undefined ? undefined : this.#exchanges.get(id)
  }

  /** The body of a reply; undefined where it had none, and when it is not kept, or no longer. */
  replyBody(id: number): string | Uint8Array | undefined {
    return this.#at(id) === undefined ? undefined : this.#exchanges.body(id)
  }

  /** A call that the simulator made; undefined for a request, and when it is not kept. */
  call(id: number): OutboundCall | undefined {
    return this.#at(id)?.called?.call
  }

  #at(id: number): Kept | undefined {
    const isKept = id > this.#forgotten && id <= this.#last && id > this.#last - this.#size
    return isKept ? this.#kept[id % this.#size] : undefined
  }

  /** Drops all requests; numbers go on. */
  clear(): void {
    this.#kept = []
    this.#exchanges.clear()
    this.#forgotten = this.#last
    this.#dropped()
  }

  #dropped(): void {
    this.#drops++
    this.watched.wake()
  }

  /** Drops all requests and counts from 1 again, as a new simulator does. */
  reset(): void {
    this.clear()
    this.#last = 0
    this.#forgotten = 0
    this.#reach = 0
    this.#counts = new Map()
  }
}

function entryOf(id: number, { answered, called, failure }: Kept, prefix = ''): JournalEntry {
  const { at, method, url, status, user, itself } = answered
  const { origin, target } = splitOrigin(url)
  const { path, query } = splitUrl(called === undefined ? `${prefix}${target}` : target)
  return {
    id,
    direction: called === undefined ? 'in' : 'out',
    at: isoTime(at),
    method,
    path: withoutTokens(path),
    query: redactedQuery(query, path),
    status,
    user,
    ...(itself === true && { itself }),
    ...(called !== undefined && { out: callEntry(called, origin, failure) }),
  }
}

function callEntry({ call, cause, repeats }: Called, origin: string, failure?: string): CallEntry {
  return {
    origin: withoutSecrets(origin),
    event: call.headers?.['X-Gitlab-Event'] ?? null,
    cause: cause ?? null,
    repeats: repeats ?? null,
    failure: failure === undefined ? null : withoutSecrets(failure),
  }
}

function fits({ answered, called }: Kept, { direction, method, path, status, user }: JournalFilter): boolean {
  if (direction !== undefined && (called === undefined ? 'in' : 'out') !== direction) return false
  if (method !== undefined && answered.method !== method.toUpperCase()) return false
  if (status !== undefined && !fitsStatus(answered.status, status)) return false
  if (user !== undefined && answered.user !== user) return false
  if (path === undefined) return true
  const decoded = decodedPath(splitOrigin(answered.url).target)
  return matchesGlob(path, decoded) || matchesGlob(path, apiPath(decoded))
}

function fitsStatus(status: number, wanted: string): boolean {
  const class_ = /^([1-5])xx$/.exec(wanted)
  return class_ === null ? String(status) === wanted : Math.floor(status / 100) === Number(class_[1])
}
