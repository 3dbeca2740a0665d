/** One answered request as the control API and the log show it, without secrets. */
export interface JournalEntry {
  /** Counts requests from 1; never given out twice until the simulator is reset. */
  readonly id: number
  /** Virtual time, ISO 8601. */
  readonly at: string
  readonly method: string
  /** As sent, still encoded, without the query. */
  readonly path: string
  /** Without the question mark; empty when there was none. */
  readonly query: string
  readonly status: number
  /** The caller's user name; null for an anonymous or refused caller. */
  readonly user: string | null
}

/** What a listing of the journal can be narrowed to; all given fields must fit. */
export interface JournalFilter {
  /** In any case. */
  readonly method?: string
  /** A glob (`*` is any run of characters) over the decoded path, with or without the API root. */
  readonly path?: string
  /** A status or a class of them: `404`, `4xx`. */
  readonly status?: string
  readonly user?: string
}
