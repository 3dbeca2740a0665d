import type { Dialect, Tier } from '../../sim/contract.ts'
import type { Row } from '../kit/json.ts'
import type { RemoteHost } from '../servers/side.ts'
import type { Traffic } from './traffic.ts'

/** Time as whoever waits needs it. */
export interface WireClock {
  now(): number
  sleep(milliseconds: number): Promise<void>
}

/** How far what is read lags behind what was written; grows when it is seen to. */
export interface Lag {
  milliseconds: number
  /** Number of times that was looked for it. */
  looks?: number
  /** Number of checks that are being tried again with time left after each write. */
  patient?: number
}

/** Milliseconds left between a write and what reads next, while a check is tried again. */
export const LONG_LAG_MS = 2000

/** How long reads wait behind writes at the moment. */
export function lagNow({ milliseconds, patient = 0 }: Lag): number {
  return patient > 0 ? Math.max(milliseconds, LONG_LAG_MS) : milliseconds
}

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: string
  /** Path and query below the origin, encoded: `/api/v4/projects?page=2`. */
  readonly url: string
  readonly headers: { readonly [name: string]: string }
  readonly body?: string | Uint8Array
}

export interface WireReply {
  readonly status: number
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string }
  readonly body: string
  /** The body as it came, where `body` is that read as UTF-8; otherwise the text is the body. */
  readonly bytes?: Uint8Array
  /** When the request was sent, and how long the reply took; absent where no network was between. */
  readonly timing?: { readonly at: string; readonly milliseconds: number }
}

/** Users by what they may do in the project of a check, from the one who may most. */
export const signedIn = [
  'admin',
  'owner',
  'maintainer',
  'developer',
  'reporter',
  'guest',
  'stranger',
] as const
export const roles = [...signedIn, 'anonymous'] as const
export type Role = (typeof roles)[number]
/** Callers by credentials of another kind, and by such that open nothing. */
export const oddCallers = [
  'reader',
  'plainAdmin',
  'expired',
  'revoked',
  'blocked',
  'oauth',
  'impersonation',
  'deploy',
  'job',
  'session',
  'unknown',
] as const
export type OddCaller = (typeof oddCallers)[number]
export type Who = Role | OddCaller

/** A token and the name of the shell variable that stands for it in everything that is printed. */
export interface Credential {
  readonly variable: string
  readonly token: string
}
export type Credentials = { readonly [who in Who]?: Credential }

export type Rewind = () => Promise<void>

/** A way into the target. Where the target can go back, nothing done here is seen through another door. */
export interface Door {
  send(request: WireRequest): Promise<WireReply>
  /** Sends what outlasts the run, for whoever puts it back; absent where nobody may. */
  readonly lasting?: (request: WireRequest) => Promise<WireReply>
  /** Remembers the present state; absent where the target cannot return to it. */
  readonly mark?: () => Promise<Rewind>
  /** Moves the target's clock on; absent where only waiting does. */
  readonly advance?: (seconds: number) => Promise<void>
  /** Lets the target take objects of buckets from there; absent where it asks the cloud. */
  readonly keepObjectsAt?: (endpoint: string) => Promise<void>
  /** The rows of a table, which tell what no operation does; absent without a control API. */
  readonly rowsOf?: (table: string) => Promise<readonly Row[]>
  close(): Promise<void>
}

/**
 * What may be done on a target. `read`: nothing is sent that could change anything; what is there is looked at. `write`:
 * groups and projects are made, and removed again. `control`: it can go back in time and forward, too.
 */
export const modes = ['read', 'write', 'control'] as const
export type Mode = (typeof modes)[number]

/** What a run has to do with, found out before it begins. */
export interface Place {
  /** Read: the project that is looked at; id or path. */
  readonly project?: string
  /** Read: the group that is looked at. Write: groups are made below it. */
  readonly group?: string
  /** The same group as it was read, where groups are made below it. */
  readonly parent?: ParentGroup
}

/** A group below which others are made: none of them may be more open than itself. */
export interface ParentGroup {
  readonly id: number
  readonly path: string
  readonly visibility: string
}

/** What the suite runs against. */
export interface Target {
  readonly name: string
  /** Scheme and host, as printed in `curl` commands. */
  readonly origin: string
  /** Undefined where nobody told: either behaviour is accepted, and the one seen is recorded. */
  readonly dialect: Dialect | undefined
  /** True where records may have attributes that are not declared: a service of a later release does, a simulator does not. */
  readonly mayAdd?: boolean
  /** Undefined where nobody told and nothing showed it: what needs a plan is not tried. */
  readonly tier: Tier | undefined
  readonly credentials: Credentials
  /** True where a call costs next to nothing, so that a check may make thousands. */
  readonly quick: boolean
  /** Starts the names of everything that is created on it. */
  readonly prefix: string
  readonly mode: Mode
  readonly place: Place
  /** What the service says it is, where it does: `15.8.0-ee`. */
  readonly version: string | undefined
  readonly traffic: Traffic
  /** What is read may lag behind what was written, by this much as far as it was seen; absent where it cannot. */
  readonly lag?: Lag
  /** Headers of replies that something in front of the service drops or changes: they say nothing of the service. */
  readonly altered?: ReadonlySet<string>
  /** How time passes where the suite waits for the target; in real time unless told. */
  readonly clock?: WireClock
  /** Somebody whom the target can call; absent where it cannot reach the suite. */
  readonly remote?: () => Promise<RemoteHost>
  open(): Promise<Door>
  /** Goes back to what a killed run found, where one has left a mark of it; false where none did. */
  readonly takeBack?: () => Promise<boolean>
}

// One of each: making them costs more than a short text does.
const decoder = new TextDecoder()
const encoder = new TextEncoder()

export function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : decoder.decode(body)
}

export function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? encoder.encode(body) : body
}
