import type { Contract, ContractOperation } from '../../../sim/contract.ts'
import { isRow, type Json, parseJson, type Row } from '../../kit/json.ts'
import type { WireReply } from '../../targets/target.ts'
import type { Fault, Planted } from '../mutant.ts'
import { callsOf, operationOf } from './calls.ts'
import type { SystematicFault } from './systematic-fault.ts'

/** Words on the way to an attribute: names, and `[]` for each item of an array. */
type Way = readonly string[]

interface Attribute {
  readonly way: Way
  readonly schema: Row
}

/** What becomes of the attribute of one row; undefined takes it away. */
type Change = (value: Json | undefined, seen: Seen) => Json | undefined
interface Seen {
  /** The same attribute of the first row of this answer. */
  readonly first: Json | undefined
  /** Remembers what a record showed the first time. */
  readonly record: string
  readonly memory: Planted['memory']
}

/** Each attribute of each answer missing, null, constant, that of the first row, that of before, or spelled otherwise. */
export function attributeFaults(
  contract: Contract,
  operations: readonly ContractOperation[],
): readonly SystematicFault[] {
  return operations.flatMap((operation) =>
    attributesOf(contract, operation).flatMap((attribute) => faultsOf(contract, operation, attribute)),
  )
}

const DEEPEST = 4

/** Attributes of all the forms that an operation answers in. */
export function attributesOf({ entities }: Contract, operation: ContractOperation): readonly Attribute[] {
  const names = [operation.entity, ...operation.variants.map(({ entity }) => entity)].filter(
    (it) => it !== null,
  )
  const outer: Way = operation.answer === 'many' ? ['[]'] : []
  const shapes = [
    ...names.map((name) => entities[name]).filter((it) => it !== undefined),
    ...(operation.schema === null ? [] : [operation.schema]),
  ]
  const found = new Map<string, Attribute>()
  const add = (way: Way, schema: Row): void => {
    if (way.length > 0 && way.at(-1) !== '[]') found.set(way.join('.'), { way, schema })
    if (way.filter((word) => word !== '[]').length >= DEEPEST) return
    for (const inner of plain(schema, entities)) {
      if (isRow(inner.properties))
        for (const [name, each] of Object.entries(inner.properties))
          if (isRow(each)) add([...way, name], each)
      if (isRow(inner.items)) add([...way, '[]'], inner.items)
    }
  }
  for (const shape of shapes) add(outer, shape as Row)
  return [...found.values()]
}

/** A schema without references and alternatives. */
function plain(schema: Row, entities: Contract['entities']): readonly Row[] {
  const { $ref, anyOf } = schema
  if (typeof $ref === 'string') {
    const entity = entities[$ref.replace('#/components/schemas/', '')]
    return entity === undefined ? [] : plain(entity as Row, entities)
  }
  if (Array.isArray(anyOf)) return anyOf.flatMap((one: Json) => (isRow(one) ? plain(one, entities) : []))
  return [schema]
}

function faultsOf(
  contract: Contract,
  operation: ContractOperation,
  attribute: Attribute,
): readonly SystematicFault[] {
  const { way, schema } = attribute
  const calls = callsOf(contract, operation)
  const what = way.join('.')
  const kinds = plain(schema, contract.entities)
  const types = new Set(kinds.flatMap(({ type }) => (Array.isArray(type) ? type : [type])).map(String))
  const formats = new Set(kinds.map(({ format }) => String(format)))
  const fault = (kind: string, change: Change): SystematicFault => ({
    name: `${kind} ${operation.id} ${what}`,
    operation,
    what,
    touches: 'attribute',
    fault: answering(calls, way, change),
  })
  const listed = operation.answer === 'many'
  const enums = kinds.flatMap((kind) => (Array.isArray(kind.enum) ? kind.enum : []))
  return [
    fault('missing', () => undefined),
    fault('null', () => null),
    ...(listed ? [fault('first-row', (_value, { first }) => first)] : []),
    stale(contract, operation, attribute),
    ...(types.has('boolean') ? [fault('true', () => true), fault('false', () => false)] : []),
    ...(types.has('integer') || types.has('number') ? [fault('zero', () => 0), fault('seven', () => 7)] : []),
    ...(types.has('array')
      ? [
          fault('empty', (value) => (Array.isArray(value) ? [] : value)),
          fault('one-item', (value) => (Array.isArray(value) ? value.slice(0, 1) : value)),
          fault('reversed', (value) => (Array.isArray(value) ? value.toReversed() : value)),
        ]
      : []),
    ...(types.has('string') ? texts(fault, formats, enums) : []),
  ]
}

