/** A request that was answered, or a call that the simulator made, as the control API and the log show it: no secrets. */
export interface JournalEntry {
  /** Counts entries from 1; never given out twice until the simulator is reset. */
  readonly id: number
  /** `in`: a request that the simulator answered. `out`: a call that it made, to deliver a webhook for example. */
  readonly direction: 'in' | 'out'
  /** Virtual time, ISO 8601. */
  readonly at: string
  readonly method: string
  /** As sent, still encoded, without the query. */
  readonly path: string
  /** Without the question mark; empty when there was none. */
  readonly query: string
  /** 0 where a call has no answer: not yet, or never. */
  readonly status: number
  /** The caller's user name; null for an anonymous or refused caller, and for calls of the simulator. */
  readonly user: string | null
  /** True for a request that the simulator made to itself; missing otherwise. */
  readonly itself?: true
  /** Of a call: where it went. Missing in requests. */
  readonly out?: CallEntry
}

/** What an entry tells of a call that the simulator made. */
export interface CallEntry {
  /** Scheme, host and port: `http://127.0.0.1:9000`. */
  readonly origin: string
  /** The event of a webhook: `Push Hook`. Null for all other calls. */
  readonly event: string | null
  /** Number of the request that caused it; null for what background jobs call. */
  readonly cause: number | null
  /** Number of the entry that it repeats. */
  readonly repeats: number | null
  /** Why there is no answer; null where there is one, or may come one. */
  readonly failure: string | null
}

/** What a listing of the journal can be narrowed to; all given fields must fit. */
export interface JournalFilter {
  readonly direction?: 'in' | 'out'
  /** In any case. */
  readonly method?: string
  /** A glob (`*` is any run of characters) over the decoded path, with or without the API root. */
  readonly path?: string
  /** A status or a class of them: `404`, `4xx`. */
  readonly status?: string
  readonly user?: string
}
