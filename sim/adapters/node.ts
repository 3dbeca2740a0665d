import type { PlainReply, PlainRequest } from '../protocol/message.ts'

export type Handler = (request: PlainRequest) => PlainReply

export interface ListenOptions {
  /** 0 (the default) takes any free port. */
  readonly port?: number
  /** `127.0.0.1` unless told. */
  readonly host?: string
  /** Most bytes of a request's body, 20 MiB unless told; more is answered with 413. */
  readonly bodyLimit?: number
  /** Told of each request that was refused here and never reached the handler. */
  readonly onRefused?: (refused: { readonly method: string; readonly url: string; readonly status: number }) => void
}

export interface Listening {
  /** `http://HOST:PORT`, without a trailing slash. */
  readonly url: string
  readonly port: number
  /** Stops accepting, ends idle connections at once and waits for replies under way. */
  close(): Promise<void>
}

/** Serves a handler over HTTP/1.1. Rejects with the system's error when the address cannot be had. */
export async function listen(_handler: Handler, _options: ListenOptions = {}): Promise<Listening> {
  throw new Error('not yet')
}
