import fc from 'fast-check'
import type { ContractOperation, ContractParam, ContractRule } from '../../sim/contract.ts'
import type { Params, Value } from '../kit/query.ts'
import { leastOf, leastParams, plainOf, validValue } from './params.ts'

/** Parameters that must be refused, and the text that says so. */
export interface InvalidRequest {
  readonly params: Params
  readonly text: string
}

/** One wrong parameter at a time, beside everything that is required (conventions#validation-texts). */
export function invalidRequests(operation: ContractOperation): readonly InvalidRequest[] {
  const least = leastParams(operation)
  const given = operation.params.filter((param) => param.in === 'given' && param.kind !== 'file')
  const wrongs = given.map((param) => wrongValues(param, param.name, (value) => ({ [param.name]: value })))
  const values = wrongs.length > MOST_PARAMS ? wrongs.flatMap(oneOf) : wrongs.flat()
  const single = values.map((wrong) => ({ text: wrong.text, params: Object.assign({}, least, wrong.params) }))
  return [
    ...single.filter((wrong) => obeys(operation, wrong.params)),
    ...missing(operation, given, least),
    ...operation.rules.flatMap((rule) => broken(rule, given, besides(operation, rule, least))),
  ]
}

type Placed = (value: Value) => Params

function wrongValues(param: ContractParam, name: string, placed: Placed): readonly InvalidRequest[] {
  if (param.kind === 'hash') return wrongHash(param, name, placed)
  const outsideText = `${name} does not have a valid value`
  const typed = wrongTypes(param, name).map(({ value, text }) => {
    const texts = [text, ...(param.values === undefined ? [] : [outsideText]), ...neededTexts(param)]
    return { params: placed(value), text: texts.join(', ') }
  })
  const alone =
    param.whenTrue === undefined ? [] : [{ params: placed(true), text: neededTexts(param).join(', ') }]
  const outside = param.values !== undefined ? [{ params: placed(stranger(param)), text: outsideText }] : []
  const empty =
    param.values !== undefined && param.kind === 'string' && !param.values.includes('')
      ? [{ params: placed(''), text: outsideText }]
      : []
  const except = (param.except ?? []).map((value) => ({
    params: placed(value),
    text: `${name} has a value not allowed`,
  }))
  // Blanks alone are a text, but of no other type.
  const blanks = param.kind === 'string' ? ['', '   '] : ['']
  const blank = param.notBlank
    ? blanks.map((value) => ({ params: placed(value), text: `${name} is empty` }))
    : []
  return [...typed, ...alone, ...outside, ...empty, ...except, ...blank]
}

/** What is told of a switch that comes alone; whatever is not off counts as on (settings#needed-together). */
function neededTexts({ whenTrue }: ContractParam): readonly string[] {
  if (whenTrue === undefined) return []
  const missing = whenTrue.params.filter((needed) => needed.required).map(missingText)
  const rules = whenTrue.rules.filter(({ rule }) => rule === 'exactlyOneOf')
  return [...missing, ...rules.flatMap((rule) => broken(rule, [], {}).map(({ text }) => text))]
}

function wrongHash(param: ContractParam, name: string, placed: Placed): readonly InvalidRequest[] {
  const needed = leastOf(param.fields ?? [])
  const wrongs = (param.fields ?? []).map((field) =>
    wrongValues(field, `${name}[${field.name}]`, (value) => placed({ ...needed, [field.name]: value })),
  )
  const fields = wrongs.length > MOST_FIELDS ? wrongs.flatMap(oneOf) : wrongs.flat()
  // An empty hash needs nothing, so something else has to be in it.
  const others = (param.fields ?? []).filter(({ required }) => !required).slice(0, 1)
  const lacking = (param.fields ?? []).flatMap((field) =>
    !field.required || others.length === 0
      ? []
      : {
          params: placed({ ...without(needed, field.name), ...plainOf(others) }),
          text: `${name}[${field.name}] is missing`,
        },
  )
  const rules = (param.rules ?? []).flatMap((rule) =>
    broken(rule, param.fields ?? [], {}).map((wrong) => ({
      params: placed(wrong.params),
      text: renamed(rule, wrong.text, name),
    })),
  )
  // Where a hash has to be, what it needs is missing too, and of the wrong kind (bulk-imports#missing).
  const inner = (param.required ? (param.fields ?? []) : [])
    .filter(({ required }) => required)
    .flatMap((field) => ['missing', 'invalid'].map((fault) => `${name}[${field.name}] is ${fault}`))
  const text = [`${name} is invalid`, ...inner].join(', ')
  return [{ params: placed('a'), text }, ...fields, ...lacking, ...rules]
}

/** Of more parameters, or fields of one, a wrong value each is tried: another one from parameter to parameter. */
const MOST_PARAMS = 100
const MOST_FIELDS = 12

function oneOf(wrongs: readonly InvalidRequest[], i: number): readonly InvalidRequest[] {
  return wrongs.length === 0 ? [] : [wrongs[i % wrongs.length] as InvalidRequest]
}

function renamed({ names }: ContractRule, text: string, outer: string): string {
  return names.reduce(
    (result, inner) => result.replace(new RegExp(`\\b${inner}\\b`), `${outer}[${inner}]`),
    text,
  )
}

interface WrongType {
  readonly value: Value
  readonly text: string
}

