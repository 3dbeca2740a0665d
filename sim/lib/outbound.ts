import { equalBytes } from './bytes.ts'
import { Untraced } from './untraced.ts'

export const outboundPolicies = ['loopback', 'off', 'any'] as const
/** Which hosts calls of the simulator itself may reach: this machine's own, none, or any. */
export type OutboundPolicy = (typeof outboundPolicies)[number]

/** A request that the simulator itself makes: to a store of files, to another forge. */
export interface OutboundCall {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT'
  /** Absolute, `http:` or `https:`. */
  readonly url: string
  readonly headers?: { readonly [name: string]: string }
  /** What people are shown instead, where it holds secrets that no name tells. */
  readonly shown?: { readonly url?: string; readonly headers?: { readonly [name: string]: string } }
  readonly body?: Uint8Array | string
  /** For a store that wants calls to be signed; whoever makes the call signs it with the time that it really is. */
  readonly signature?: CallSignature
  /** Most bytes of the answer's body that are taken, 20 MiB unless told; more is the failure `too large`. */
  readonly atMost?: number
  /** True for a delivery that is to be lost on its way: nobody is asked. */
  readonly lost?: true
  /** Milliseconds until it is given up, 10 seconds unless told. */
  readonly within?: number
}

/** The credentials of version 4 of the signatures that S3 and its likes ask for. */
export interface CallSignature {
  readonly service: 's3'
  readonly region: string
  readonly accessKeyId: string
  readonly accessSecret: string
  /** Seconds for which the address itself is valid; the signature stands in its query then, not in a header. */
  readonly presigned?: number
}

/** What the remote host answered, or why there is no answer. Redirects are answers like any other. */
export type RemoteReply = RemoteAnswer | RemoteFailure

export interface RemoteAnswer {
  readonly reached: true
  readonly status: number
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string }
  readonly body: Uint8Array
}
export interface RemoteFailure {
  readonly reached: false
  /** `forbidden` by the policy of outbound calls, `lost` as the options say, or what became of the attempt. */
  readonly why: 'forbidden' | 'lost' | 'unreachable' | 'timeout' | 'too large'
  /** For people: `connect ECONNREFUSED 127.0.0.1:9`. */
  readonly message: string
}

/**
 * Calls another host, for a handler or a job: to them a plain function. While the answer is not there it throws
 * `AwaitingAnswer`; whoever runs the transaction drops it, fetches the answer and runs it again.
 */
export type CallOut = (call: OutboundCall) => RemoteReply

/** Begins a call; the answer comes at once or later. */
export type BeginCall = (call: OutboundCall, answered: (reply: RemoteReply) => void) => void

export interface Answered {
  readonly call: OutboundCall
  readonly reply: RemoteReply
}

/** Thrown by `callOut` when a transaction cannot go on without an answer. */
export class AwaitingAnswer extends Untraced {
  readonly call: OutboundCall
  /** What was answered before in this transaction. */
  readonly answers: readonly Answered[]
  constructor(call: OutboundCall, answers: readonly Answered[]) {
    super(`${call.method} ${call.url} is not answered yet`)
    this.name = 'AwaitingAnswer'
    this.call = call
    this.answers = answers
  }
}

/** Calls in one transaction; more is taken for one that never ends. */
const MOST_CALLS = 1000

/**
 * Replays what is answered, in order, and asks for the first answer that is missing. An answer counts for the same call
 * only: the world may have changed since it was asked for.
 */
export function replayAnswers(answers: readonly Answered[]): CallOut {
  let next = 0
  return (call) => {
    const known = answers[next]
    if (known !== undefined && isSame(known.call, call)) {
      next++
      return known.reply
    }
    if (next >= MOST_CALLS) throw new Error(`more than ${MOST_CALLS} calls out in one transaction`)
    throw new AwaitingAnswer(call, answers.slice(0, next))
  }
}

function isSame(one: OutboundCall, other: OutboundCall): boolean {
  return (
    one.method === other.method &&
    one.url === other.url &&
    isSameRecord(one.headers, other.headers) &&
    isSameRecord(one.signature, other.signature) &&
    isSameBody(one.body, other.body)
  )
}

// Every answer is looked at again after each further one.
function isSameRecord(one: object | undefined = {}, other: object | undefined = {}): boolean {
  const [some, others] = [Object.entries(one), new Map<string, unknown>(Object.entries(other))]
  return some.length === others.size && some.every(([name, value]) => others.get(name) === value)
}

function isSameBody(one: OutboundCall['body'], other: OutboundCall['body']): boolean {
  if (typeof one === 'string' || typeof other === 'string' || one === undefined || other === undefined)
    return one === other
  return equalBytes(one, other)
}
