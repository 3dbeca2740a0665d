import type { OutboundCall, OutboundPolicy, RemoteReply } from '../lib/outbound.ts'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import type { Instant } from '../time/calendar.ts'

/** What only an adapter can do: time, network, promises, servers. `index.ts` hands it in. */
export interface Doors {
  /** Wall time in milliseconds, for clocks that follow it. */
  readonly wall: () => Instant
  /** The demo world as lines that the build wrote down; undefined where there is none. */
  readonly prepared: () => Uint8Array | undefined
  /** A file of the page of the control API, by its name; undefined where there is none. */
  readonly pageFile: (name: string) => string | undefined
  readonly fetch: (
    handle: (request: PlainRequest) => PlainReply | Promise<PlainReply>,
    request: Request,
    bodyLimit: (request: Pick<PlainRequest, 'method' | 'url'>) => number,
  ) => Promise<Response>
  /** Makes a call under the policy, or takes the answer of what stands in for the remote host. */
  readonly callOut: (
    call: OutboundCall,
    remote: OutboundPolicy | ((call: OutboundCall) => RemoteReply | Promise<RemoteReply>),
    answered: (reply: RemoteReply) => void,
  ) => void
  /** Does steps until one answers true, a while at a time, and lets others be served in between. */
  readonly inSlices: (step: () => boolean, done: () => void) => void
  readonly promised: <T>(begin: (done: (value: T) => void) => void) => Promise<T>
  readonly listen: (simulator: Listening, options: ListenOptions) => Promise<Server>
}

export interface ListenOptions {
  /** 0 (the default) takes any free port. */
  readonly port?: number
  /** Default `127.0.0.1`. */
  readonly host?: string
}

export interface Server {
  /** `http://HOST:PORT`, without a trailing slash. */
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/** What a server needs of the simulator that it serves. */
export interface Listening {
  respond(request: PlainRequest): PlainReply | Promise<PlainReply>
  /** Most bytes that the body of a request may have. */
  bodyLimit(request: Pick<PlainRequest, 'method' | 'url'>): number
  /** Tells the address at which it is served. */
  moveTo(url: string): void
}
