import type { Dialect, Tier } from '../../sim/contract.ts'
import { createSimulator } from '../../sim/index.ts'
import { demoCredentials } from './demo.ts'
import { bytesOf, type Door, type Target, type WireReply, type WireRequest } from './target.ts'
import { noTraffic } from './traffic.ts'

export interface SimulatorTargetOptions {
  /** Default `specification`. */
  readonly dialect?: Dialect
  /** Default `ultimate`. */
  readonly tier?: Tier
  /** Default 1. */
  readonly seed?: number
}

type Simulator = ReturnType<typeof createSimulator>

/** A simulator of the demo world in this process. Every door opens on a fork of its own. */
export function simulatorTarget(options: SimulatorTargetOptions = {}): Target {
  const { dialect = 'specification', tier = 'ultimate', seed = 1 } = options
  const original = createSimulator({ seed, world: 'demo', tier, dialect, clock: 'tick' })
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
    version: undefined,
    traffic: noTraffic(),
    open: async () => door(original.fork()),
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
    close: async () => undefined,
  }
}

async function exchange(simulator: Simulator, request: WireRequest): Promise<WireReply> {
  // Bytes, as they would arrive over a connection.
  const sent = request.body === undefined ? {} : { body: bytesOf(request.body) }
  const { status, headers, body } = await simulator.respond({ ...request, ...sent })
  const lower = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  return {
    status,
    headers: lower,
    body: typeof body === 'string' ? body : body === null ? '' : new TextDecoder().decode(body),
    bytes: bytesOf(body ?? ''),
  }
}

/** A simulator of the demo world on a free port of this machine; without `control` it is like any other service. */
export async function servedSimulator(options: SimulatorTargetOptions & { readonly control?: boolean } = {}) {
  const { dialect = 'specification', tier = 'ultimate', seed = 1, control = true } = options
  return createSimulator({ seed, world: 'demo', tier, dialect, clock: 'tick', control }).listen({ port: 0 })
}
