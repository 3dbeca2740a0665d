import type { Release } from '../../sim/contract.ts'
import type { Credentials, Door, Target, WireReply, WireRequest } from '../targets/target.ts'

/** A target with one planted fault, to try the checks on. */
export interface Mutant {
  readonly name: string
  /** What it does wrong. */
  readonly says: string
  /** The check that must notice. */
  readonly caughtBy: string
  readonly fault: Fault
  /** The plan on which it shows; the highest one unless told. */
  readonly tier?: 'free'
  /** The release in which it shows; that of the specification unless told. */
  readonly release?: Release
}

export type Next = (request: WireRequest) => Promise<WireReply>

/** Stands between the suite and the target. */
export type Fault = (request: WireRequest, next: Next, planted: Planted) => Promise<WireReply>

/** What a fault may use beside the request. */
export interface Planted {
  readonly credentials: Credentials
  /** What it wants to remember; it goes back with the target. */
  readonly memory: Map<string, string>
}

/** The target with the fault in it. */
export function mutated(target: Target, mutant: Mutant): Target {
  return {
    ...target,
    name: `${target.name} with the mutant ${mutant.name}`,
    open: async () => mutatedDoor(await target.open(), mutant, target.credentials),
  }
}

function mutatedDoor(door: Door, { fault }: Mutant, credentials: Credentials): Door {
  const memory = new Map<string, string>()
  const send: Next = (request) => fault(request, door.send, { credentials, memory })
  const { mark, lasting } = door
  const planted = { credentials, memory }
  const both =
    lasting === undefined
      ? { send }
      : { send, lasting: (request: WireRequest) => fault(request, lasting, planted) }
  if (mark === undefined) return { ...door, ...both }
  return {
    ...door,
    send,
    mark: async () => {
      const rewind = await mark()
      const remembered = [...memory]
      return async () => {
        await rewind()
        memory.clear()
        for (const [key, value] of remembered) memory.set(key, value)
      }
    },
  }
}
