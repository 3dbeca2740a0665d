import { matchesGlob } from '../lib/glob.ts'
import { redactedQuery, withoutTokens } from '../lib/secrets.ts'
import { type Instant, isoTime } from '../time/calendar.ts'
import { type Exchange, Exchanges } from './exchanges.ts'
import { filterOf, type HowOften, unmetExpectation, type Wanted } from './expectation.ts'
import type { JournalEntry, JournalFilter } from './journal-entry.ts'
import { apiPath, decodedPath, splitUrl } from './paths.ts'
import type { Snapshot } from './saved-state.ts'

/** Default number of requests that a journal keeps. */
export const JOURNAL_SIZE = 1000

/** An answered request, as the simulator reports it. */
export interface Answered {
  readonly at: Instant
  readonly method: string
  readonly url: string
  readonly status: number
  readonly user: string | null
}

/** The moment just before a request. */
export interface Past {
  /** Goes back to just before the request. */
  readonly rewind: () => void
  /** The world just before the clock moved for it. */
  readonly moment: Snapshot
}

interface Kept {
  readonly answered: Answered
  readonly past: Past | undefined
}

/** The latest requests, oldest first. Entries are kept raw; they are redacted and formatted when read. */
export class Journal {
  readonly #size: number
  #kept: (Kept | undefined)[] = []
  readonly #exchanges: Exchanges
  #counts = new Map<string, number>()
  #last = 0
  #forgotten = 0
  #relayed: { readonly to: Journal; readonly prefix: string } | undefined
  /** Called after each request, for logs. */
  onRecord: ((entry: JournalEntry) => void) | undefined

  /** `size`: number of requests to keep, default 1,000. */
  constructor(size: number = JOURNAL_SIZE) {
    this.#size = size
    this.#exchanges = new Exchanges(size)
  }

  /** The number of the next request; its random draws are made from it. */
  get next(): number {
    return this.#last + 1
  }

  /**
   * Adds a request and returns its number, with the moment just before it and with what was asked and answered, which is
   * kept within a bound of bytes.
   */
  record(answered: Answered, past?: Past, exchange?: Exchange): number {
    const id = ++this.#last
    this.#kept[id % this.#size] = { answered, past }
    this.#exchanges.add(id, exchange)
    const key = `${answered.method} ${answered.status}`
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    this.onRecord?.(entry(id, answered))
    this.#relayed?.to.onRecord?.(entry(id, { ...answered, url: `${this.#relayed.prefix}${answered.url}` }))
    return id
  }

  /** Also reports this journal's requests to the listener of another one, with a prefix before their paths. */
  relay(to: Journal, prefix: string): void {
    this.#relayed = { to, prefix }
  }

  /** The kept requests that match, oldest first. */
  entries(filter: JournalFilter = {}): JournalEntry[] {
    const found: JournalEntry[] = []
    for (let id = Math.max(this.#forgotten, this.#last - this.#size) + 1; id <= this.#last; id++) {
      const kept = this.#kept[id % this.#size]
      if (kept !== undefined && fits(kept.answered, filter)) found.push(entry(id, kept.answered))
    }
    return found
  }

  /**
   * The requests that match a filter, or a line `METHOD PATH [STATUS]`. Throws an error that lists the requests made
   * when the number of matches is not as expected (default: at least one).
   *
   * @example
   * sim.journal.expect('POST /projects/1/merge_requests 201')
   * sim.journal.expect({ method: 'DELETE' }, 0)
   */
  expect(wanted: Wanted, howOften: HowOften = { atLeast: 1 }): JournalEntry[] {
    const matching = this.entries(filterOf(wanted))
    const wrong = unmetExpectation(wanted, howOften, matching, this.entries())
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
    return true
  }

  /** The moment just before a request; undefined when it is not kept. */
  past(id: number): Past | undefined {
    const isKept = id > this.#forgotten && id <= this.#last && id > this.#last - this.#size
    return isKept ? this.#kept[id % this.#size]?.past : undefined
  }

  /** What was asked and answered; undefined when it is not kept, or no longer. */
  exchange(id: number): Exchange | undefined {
    return this.past(id) === undefined ? undefined : this.#exchanges.get(id)
  }

  /** Drops all requests; numbers go on. */
  clear(): void {
    this.#kept = []
    this.#exchanges.clear()
    this.#forgotten = this.#last
  }

  /** Drops all requests and counts from 1 again, as a new simulator does. */
  reset(): void {
    this.clear()
    this.#last = 0
    this.#forgotten = 0
    this.#counts = new Map()
  }
}

function entry(id: number, { at, method, url, status, user }: Answered): JournalEntry {
  const { path, query } = splitUrl(url)
  return {
    id,
    at: isoTime(at),
    method,
    path: withoutTokens(path),
    query: redactedQuery(query, path),
    status,
    user,
  }
}

function fits(answered: Answered, { method, path, status, user }: JournalFilter): boolean {
  if (method !== undefined && answered.method !== method.toUpperCase()) return false
  if (status !== undefined && !fitsStatus(answered.status, status)) return false
  if (user !== undefined && answered.user !== user) return false
  if (path === undefined) return true
  const decoded = decodedPath(answered.url)
  return matchesGlob(path, decoded) || matchesGlob(path, apiPath(decoded))
}

function fitsStatus(status: number, wanted: string): boolean {
  const class_ = /^([1-5])xx$/.exec(wanted)
  return class_ === null ? String(status) === wanted : Math.floor(status / 100) === Number(class_[1])
}
