import fc from 'fast-check'
import { type Contract, type ContractOperation, type ContractParam, contract } from '../contract.ts'

/** A request that can be written down and read by another process. */
export interface ScriptedRequest {
  readonly method: string
  readonly url: string
  readonly headers: { readonly [name: string]: string }
  readonly body?: string
}

const users = fc.constantFrom(
  'root',
  'alice',
  'bob',
  'carol',
  'dave',
  'erin',
  'mallory',
  'frank',
  'alice-read',
  undefined,
)
const texts = fc.oneof(
  fc.constantFrom(
    'main',
    'v1.4.0',
    'README.md',
    'bug',
    'Any',
    'None',
    'alice',
    'acme',
    'add',
    '2024-01-01',
    '',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
)
const ids = fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 48 }) }, fc.constantFrom(0, 404))
const projects = fc.constantFrom('1', '1', '1', 'acme%2Fwebapp', '2', '3', '4', '5', '6', '404')

/**
 * A long conversation of several users with a simulator, made from nothing but the contract: every operation comes up,
 * reading and writing, with parameters that are right, wrong or absent.
 */
export function script(
  seed: number,
  length: number,
  { operations }: Pick<Contract, 'operations'> = contract(),
): ScriptedRequest[] {
  // The operations of the specification come up more often than those around them, and what deletes often enough to
  // find something to delete.
  const picked = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...operations.filter(({ beyond }) => !beyond)) },
    { weight: 1, arbitrary: fc.constantFrom(...operations) },
    { weight: 1, arbitrary: fc.constantFrom(...operations.filter(({ method }) => method === 'DELETE')) },
  )
  return fc.sample(picked.chain(requestTo), { seed, numRuns: length })
}

function requestTo(operation: ContractOperation): fc.Arbitrary<ScriptedRequest> {
  const path = pathOf(operation)
  const given = fc.record(
    Object.fromEntries(
      operation.params.filter((param) => param.in === 'given').map((param) => [param.name, valueFor(param)]),
    ),
    {
      requiredKeys: operation.params
        .filter(({ required, in: place }) => required && place === 'given')
        .map(({ name }) => name),
    },
  )
  // Most optional parameters stay away, or hardly a request would succeed.
  const few = fc.tuple(given, fc.nat()).map(([all, keep]) => {
    const entries = Object.entries(all)
    return Object.fromEntries(
      entries.filter(([name], i) => isRequired(operation, name) || (i * 7 + keep) % 5 === 0),
    )
  })
  return fc.record({ path, params: few, user: users }).map(({ path, params, user }) => {
    const headers = user === undefined ? {} : { 'private-token': `${user}-token` }
    const { method } = operation
    const url = `/api/v4${path}`
    if (method === 'GET') return { method, url: `${url}?${queryOf(params)}`, headers }
    return {
      method,
      url,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(params),
    }
  })
}

function isRequired({ params }: ContractOperation, name: string): boolean {
  return params.some((param) => param.name === name && param.required)
}

function pathOf({ path }: ContractOperation): fc.Arbitrary<string> {
  const segments = path.split('/').map((segment) => {
    if (!/^[:*]/.test(segment)) return fc.constant(segment)
    if (segment === ':id') return projects
    return /iid|_id$/.test(segment)
      ? ids.map(String)
      : texts.map((text) => encodeURIComponent(text === '' ? 'x' : text))
  })
  return fc.tuple(...segments).map((filled) => filled.join('/'))
}

function valueFor({ kind, like, values, fields }: ContractParam): fc.Arbitrary<unknown> {
  if (values !== undefined)
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom<unknown>(...values) }, fc.constant('x'))
  switch (kind) {
    case 'integer':
    case 'integerOrNoneAny':
      return fc.oneof({ weight: 3, arbitrary: ids }, fc.constantFrom('None', 'x'))
    case 'boolean':
      return fc.boolean()
    case 'datetime':
      return fc.constantFrom('2023-06-01', '2024-01-01T00:00:00Z', 'soon')
    case 'integerList':
    case 'integerArray':
      return fc.array(ids, { maxLength: 3 })
    case 'stringList':
    case 'stringArray':
    case 'arrayOrNoneAny':
      return fc.array(texts, { maxLength: 3 })
    case 'hash':
      return fc.record(Object.fromEntries((fields ?? []).map((field) => [field.name, valueFor(field)])), {
        requiredKeys: [],
      })
    case 'hashArray':
      return fc.array(
        fc.record(Object.fromEntries((fields ?? []).map((field) => [field.name, valueFor(field)]))),
        { maxLength: 2 },
      )
    case 'stringHash':
      return fc.dictionary(fc.constantFrom('a', 'b'), texts, { noNullPrototype: true })
    case 'integerHash':
      return fc.dictionary(fc.constantFrom('default', 'a'), fc.nat(100), { noNullPrototype: true })
    case 'decimal':
      return fc.constantFrom<unknown>(0.5, '2.25', 'x')
    case 'object':
      return fc.constantFrom({}, { '1.0.0': { name: 'x', version: '1.0.0', dist: {} } })
    case 'string':
    case 'file':
      return texts
    case 'any':
      return fc.oneof(
        texts,
        fc.boolean(),
        ids,
        fc.constantFrom<unknown>(null, like ?? 'x', ['a'], { a: 'b' }),
      )
    default:
      return kind satisfies never
  }
}

function queryOf(params: { readonly [name: string]: unknown }): string {
  return Object.entries(params)
    .flatMap(([name, value]) => pairs(name, value))
    .join('&')
}

function pairs(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pairs(`${name}[]`, item))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => pairs(`${name}[${key}]`, inner))
  return [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`]
}
