import type { Lender } from '../lib/recent/lent-bytes.ts'

/** A request as an adapter hands it over: nothing decoded, the body bounded. */
export interface PlainRequest {
  readonly method: string
  /** Path and query as sent, still encoded: `/api/v4/projects/a%2Fb?page=2`. */
  readonly url: string
  /** Names in lower case; repeated headers joined as HTTP says. */
  readonly headers: { readonly [name: string]: string | undefined }
  readonly body?: Uint8Array | string | undefined
  /** The client's address, for limits on anonymous callers. */
  readonly address?: string | undefined
  /** Whether whoever sends the reply takes a long text as its bytes, and can send the rest of it as it is made. */
  readonly takesMore?: boolean
}

export interface PlainReply {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: string | Uint8Array | null
  /** Whose memory the body is. Once it is sent, or is of no use, `takeBack` lets it be used again. */
  readonly lender?: Pick<Lender, 'takeBack'>
  /** What an adapter with a connection does besides sending it. */
  readonly transport?: Transport
  /**
   * The rest of a long body, made as it is sent; only for a request that `takesMore`. A piece stands until the next one is
   * asked for.
   */
  readonly more?: Iterable<Uint8Array>
}

/** Disturbances that only a real connection can show; adapters without one delay and fail as closely as they can. */
export interface Transport {
  /** Milliseconds of wall time before the first byte. */
  readonly delay?: number
  /** Drops the connection before the reply, or in the middle of its body. */
  readonly cut?: 'reset' | 'truncate'
  /** What follows the body while the connection lasts; without a connection the body is all. */
  readonly feed?: Feed
}

/** What goes on after a reply has begun. */
export interface Feed {
  /** What is new since the last call. */
  next(): string
  /** Calls `wake` when there may be something new, until the returned function is called. */
  follow(wake: () => void): () => void
}
