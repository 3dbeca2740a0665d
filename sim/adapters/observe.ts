import { contract as contractOf, operationsOfOtherReleases } from '../contract.ts'
import { apiPath } from '../control/paths.ts'
import { type ClientContract, ClientUse } from '../simulator/client-contract/client-contract.ts'
import type { Simulator } from '../simulator.ts'

/** A client that is watched. */
export interface Observed {
  /** As that of the simulator; attributes that are read of what `json()` gives are written down. */
  fetch(request: Request | string | URL, init?: RequestInit): Promise<Response>
  /** What was used so far. */
  contract(): ClientContract
}

/**
 * Watches what is asked of a simulator from now on, and what is read of the replies to the `fetch` that it returns:
 * `forgery conform --for FILE` checks a deployment for exactly that. Requests to named worlds are not watched.
 *
 * @example
 * const { fetch, contract } = observe(sim)
 * await myClient({ fetch })
 * writeFileSync('contract.json', JSON.stringify(contract()))
 */
export function observe(simulator: Simulator): Observed {
  const { journal } = simulator
  const use = new ClientUse(contractOf(simulator.dialect).operations, () =>
    operationsOfOtherReleases(simulator.dialect),
  )
  journal.alsoTell((entry) => {
    if (!entry.path.startsWith('/w/')) use.add(entry, journal.exchange(entry.id)?.request)
  })
  return {
    async fetch(request, init) {
      const asked = new Request(request, init)
      const { method, url } = asked
      const reply = await simulator.fetch(asked)
      const path = apiPath(new URL(url).pathname)
      const read = (name?: string) => {
        if (reply.ok) use.read(method, path, name)
      }
      const parsed = async () => {
        read()
        return watched(await Response.prototype.json.call(reply), '', read)
      }
      return Object.defineProperty(reply, 'json', { value: parsed })
    },
    contract: () => use.contract(),
  }
}

/** A value that tells of each of its attributes that is read, by its path; rows of a list share theirs. */
function watched(value: unknown, path: string, told: (attribute: string) => void): unknown {
  if (typeof value !== 'object' || value === null) return value
  const isList = Array.isArray(value)
  const pathOf = (name: string) => (isList ? path : path === '' ? name : `${path}.${name}`)
  return new Proxy(value, {
    get(target, name, receiver) {
      const inner: unknown = Reflect.get(target, name, receiver)
      if (typeof name !== 'string' || typeof inner === 'function') return inner
      // A name that is not there is asked for as well: by promises and printers, and by clients of another release.
      if (!isList && name !== 'then' && name !== 'toJSON') told(pathOf(name))
      return watched(inner, pathOf(name), told)
    },
    has(target, name) {
      if (typeof name === 'string' && !isList) told(pathOf(name))
      return Reflect.has(target, name)
    },
  })
}
