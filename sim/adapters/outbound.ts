import { isLoopback } from '../lib/address.ts'
import { concatAll } from '../lib/bytes.ts'
import type { OutboundCall, OutboundPolicy, RemoteFailure, RemoteReply } from '../lib/outbound.ts'
import { parsedUrl } from '../lib/url.ts'

const TIMEOUT_MS = 10_000
const BODY_LIMIT = 20 * 1024 * 1024

/** A stub that answers instead of the network. */
export type OutboundStub = (call: OutboundCall) => RemoteReply | Promise<RemoteReply>

/** Makes a call under the policy, with the platform's `fetch`, or hears what stands in for the remote host. */
export function callOut(
  call: OutboundCall,
  remote: OutboundPolicy | OutboundStub,
  answered: (reply: RemoteReply) => void,
): void {
  if (typeof remote !== 'string') {
    void heard(remote, call).then(answered)
    return
  }
  const refused = refusal(call.url, remote)
  // What is refused is answered at once: thousands of promises would be settled in one turn.
  if (refused !== undefined) answered(failure('forbidden', refused))
  else begin(() => fetched(call).then(answered))
}

/** Calls that are under way at once: a change may have thousands of deliveries of webhooks. */
const MOST_AT_ONCE = 64
const waiting: (() => Promise<void>)[] = []
let underWay = 0

function begin(work: () => Promise<void>): void {
  if (underWay >= MOST_AT_ONCE) {
    waiting.push(work)
    return
  }
  underWay++
  void work().finally(() => {
    underWay--
    const next = waiting.shift()
    if (next !== undefined) begin(next)
  })
}

async function heard(remote: OutboundStub, call: OutboundCall): Promise<RemoteReply> {
  try {
    return await remote(call)
  } catch (error) {
    return failure('unreachable', reasonOf(error))
  }
}

async function fetched(call: OutboundCall): Promise<RemoteReply> {
  try {
    const { url, headers } = await signed(call)
    const response = await fetch(url, {
      method: call.method,
      redirect: 'manual',
      signal: AbortSignal.timeout(call.within ?? TIMEOUT_MS),
      ...(headers === undefined ? {} : { headers }),
      ...(call.body === undefined ? {} : { body: call.body as BodyInit }),
    })
    const body = await bounded(response, call.atMost ?? BODY_LIMIT)
    if (body === undefined) return failure('too large', `more than ${call.atMost ?? BODY_LIMIT} bytes`)
    return { reached: true, status: response.status, headers: Object.fromEntries(response.headers), body }
  } catch (error) {
    const why = error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable'
    return failure(why, reasonOf(error))
  }
}

async function signed({ method, url, headers, signature }: OutboundCall) {
  if (signature === undefined) return { url, headers: headers === undefined ? undefined : { ...headers } }
  // Loaded only where a call is signed, which hardly any is.
  const { AwsV4Signer } = await import('aws4fetch')
  const { accessSecret: secretAccessKey, presigned, ...about } = signature
  const all = { method, url, ...(headers !== undefined && { headers }), ...about, secretAccessKey }
  if (presigned === undefined) return new AwsV4Signer(all).sign()
  return new AwsV4Signer({ ...all, url: `${url}?X-Amz-Expires=${presigned}`, signQuery: true }).sign()
}

// Names are not resolved for the decision: only what is written as this machine's own counts as it.
function refusal(address: string, policy: OutboundPolicy): string | undefined {
  const url = parsedUrl(address)
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return `'${address}' is not an http or https URL`
  if (policy === 'off') return 'calls out are switched off (--outbound off)'
  if (policy === 'loopback' && !isLoopback(url.hostname))
    return `${url.hostname} is not this machine (--outbound loopback)`
  return undefined
}

async function bounded(response: Response, atMost: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    size += part.value.length
    if (size > atMost) {
      await reader?.cancel()
      return undefined
    }
    chunks.push(part.value)
  }
  return concatAll(chunks)
}

function failure(why: RemoteFailure['why'], message: string): RemoteFailure {
  return { reached: false, why, message }
}

// `fetch` hides what the system said behind `fetch failed`.
function reasonOf(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown }
  const told = cause instanceof Error ? cause : error
  return told instanceof Error && told.message !== '' ? told.message : String(error)
}
