import { matchesGlob } from '../lib/glob.ts'
import { type Instant, isoTime } from '../time/calendar.ts'
import { disappointment, filterOf, type HowOften, type Wanted } from './expectation.ts'
import type { JournalEntry, JournalFilter } from './journal-entry.ts'
import { apiPath, decodedPath, redactedQuery, splitUrl } from './paths.ts'

/** How many requests a journal remembers. */
export const JOURNAL_SIZE = 1000

/** What happened, as the simulator reports it. */
export interface Answered {
  readonly at: Instant
  readonly method: string
  readonly url: string
  readonly status: number
  readonly user: string | null
}

/** A remembered request, and how to go back to just before it. */
interface Kept {
  readonly answered: Answered
  readonly back: (() => void) | undefined
}

/** The latest requests, oldest first. What is kept is small and raw; redacting and formatting wait for a reader. */
export class Journal {
  readonly #size: number
  #kept: (Kept | undefined)[] = []
  #counts = new Map<string, number>()
  #last = 0
  #forgotten = 0
  #relayed: { readonly to: Journal; readonly prefix: string } | undefined
  /** Called at each request, for logs. */
  onRecord: ((entry: JournalEntry) => void) | undefined

  /** `size` requests are remembered, 1,000 unless told. */
  constructor(size: number = JOURNAL_SIZE) {
    this.#size = size
  }

  /** The number that the next request will get: what a draw for it is made from. */
  get next(): number {
    return this.#last + 1
  }

  /**
   * Adds a request and returns its number; `back` goes back to just before it. The object is kept, so it must not hold the
   * request's body.
   */
  record(answered: Answered, back?: () => void): number {
    const id = ++this.#last
    this.#kept[id % this.#size] = { answered, back }
    const key = `${answered.method} ${answered.status}`
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    this.onRecord?.(entry(id, answered))
    this.#relayed?.to.onRecord?.(entry(id, { ...answered, url: `${this.#relayed.prefix}${answered.url}` }))
    return id
  }

  /** Lets who listens to another journal hear of this one's requests too, their paths behind a prefix. */
  relay(to: Journal, prefix: string): void {
    this.#relayed = { to, prefix }
  }

  /** The remembered requests that fit, oldest first. */
  entries(filter: JournalFilter = {}): JournalEntry[] {
    const found: JournalEntry[] = []
    for (let id = Math.max(this.#forgotten, this.#last - this.#size) + 1; id <= this.#last; id++) {
      const kept = this.#kept[id % this.#size]
      if (kept !== undefined && fits(kept.answered, filter)) found.push(entry(id, kept.answered))
    }
    return found
  }

  /**
   * The requests that fit, as a filter or as `METHOD PATH [STATUS]`; throws an error that lists what was asked instead
   * unless they are as many as expected: at least one unless told.
   *
   * @example
   * sim.journal.expect('POST /projects/1/merge_requests 201')
   * sim.journal.expect({ method: 'DELETE' }, 0)
   */
  expect(wanted: Wanted, howOften: HowOften = { atLeast: 1 }): JournalEntry[] {
    const fitting = this.entries(filterOf(wanted))
    const wrong = disappointment(wanted, howOften, fitting, this.entries())
    if (wrong !== undefined) throw new Error(wrong)
    return fitting
  }

  /** How many requests were answered since the start or the last reset, by method and status: `GET 200`. */
  counts(): ReadonlyMap<string, number> {
    return this.#counts
  }

  /** Goes back to just before a request, and forgets it and what came later. False when it is not remembered. */
  rewind(id: number): boolean {
    const kept = id > this.#forgotten && id <= this.#last ? this.#kept[id % this.#size] : undefined
    if (kept?.back === undefined || id <= this.#last - this.#size) return false
    kept.back()
    for (let later = id; later <= this.#last; later++) this.#kept[later % this.#size] = undefined
    return true
  }

  /** Forgets all requests; numbers go on. */
  clear(): void {
    this.#kept = []
    this.#forgotten = this.#last
  }

  /** Forgets all requests and counts from 1 again, as a new simulator does. */
  reset(): void {
    this.clear()
    this.#last = 0
    this.#forgotten = 0
    this.#counts = new Map()
  }
}

function entry(id: number, { at, method, url, status, user }: Answered): JournalEntry {
  const { path, query } = splitUrl(url)
  return { id, at: isoTime(at), method, path, query: redactedQuery(query), status, user }
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
