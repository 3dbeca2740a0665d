import { fetchFrom } from './adapters/fetch.ts'
import { heldResponse } from './adapters/held-response.ts'
import { nativeOfPlatform } from './adapters/native.ts'
import { nativeDigest } from './adapters/native-digest.ts'
import { callOut } from './adapters/outbound.ts'
import { pageFile } from './adapters/page-file.ts'
import { preparedWorld } from './adapters/prepared-world.ts'
import { inSlices } from './adapters/slices.ts'
import { wallTime } from './adapters/wall.ts'
import { digestBy } from './lib/hash.ts'
import { useNative } from './lib/native.ts'
import type { PlainRequest } from './protocol/message.ts'
import type { Doors } from './simulator/doors.ts'
import type { SimulatorOptions } from './simulator/options.ts'
import { Simulator } from './simulator.ts'

export type { WorldDescription, WorldDraft } from '../fixtures/index.ts'
export { type Observed, observe } from './adapters/observe.ts'
export type { FaultRule } from './control/faults.ts'
export type { JournalEntry, JournalFilter } from './control/journal-entry.ts'
export type { SavedState, Snapshot } from './control/saved/saved-state.ts'
export type { ScriptKind } from './control/script/script-kind.ts'
export type { Authority, Dialect } from './lib/dialect.ts'
export type { OutboundCall, RemoteReply } from './lib/outbound.ts'
export type { Release } from './lib/releases/release.ts'
export type { Tier } from './model/installation/instance.ts'
export type { PlainReply, PlainRequest } from './protocol/message.ts'
export type { ClientContract, UsedOperation } from './simulator/client-contract/client-contract.ts'
export type { ListenOptions, Server } from './simulator/doors.ts'
export type { SimulatorOptions, WorldChoice } from './simulator/options.ts'
export type { Simulator } from './simulator.ts'
export { VERSION } from './version.ts'

digestBy(nativeDigest)
useNative(nativeOfPlatform())

const doors: Doors = {
  wall: wallTime,
  prepared: preparedWorld,
  pageFile,
  fetch: (handle, request, bodyLimit) => fetchFrom(handle, bodyLimit, heldResponse)(request),
  callOut,
  inSlices,
  promised: (begin) => new Promise(begin),
  listen: async (simulator, options) => {
    // Loaded only here, so that a bundle for a browser has nothing of Node in it.
    const { listen } = await import('./adapters/node.ts')
    const bodyLimit = (request: Pick<PlainRequest, 'method' | 'url'>) => simulator.bodyLimit(request)
    const server = await listen((request) => simulator.respond(request), { ...options, bodyLimit })
    simulator.moveTo(server.url)
    return server
  },
}

/**
 * A fresh simulator with a seeded world. Throws a RangeError for an option that makes no sense.
 *
 * @example
 * const sim = createSimulator({ seed: 1 })
 * const reply = sim.handle({ method: 'GET', url: '/api/v4/version', headers: { 'private-token': 'alice-token' } })
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  return new Simulator(options, doors)
}
