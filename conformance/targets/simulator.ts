import { type Dialect, optionsFor, releaseOf, type Tier } from '../../sim/contract.ts'
import { createSimulator, type PlainReply } from '../../sim/index.ts'
import { type AnsweringSide, createRemoteHost } from '../servers/side.ts'
import { acceptedDialects } from './accepted.ts'
import { rowsIn } from './control-rows.ts'
import { demoCredentials } from './demo.ts'
import { liveTarget } from './live.ts'
import {
  bytesOf,
  type Door,
  type Target,
  textOf,
  type Who,
  type WireClock,
  type WireReply,
  type WireRequest,
} from './target.ts'
import { noTraffic } from './traffic.ts'

export interface SimulatorTargetOptions {
  /** What it is held to. Default `specification`. */
  readonly dialect?: Dialect
  /** What it speaks, where it is held to something else. */
  readonly speaks?: Dialect
  /** Default `ultimate`. */
  readonly tier?: Tier
  /** Default 1. */
  readonly seed?: number
}

type Simulator = ReturnType<typeof createSimulator>

/** Milliseconds that all times have, as those of a service: whoever drops or rounds them is seen. */
const PART_OF_A_SECOND = 357

/** A simulator of the demo world in this process. Every door opens on a fork of its own. */
export function simulatorTarget(options: SimulatorTargetOptions = {}): Target {
  const { dialect = 'specification', speaks = dialect, tier = 'ultimate', seed = 1 } = options
  const remote = createRemoteHost('http://127.0.0.1:8081')
  const remoteHost = answersOf(remote)
  const original = createSimulator({
    ...optionsFor(speaks),
    seed,
    world: 'demo',
    tier,
    clock: 'tick',
    remoteHost,
    // Checks write down their calls themselves, and go back by marks.
    maxHistory: 0,
  })
  original.clock.advance(PART_OF_A_SECOND)
  return {
    name: 'a simulator in this process',
    origin: 'http://127.0.0.1:8080',
    dialect,
    tier,
    credentials: demoCredentials,
    quick: true,
    prefix: 'conform',
    mode: 'control',
    place: {},
    version: speaks === dialect ? undefined : `${releaseOf(speaks)}.0`,
    traffic: noTraffic(),
    remote: async () => remote,
    open: async () => door(original.fork()),
  }
}

type RemoteAnswers = NonNullable<NonNullable<Parameters<typeof createSimulator>[0]>['remoteHost']>

/** A call as it goes out, signed where it has to be. */
async function signed({ method, url, headers = {}, signature }: Parameters<RemoteAnswers>[0]) {
  if (signature === undefined) return { url, headers: { ...headers } }
  const { AwsV4Signer } = await import('aws4fetch')
  const { accessSecret: secretAccessKey, presigned, ...about } = signature
  // Nothing here looks at a clock: the same call is signed alike each time.
  const all = { method, headers: { ...headers }, ...about, secretAccessKey, datetime: '20230605T101500Z' }
  if (presigned === undefined) return new AwsV4Signer({ ...all, url }).sign()
  return new AwsV4Signer({ ...all, url: `${url}?X-Amz-Expires=${presigned}`, signQuery: true }).sign()
}

// Whom nobody plays is out of reach, as by the policy of a served simulator.
function answersOf(side: AnsweringSide): RemoteAnswers {
  return async (call) => {
    if (!call.url.startsWith(`${side.url}/`))
      return { reached: false, why: 'forbidden', message: 'out of reach' }
    const { method, body } = call
    const { url, headers } = await signed(call)
    const reply = await side.answer({
      method,
      path: String(url).slice(side.url.length),
      headers: { ...Object.fromEntries(new Headers(headers)), host: new URL(side.url).host },
      body: body === undefined ? new Uint8Array() : bytesOf(body),
    })
    const sent = method === 'HEAD' ? '' : (reply.body ?? '')
    return { reached: true, status: reply.status, headers: reply.headers ?? {}, body: bytesOf(sent) }
  }
}

