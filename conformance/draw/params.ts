import fc, { type Arbitrary } from 'fast-check'
import type { Contract, ContractOperation, ContractParam, ContractRule } from '../../sim/contract.ts'
import { operationNamed } from '../kit/operations.ts'
import type { Params, Value } from '../kit/query.ts'
import { remembered } from '../kit/remembered.ts'

/** What these name lies outside the service, or is its own choice; checks of their own send them. */
const outside = ['import_url', 'template_name']

/** Parameters that an operation accepts: all required ones and some of the others, each of its kind. */
export function validParams(operation: ContractOperation): Arbitrary<Params> {
  const given = operation.params.filter(
    ({ in: where, kind, name }) => where === 'given' && kind !== 'file' && !outside.includes(name),
  )
  const required = given.filter((param) => param.required).map((param) => param.name)
  const model = Object.fromEntries(given.map((param) => [param.name, validValue(param)]))
  return fc.record(model, { requiredKeys: required }).map((params) => obeying(operation, params))
}

/** The same for an operation by its id. Throws for one that the contract does not have. */
export function paramsOf(contract: Contract, id: string): Arbitrary<Params> {
  const operation = operationNamed(contract, id)
  if (operation === undefined) throw new Error(`the contract has no ${id}`)
  return validParams(operation)
}

/** The required parameters alone, the same for every run. */
export const leastParams = remembered((operation: ContractOperation): Params => {
  const given = operation.params.filter((param) => param.in === 'given')
  return obeying(operation, leastOf(given))
})

/** Values of the required ones among parameters, or among the fields of a hash. */
export function leastOf(params: readonly ContractParam[]): Params {
  return plainOf(params.filter(({ required }) => required))
}

/** The rules over several parameters: of exclusive ones the first stays, of alternatives at least one is given. */
export function obeying(operation: ContractOperation, params: Params): Params {
  let result: Params = params
  for (const rule of operation.rules) result = following(rule, operation.params, result)
  for (const param of operation.params) result = accompanied(param, result)
  return result
}

function following({ rule, names }: ContractRule, all: readonly ContractParam[], params: Params): Params {
  if (rule === 'noneOf') return params
  if (rule === 'requiredWith') return withNeeded(names, all, params)
  const [first, ...others] = names.filter((name) => Object.hasOwn(params, name))
  const taken = rule === 'exclusive' || rule === 'exactlyOneOf' ? others : []
  // All or none: none is the simpler.
  const dropped = rule === 'allOrNoneOf' && others.length + 1 < names.length ? names : taken
  if (first !== undefined || rule === 'exclusive' || rule === 'allOrNoneOf')
    return Object.fromEntries(Object.entries(params).filter(([name]) => !dropped.includes(name)))
  const chosen = all.find((param) => param.name === preferred(names))
  return chosen === undefined ? params : { ...params, [chosen.name]: plainValue(chosen) }
}

// The first needs the others beside it.
function withNeeded(
  [first = '', ...others]: readonly string[],
  all: readonly ContractParam[],
  params: Params,
): Params {
  if (!Object.hasOwn(params, first)) return params
  const missing = all.filter(({ name }) => others.includes(name) && !Object.hasOwn(params, name))
  return { ...params, ...plainOf(missing) }
}

/** What a switch needs beside it while it is on. */
export function neededBy(param: ContractParam): Params {
  const { [param.name]: _switch, ...others } = accompanied(param, { [param.name]: true })
  return others
}

function accompanied({ name, whenTrue }: ContractParam, params: Params): Params {
  if (whenTrue === undefined || !['true', '1'].includes(String(params[name]))) return params
  let result = params
  for (const needed of whenTrue.params)
    if (needed.required && result[needed.name] == null)
      result = { ...result, [needed.name]: plainValue(needed) }
  for (const rule of whenTrue.rules) result = following(rule, whenTrue.params, result)
  return result
}

const harmless = ['title', 'name', 'help_page_text']

// A text is the most harmless of alternatives, and a name may need more than the rest does (projects#rename-roles).
function preferred(names: readonly string[]): string | undefined {
  const found = harmless.find((name) => names.includes(name))
  return found === 'name' && names.includes('description') ? 'description' : (found ?? names[0])
}