function texts(
  fault: (kind: string, change: Change) => SystematicFault,
  formats: ReadonlySet<string>,
  enums: readonly Json[],
): readonly SystematicFault[] {
  const text = (change: (value: string) => Json) => (value: Json | undefined) =>
    typeof value === 'string' ? change(value) : value
  if (formats.has('date-time'))
    return [
      fault(
        'constant',
        text(() => '2023-05-06T07:08:09.123Z'),
      ),
      fault(
        'whole-seconds',
        text((value) => value.replace(/\.\d+/, '.000')),
      ),
      fault(
        'an-hour-off',
        text((value) => new Date(Date.parse(value) + 3_600_000).toISOString()),
      ),
      fault(
        'another-zone',
        text((value) => value.replace(/Z$/, '+00:00')),
      ),
    ]
  if (formats.has('date'))
    return [
      fault(
        'constant',
        text(() => '2023-05-06'),
      ),
    ]
  if (enums.length > 0)
    return enums.map((value) =>
      fault(
        `always-${String(value)}`,
        text(() => value),
      ),
    )
  return [
    fault(
      'constant',
      text(() => 'constant'),
    ),
    fault(
      'trimmed',
      text((value) => value.trim()),
    ),
    fault(
      'lower-case',
      text((value) => value.toLowerCase()),
    ),
    fault(
      'null-for-empty',
      text((value) => (value === '' ? null : value)),
    ),
    fault(
      'ascii',
      text((value) => value.replaceAll(/[^\0-\x7f]/g, '?')),
    ),
    fault(
      'cut-at-255',
      text((value) => [...value].slice(0, 255).join('')),
    ),
  ]
}

/** Every record shows what it showed first, whichever operation of the family told it. */
function stale(contract: Contract, operation: ContractOperation, { way }: Attribute): SystematicFault {
  const inner = way[0] === '[]' ? way.slice(1) : way
  return {
    name: `stale ${operation.id} ${way.join('.')}`,
    operation,
    what: way.join('.'),
    touches: 'attribute',
    fault: async (request, next, { memory }) => {
      const called = operationOf(contract, request)
      if (called?.id === operation.id)
        return answering(
          () => true,
          way,
          (value, { record, memory }) => {
            const before = memory.get(record)
            if (before === undefined) memory.set(record, JSON.stringify(value))
            return before === undefined ? value : (parseJson(before) ?? value)
          },
        )(request, next, { memory, credentials: {} })
      const reply = await next(request)
      if (called?.family !== operation.family || reply.status >= 300) return reply
      const json = parseJson(reply.body)
      if (json === undefined) return reply
      changedAt(
        json,
        Array.isArray(json) ? ['[]', ...inner] : inner,
        (value, { record }) => {
          if (!memory.has(record)) memory.set(record, JSON.stringify(value))
          return value
        },
        memory,
      )
      return reply
    },
  }
}

function answering(calls: ReturnType<typeof callsOf>, way: Way, change: Change): Fault {
  return async (request, next, { memory }) => {
    if (!calls(request)) return next(request)
    const { 'if-none-match': expected, ...headers } = request.headers
    const head = request.method === 'HEAD'
    const reply = await next({ ...request, headers, method: head ? 'GET' : request.method })
    const json = parseJson(reply.body)
    const changed =
      reply.status < 300 && json !== undefined ? changedAt(json, way, change, memory) : undefined
    const answer =
      changed === undefined ? conditional(reply, expected) : await retagged(reply, changed, expected)
    return head ? { ...answer, body: '', bytes: new Uint8Array() } : answer
  }
}

function changedAt(json: Json, way: Way, change: Change, memory: Planted['memory']): Json {
  let first: Json | undefined
  const walk = (value: Json, [word, ...rest]: Way, record: string): Json => {
    if (word === undefined) return value
    if (word === '[]')
      return Array.isArray(value) ? value.map((item: Json) => walk(item, rest, record)) : value
    if (!isRow(value) || !Object.hasOwn(value, word)) return value
    const own = `${record}/${nameOf(value)}.${word}`
    if (rest.length > 0) return { ...value, [word]: walk(value[word] as Json, rest, own) }
    first ??= value[word]
    const { [word]: before, ...others } = value
    const after = change(before, { first, record: own, memory })
    return after === undefined ? others : { ...value, [word]: after }
  }
  return walk(json, way, '')
}

function nameOf(value: Json): string {
  if (!isRow(value)) return ''
  return String(value.id ?? value.iid ?? value.name ?? '')
}

/** A service computes the ETag of what it answers. */
async function retagged(reply: WireReply, json: Json, expected: string | undefined): Promise<WireReply> {
  const body = JSON.stringify(json)
  if (reply.headers.etag === undefined) return { ...reply, body, bytes: new TextEncoder().encode(body) }
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body))
  const digits = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const etag = `W/"${digits.slice(0, 32)}"`
  const headers = { ...reply.headers, etag }
  return conditional({ ...reply, headers, body, bytes: new TextEncoder().encode(body) }, expected)
}

function conditional(reply: WireReply, expected: string | undefined): WireReply {
  const { etag } = reply.headers
  if (expected === undefined || etag === undefined || reply.status !== 200) return reply
  if (!expected.split(/,\s*/).some((one) => one === etag || one === '*')) return reply
  const { 'content-type': _type, 'content-length': _length, ...headers } = reply.headers
  return { ...reply, status: 304, headers, body: '', bytes: new Uint8Array() }
}