function door(simulator: Simulator): Door {
  return {
    send: async (request) => exchange(simulator, request),
    mark: async () => {
      const mark = simulator.snapshot()
      return async () => void simulator.restore(mark)
    },
    advance: async (seconds) => void simulator.clock.advance(seconds * 1000),
    keepObjectsAt: async (endpoint) => {
      const { status, body } = simulator.handle({
        method: 'POST',
        url: '/_forgery/s3',
        headers: { 'content-type': 'application/json' },
        body: bytesOf(JSON.stringify({ endpoint })),
      })
      if (status >= 400) throw new Error(`the endpoint is refused: ${textOf(body ?? '')}`)
    },
    rowsOf: async (table) => {
      const { body } = simulator.handle({ method: 'GET', url: `/_forgery/db/${table}`, headers: {} })
      return rowsIn(textOf(body ?? ''), table)
    },
    close: async () => undefined,
  }
}

async function exchange(simulator: Simulator, request: WireRequest): Promise<WireReply> {
  // Bytes, as they would arrive over a connection.
  const sent = request.body === undefined ? {} : { body: bytesOf(request.body) }
  const reply = simulator.respond({ ...request, ...sent })
  return wireReply(reply instanceof Promise ? await reply : reply)
}

function wireReply({ status, headers, body }: PlainReply): WireReply {
  const lower = lowerCased(headers)
  return typeof body === 'string' || body === null
    ? { status, headers: lower, body: body ?? '' }
    : { status, headers: lower, body: textOf(body), bytes: body }
}

function lowerCased(headers: PlainReply['headers']): { readonly [name: string]: string } {
  const lower: { [name: string]: string } = {}
  for (const name in headers) lower[lowerCaseOf(name)] = headers[name] as string
  return lower
}

const lowerNames = new Map<string, string>()

// Names of headers are few, and asked for with each reply.
function lowerCaseOf(name: string): string {
  const known = lowerNames.get(name)
  if (known !== undefined) return known
  const lower = name.toLowerCase()
  lowerNames.set(name, lower)
  return lower
}

/**
 * A simulator in this process that stands in for another target, to see what a run there would take. Nobody waits for it:
 * its clock tells how long that would have taken.
 */
export async function standIn(
  { dialect, tier, mode, place, version }: Target,
  callers: readonly Who[],
): Promise<Target> {
  const world = {
    seed: 1,
    world: 'demo',
    tier: tier ?? 'ultimate',
    ...optionsFor(acceptedDialects({ dialect, version }).at(-1) ?? 'real'),
    clock: 'tick',
  } as const
  const simulator = createSimulator({ ...world, control: false })
  const url = 'http://127.0.0.1:8080'
  const tokens = Object.fromEntries(callers.map((who) => [who, demoCredentials[who]?.token]))
  const { visibility } = place.parent ?? {}
  const group = 'stand-in'
  if (visibility !== undefined) {
    const headers = {
      'private-token': demoCredentials.owner?.token ?? '',
      'content-type': 'application/json',
    }
    const body = bytesOf(JSON.stringify({ name: group, path: group, visibility }))
    simulator.handle({ method: 'POST', url: '/api/v4/groups', headers, body })
  }
  const fetch: typeof globalThis.fetch = (input, init) => simulator.fetch(new Request(input, init))
  const told = { ...(dialect === undefined ? {} : { dialect }), ...(tier === undefined ? {} : { tier }) }
  const below = visibility === undefined ? {} : { group }
  let waited = 0
  const clock: WireClock = {
    now: () => waited,
    sleep: async (milliseconds) => {
      waited += milliseconds
      simulator.clock.advance(milliseconds)
    },
  }
  return liveTarget({ url, tokens, mode, fetch, clock, place: below, ...told })
}

/** A simulator of the demo world on a free port of this machine; without `control` it is like any other service. */
export async function servedSimulator(options: SimulatorTargetOptions & { readonly control?: boolean } = {}) {
  const { dialect = 'specification', tier = 'ultimate', seed = 1, control = true } = options
  return createSimulator({
    ...optionsFor(dialect),
    seed,
    world: 'demo',
    tier,
    clock: 'tick',
    control,
  }).listen({ port: 0 })
}