/** A value that its kind and its bounds allow. */
export function validValue(param: ContractParam): Arbitrary<Value> {
  if (param.values !== undefined) return fc.constantFrom(...param.values)
  const named = byName[param.name]
  if (named !== undefined) return named
  switch (param.kind) {
    case 'string':
      return words
    case 'integer':
      return fc.integer({ min: param.atLeast ?? 1, max: param.atMost ?? (param.atLeast ?? 0) + 1000 })
    case 'boolean':
      return fc.constantFrom<Value>(true, false, 'true', 'false', '1', 'no')
    case 'datetime':
      return fc.constantFrom('2019-03-15T08:00:00Z', '2030-01-01', '2024-06-30T23:59:59.999Z')
    case 'integerList':
    case 'integerArray':
      return fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 3 })
    case 'stringList':
    case 'stringArray':
      return fc.array(words, { minLength: 1, maxLength: 3 })
    case 'hash':
      return fc.record(
        Object.fromEntries((param.fields ?? []).map((field) => [field.name, validValue(field)])),
        { requiredKeys: (param.fields ?? []).filter((field) => field.required).map((field) => field.name) },
      )
    case 'integerOrNoneAny':
      return fc.oneof(fc.constantFrom<Value>('None', 'Any', 'none', 'ANY'), fc.integer({ min: 1, max: 1000 }))
    case 'arrayOrNoneAny':
      return fc.constantFrom<Value>('None', 'Any', [1], [1, 2])
    case 'hashArray':
      return fc.constant([])
    case 'stringHash':
    case 'object':
      return fc.constant({})
    case 'integerHash':
      return fc.integer({ min: 0, max: 100 }).map((weight) => ({ default: weight }))
    case 'decimal':
      return fc.integer({ min: 4 * (param.atLeast ?? 0), max: 4 * (param.atMost ?? 10) }).map((n) => n / 4)
    case 'file':
      return fc.constant('')
    case 'any':
      return validValue({ ...param, kind: param.like ?? 'string' })
    default:
      return param.kind satisfies never
  }
}

/** Values by name that find something, where a drawn one would find nothing. */
const plain: { readonly [name: string]: Value | undefined } = { search: '', relation: 'labels' }

/** A plain value for each of some parameters or fields. */
export function plainOf(params: readonly ContractParam[]): Params {
  return Object.fromEntries(params.map((param) => [param.name, plainValue(param)]))
}

function plainValue(param: ContractParam): Value {
  const chosen = plain[param.name] ?? param.values?.[0]
  if (chosen !== undefined) return chosen
  return fc.sample(validValue(param), { seed: 1, numRuns: 1 })[0] ?? ''
}

/** Texts that a title, a description or a label may be. */
export const words: Arbitrary<string> = fc
  .array(fc.constantFrom('login', 'Größe', '1.0', 'fix', 'the', '数', 'a&b', "it's", '1 < 2', '50%', 'x_y'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(' '))

const slugs: Arbitrary<string> = fc.stringMatching(/^[a-z][a-z0-9]{2,7}$/)

const byName: { readonly [name: string]: Arbitrary<Value> | undefined } = {
  name: slugs,
  path: slugs,
  branch: slugs,
  tag_name: slugs,
  version: fc.constantFrom('99.0.0', 'v99.1.0', '100.0.0-rc.1'),
  key: fc.constant('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHz2q8vbUHCyKuXjM2mTqEjmdc1n0mSLyQZ0vTgAQkuC demo'),
  color: fc.constant('#428bca'),
  access_level: fc.constant(30),
  expires_at: fc.constant('2040-01-01'),
  start_date: fc.constantFrom('2030-01-01', '20300101'),
  due_date: fc.constantFrom('2030-02-01', '20300201'),
  actions: fc.constant([{ action: 'create', file_path: 'drawn.txt', content: 'drawn\n' }]),
  start_branch: fc.constant('main'),
  encoding: fc.constant('text'),
  repository_storage: fc.constant('default'),
  cadence: fc.constantFrom('1d', '7d', '3month'),
  keep_n: fc.constantFrom(1, 10, 100),
  older_than: fc.constantFrom('7d', '90d'),
  page: fc.integer({ min: 1, max: 3 }),
  per_page: fc.integer({ min: 1, max: 100 }),
}