function wrongTypes({ kind }: ContractParam, name: string): readonly WrongType[] {
  const invalid = (...values: readonly Value[]) =>
    values.map((value) => ({ value, text: `${name} is invalid` }))
  switch (kind) {
    case 'string':
      return invalid(['a', 'b'], { a: 'b' })
    case 'integer':
      return invalid('abc', '1.5', true, [987], { a: 1 })
    case 'boolean':
      return invalid('maybe', 'yes please', '2', ['true'])
    case 'datetime':
      return invalid('foo', ['2020-01-01'])
    case 'integerArray':
    case 'stringArray':
    case 'hashArray':
      return invalid('1', '1,2')
    case 'object':
      return invalid('a', ['a'])
    case 'integerOrNoneAny':
      return [{ value: 'abc', text: `${name} should be an integer, none, or any, however got abc` }]
    case 'arrayOrNoneAny':
      return ['1', '1,2'].map((value) => ({ value, text: `${name} should be an array, 'None' or 'Any'` }))
    case 'decimal':
      return invalid('abc', true, [1])
    case 'integerHash':
      return invalid('a', { default: 'b' })
    // Lists take whatever they are given (conventions#string-lists: "never an error"), and hashes have their own rule.
    case 'integerList':
    case 'stringList':
    case 'hash':
    case 'stringHash':
    case 'file':
    case 'any':
      return []
    default:
      return kind satisfies never
  }
}

function stranger({ kind, values = [] }: ContractParam): Value {
  if (typeof values[0] !== 'number') return 'no such value'
  const number = Math.max(...values.map(Number)) + 7
  // Whatever is no list is an empty one.
  return kind === 'integerList' ? [number] : number
}

function missing(
  operation: ContractOperation,
  given: readonly ContractParam[],
  least: Params,
): readonly InvalidRequest[] {
  const required = given.filter((param) => param.required)
  const one = required.map((param) => ({ params: without(least, param.name), text: missingText(param) }))
  if (required.length < 2) return one.filter((wrong) => obeys(operation, wrong.params))
  const none = required.reduce((params, param) => without(params, param.name), least)
  return [...one, { params: none, text: required.map(missingText).join(', ') }]
}

function missingText({ name, kind, fields = [], values, notBlank }: ContractParam): string {
  const items = [`${name} is missing`]
  const inner = kind === 'hash' ? fields.filter(({ required }) => required) : []
  items.push(...inner.map((field) => `${name}[${field.name}] is missing`))
  if (notBlank) items.push(`${name} is empty`)
  if (values !== undefined) items.push(`${name} does not have a valid value`)
  return items.join(', ')
}

// What a parameter needs beside it is missing only where the parameter itself may be there.
function besides(
  { rules }: ContractOperation,
  { rule, names: [first = ''] }: ContractRule,
  least: Params,
): Params {
  if (rule !== 'requiredWith') return least
  const others = rules.filter((one) => one.rule.startsWith('ex') && one.names.includes(first))
  return others.flatMap(({ names }) => names).reduce(without, least)
}

function broken(
  { rule, names, says }: ContractRule,
  given: readonly ContractParam[],
  least: Params,
): readonly InvalidRequest[] {
  if (rule === 'atLeastOneOf' || rule === 'exactlyOneOf') {
    const params = names.reduce((rest, name) => without(rest, name), least)
    const wanted = rule === 'atLeastOneOf' ? 'at least one' : 'exactly one'
    return [{ params, text: `${names.join(', ')} are missing, ${wanted} parameter must be provided` }]
  }
  if (rule === 'allOrNoneOf') {
    const alone = given.filter(({ name }) => name === names[0]).map((param) => [param.name, sampled(param)])
    const params = { ...least, ...Object.fromEntries(alone) }
    return [{ params, text: `${names.join(', ')} provide all or none of parameters` }]
  }
  if (rule === 'requiredWith') {
    const [first = '', ...others] = names
    const alone = given.filter(({ name }) => name === first).map((param) => [param.name, sampled(param)])
    const params = others.reduce(without, { ...least, ...Object.fromEntries(alone) })
    return [{ params, text: others.map((name) => `${name} is missing`).join(', ') }]
  }
  if (rule === 'noneOf')
    return names.map((name) => ({ params: { ...least, [name]: 'a' }, text: `${name} ${says}` }))
  const both = names.slice(0, 2).flatMap((name) => given.filter((param) => param.name === name))
  const values = both.map((param) => [param.name, sampled(param)] as const)
  const text = `${both.map((param) => param.name).join(', ')} ${says ?? 'are mutually exclusive'}`
  return [{ params: { ...least, ...Object.fromEntries(values) }, text }]
}

function sampled(param: ContractParam): Value {
  return fc.sample(validValue(param), { seed: 1, numRuns: 1 })[0] ?? 1
}

function without(params: Params, name: string): Params {
  return Object.fromEntries(Object.entries(params).filter(([key]) => key !== name))
}

// A wrong value beside the alternative that `leastParams` chose would break a rule as well.
function obeys({ rules }: ContractOperation, params: Params): boolean {
  return rules.every(({ rule, names }) => {
    const count = names.filter((name) => Object.hasOwn(params, name)).length
    if (rule === 'allOrNoneOf') return count === 0 || count === names.length
    if (rule === 'requiredWith') return !Object.hasOwn(params, names[0] ?? '') || count === names.length
    return !['exclusive', 'exactlyOneOf'].includes(rule) || count < 2
  })
}
