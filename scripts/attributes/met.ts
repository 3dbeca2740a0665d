import { apiRoot } from '../../conformance/kit/client.ts'
import { isRow, type Json, parseJson, type Row } from '../../conformance/kit/json.ts'
import { schemaOf } from '../../conformance/oracle/reply-shape.ts'
import { finderOf } from '../../conformance/report/tried.ts'
import type { Target, WireReply, WireRequest } from '../../conformance/targets/target.ts'
import type { Contract } from '../../sim/contract.ts'

/** Attributes of one operation's answers by where they are (`[].author.name`), and whether one had a value. */
export type Attributes = ReadonlyMap<string, boolean>

export interface Met {
  /** A target that is looked at while it answers. */
  readonly target: Target
  /** By operation; those that never answered are missing. */
  readonly ofOperations: ReadonlyMap<string, Attributes>
  /** By the name of their schema, whichever operation answered. */
  readonly ofEntities: ReadonlyMap<string, Attributes>
}

/** Looks which attributes of the operations of the specification ever have a value: neither null nor empty. */
export function met(target: Target, agreed: Contract): Met {
  const find = finderOf(agreed)
  const ofOperations = new Map<string, Map<string, boolean>>()
  const ofEntities = new Map<string, Map<string, boolean>>()
  const look = (request: WireRequest, { status, body }: WireReply): void => {
    if (status !== 200 && status !== 201) return
    const [path = '', query = ''] = request.url.slice(apiRoot.length).split('?', 2)
    const operation = find(request.method, path)
    if (operation === undefined || operation.beyond) return
    const schema = schemaOf(operation, Object.fromEntries(new URLSearchParams(query)))
    const json = schema && parseJson(body)
    if (schema === undefined || json === undefined) return
    const found = partOf(ofOperations, operation.id)
    note({ found, ofEntities, schemas: agreed.entities, within: [], entity: undefined }, schema, json, '')
  }
  return {
    ofOperations,
    ofEntities,
    target: {
      ...target,
      open: async () => {
        const door = await target.open()
        const send = async (request: WireRequest): Promise<WireReply> => {
          const reply = await door.send(request)
          look(request, reply)
          return reply
        }
        return { ...door, send }
      },
    },
  }
}

interface Noting {
  readonly found: Map<string, boolean>
  readonly ofEntities: Map<string, Map<string, boolean>>
  /** The schema that has a name around the place, and where it begins. */
  readonly entity: { readonly name: string; readonly at: string } | undefined
  readonly schemas: Contract['entities']
  /** Schemas around this one: one that is inside of itself is looked at once more, and no deeper. */
  readonly within: readonly string[]
}

function note(noting: Noting, schema: Row, value: Json | undefined, at: string): void {
  const { found, schemas, within, entity } = noting
  const { $ref, anyOf, properties, items } = schema
  if (typeof $ref === 'string') {
    const name = $ref.replace('#/components/schemas/', '')
    const inner = schemas[name]
    if (inner !== undefined && within.filter((one) => one === name).length <= 1)
      note({ ...noting, within: [...within, name], entity: { name, at } }, inner, value, at)
    return
  }
  if (Array.isArray(anyOf)) for (const one of anyOf) if (isRow(one)) note(noting, one, value, at)
  if (isRow(properties))
    for (const [name, inner] of Object.entries(properties)) {
      const place = `${at}.${name}`
      const part = isRow(value) ? value[name] : undefined
      mark(found, place, isValue(part))
      if (entity !== undefined)
        mark(partOf(noting.ofEntities, entity.name), place.slice(entity.at.length), isValue(part))
      if (isRow(inner)) note(noting, inner, part, place)
    }
  if (isRow(items))
    for (const item of Array.isArray(value) && value.length > 0 ? value : [undefined])
      note(noting, items, item, `${at}[]`)
}

function mark(found: Map<string, boolean>, place: string, hasValue: boolean): void {
  found.set(place, found.get(place) === true || hasValue)
}

function partOf(all: Map<string, Map<string, boolean>>, name: string): Map<string, boolean> {
  const found = all.get(name) ?? new Map<string, boolean>()
  all.set(name, found)
  return found
}

function isValue(part: Json | undefined): boolean {
  return part !== undefined && part !== null && !(Array.isArray(part) && part.length === 0)
}
