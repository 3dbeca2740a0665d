import type { Contract } from '../../sim/contract.ts'
import { apiRoot } from '../kit/client.ts'
import { isRow, type Json, parseJson } from '../kit/json.ts'
import { finderOf } from '../report/tried.ts'
import type { Door, Target, WireReply, WireRequest } from '../targets/target.ts'
import type { ClientContract } from './client-contract.ts'

/** What replies showed of an attribute: it, or at least the record that would have it. */
interface Seen {
  readonly shown: Set<string>
  /** Attributes whose record was there, with or without them. */
  readonly places: Set<string>
}

/** Looks in every reply of a run for the attributes that a client reads. */
export interface AttributesSought {
  /** The target, with somebody who looks at what it answers. */
  readonly target: Target
  /** `missing`: its record was there and never had it; `unseen`: no reply had the record. */
  of(operation: string): { readonly missing: readonly string[]; readonly unseen: readonly string[] }
}

export function seekAttributes(
  { operations }: ClientContract,
  target: Target,
  agreed: Contract,
): AttributesSought {
  const find = finderOf(agreed)
  const wanted = new Map(operations.map(({ operation, attributes = [] }) => [operation, attributes]))
  const seen = new Map<string, Seen>()
  const hear = ({ method, url }: WireRequest, { status, body }: WireReply) => {
    if (status < 200 || status > 299 || !url.startsWith(apiRoot)) return
    const operation = find(method, url.slice(apiRoot.length).split('?', 1)[0] ?? '')?.id ?? ''
    const attributes = wanted.get(operation) ?? []
    const json = attributes.length === 0 ? undefined : parseJson(body)
    if (json === undefined) return
    const known = seen.get(operation) ?? { shown: new Set(), places: new Set() }
    seen.set(operation, known)
    for (const attribute of attributes) look(json, attribute.split('.'), attribute, known)
  }
  return {
    target: { ...target, open: async () => heard(await target.open(), hear) },
    of(operation) {
      const { shown, places } = seen.get(operation) ?? { shown: new Set(), places: new Set() }
      const left = (wanted.get(operation) ?? []).filter((attribute) => !shown.has(attribute))
      return {
        missing: left.filter((attribute) => places.has(attribute)),
        unseen: left.filter((attribute) => !places.has(attribute)),
      }
    },
  }
}

// Rows of lists share their attributes, however deep they are.
function look(json: Json, [name = '', ...rest]: readonly string[], attribute: string, seen: Seen): void {
  if (Array.isArray(json)) {
    for (const row of json) look(row, [name, ...rest], attribute, seen)
    return
  }
  if (!isRow(json)) return
  const value = json[name]
  if (rest.length === 0) {
    seen.places.add(attribute)
    if (value !== undefined) seen.shown.add(attribute)
  } else if (value !== undefined) look(value, rest, attribute, seen)
  else seen.places.add(attribute)
}

function heard(door: Door, hear: (request: WireRequest, reply: WireReply) => void): Door {
  const { lasting } = door
  const listening =
    (send: Door['send']): Door['send'] =>
    async (request) => {
      const reply = await send(request)
      hear(request, reply)
      return reply
    }
  return {
    ...door,
    send: listening((request) => door.send(request)),
    ...(lasting === undefined ? {} : { lasting: listening((request) => lasting(request)) }),
  }
}
