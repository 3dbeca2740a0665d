import type { ContractParam, ContractRule } from '../contract.ts'
import type { Schema } from '../entities/entity.ts'
import type { Json } from '../lib/json.ts'

// How a declared parameter reads as JSON Schema: once for JSON bodies, once for the bracket names of queries and forms.

const text: Schema = { type: 'string' }
const integer: Schema = { type: 'integer' }
const free: Schema = { type: 'object', additionalProperties: { type: 'string' } }
const freeNumbers: Schema = { type: 'object', additionalProperties: { type: 'integer' } }
const noneOrAny: Schema = { type: 'string', enum: ['None', 'Any'] }

/** The schema of a parameter's value as JSON carries it; what may be cleared may be null. */
export function jsonSchema(param: ContractParam): Schema {
  const schema = described(param, { ...valueSchema(param), ...bounds(param) })
  return param.required || param.notBlank || param.kind === 'file' ? schema : orNull(schema)
}

/** The object of a set of parameters as JSON carries it. */
export function jsonObject(params: readonly ContractParam[], rules: readonly ContractRule[]): Schema {
  return objectOf(
    Object.fromEntries(params.map((param) => [param.name, jsonSchema(param)])),
    params,
    rules,
    jsonName,
  )
}

/** The object of a set of parameters as a form carries it: `assignee_ids[]`, `not[labels]`. */
export function formObject(params: readonly ContractParam[], rules: readonly ContractRule[]): Schema {
  const fields = params.flatMap((param) => wireFields(param))
  return objectOf(
    Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    params,
    rules,
    formName,
  )
}

/** One name that a query or a form may carry. */
export interface WireField {
  readonly name: string
  readonly schema: Schema
  readonly required: boolean
  /** How the value is laid out; a plain value otherwise. */
  readonly layout?: 'repeated' | 'commas' | 'brackets'
}

/** The names under which a parameter travels in a query or a form; a hash is one name for each of its fields. */
export function wireFields(
  param: ContractParam,
  named: (name: string) => string = (name) => name,
): WireField[] {
  const { kind, required } = param
  const name = named(param.name)
  const field = (schema: Schema, layout?: WireField['layout']): WireField => {
    const complete = described(param, { ...schema, ...bounds(param) })
    return { name, schema: complete, required, ...(layout === undefined ? {} : { layout }) }
  }
  switch (kind) {
    case 'hash':
      return (param.fields ?? []).flatMap((inner) => wireFields(inner, (key) => `${name}[${key}]`))
    case 'hashArray':
      return (param.fields ?? []).flatMap((inner) =>
        wireFields(inner, (key) => `${name}[][${key}]`).map(repeated),
      )
    case 'stringHash':
    case 'integerHash':
    case 'object':
      return [field(valueSchema(param), 'brackets')]
    case 'integerArray':
    case 'stringArray':
      return [{ ...field(valueSchema(param), 'repeated'), name: `${name}[]` }]
    case 'integerList':
    case 'stringList':
      return [field(listOf(kind, param.values), 'commas')]
    case 'arrayOrNoneAny':
      return [
        { ...field(noneOrAny), required: false },
        { ...field(listOf('stringList'), 'repeated'), name: `${name}[]`, required: false },
      ]
    case 'string':
    case 'integer':
    case 'boolean':
    case 'datetime':
    case 'integerOrNoneAny':
    case 'decimal':
    case 'file':
      return [field(valueSchema(param))]
    case 'any':
      return param.like === undefined ? [field({})] : wireFields({ ...param, kind: param.like }, named)
    default:
      return kind satisfies never
  }
}

// Each object of an array gives its fields once, in turn: `actions[][action]=create&actions[][file_path]=a`.
function repeated({ name, schema }: WireField): WireField {
  return { name, schema: { type: 'array', items: schema }, required: false, layout: 'repeated' }
}

function valueSchema(param: ContractParam): Schema {
  const { kind } = param
  switch (kind) {
    case 'string':
      return text
    case 'integer':
      return integer
    case 'boolean':
      return { type: 'boolean' }
    case 'datetime':
      return { type: 'string', format: 'date-time' }
    case 'integerList':
    case 'stringList':
      return { anyOf: [listOf(kind, param.values), text] }
    case 'integerArray':
    case 'stringArray':
      return listOf(kind)
    case 'integerOrNoneAny':
      return { anyOf: [integer, noneOrAny] }
    case 'arrayOrNoneAny':
      return { anyOf: [listOf('stringList'), noneOrAny] }
    case 'hash':
      return jsonObject(param.fields ?? [], param.rules ?? [])
    case 'hashArray':
      return { type: 'array', items: jsonObject(param.fields ?? [], param.rules ?? []) }
    case 'stringHash':
      return free
    case 'integerHash':
      return freeNumbers
    case 'decimal':
      return { type: 'number' }
    case 'any':
      return param.like === undefined ? {} : valueSchema({ ...param, kind: param.like })
    case 'object':
      return { type: 'object' }
    case 'file':
      return { type: 'string', contentMediaType: 'application/octet-stream' }
    default:
      return kind satisfies never
  }
}

type ListKind = 'integerList' | 'integerArray' | 'stringList' | 'stringArray'

function listOf(kind: ListKind, values?: ContractParam['values']): Schema {
  const item = kind.startsWith('integer') ? integer : text
  return { type: 'array', items: values === undefined ? item : { ...item, enum: [...values] } }
}

function bounds({ kind, like, values, except, notBlank, matches, atLeast, atMost }: ContractParam): Schema {
  const numbers: readonly (ContractParam['kind'] | undefined)[] = ['integer', 'integerOrNoneAny', 'decimal']
  const number = numbers.includes(kind) || numbers.includes(like)
  return {
    // Of a list each item is one of them, which its schema says already.
    ...(values === undefined || kind === 'stringList' ? {} : { enum: [...values] }),
    ...(except === undefined ? {} : { not: { enum: [...except] } }),
    ...(notBlank && kind === 'string' ? { pattern: '\\S' } : {}),
    ...(matches === undefined ? {} : { pattern: matches }),
    ...(atLeast === undefined ? {} : { [number ? 'minimum' : 'minLength']: atLeast }),
    ...(atMost === undefined ? {} : { [number ? 'maximum' : 'maxLength']: atMost }),
  }
}

function described(
  { default: given, about, effect, tier, only, deprecated }: ContractParam,
  schema: Schema,
): Schema {
  const told = [about, effect].filter((text) => text !== undefined)
  return {
    ...schema,
    ...(given === undefined ? {} : { default: given }),
    ...(told.length === 0 ? {} : { description: told.join('; ') }),
    ...(deprecated ? { deprecated } : {}),
    ...(tier === undefined ? {} : { 'x-forgery-tier': tier }),
    ...(only === undefined ? {} : { 'x-forgery-only': only }),
  }
}

function orNull(schema: Schema): Schema {
  const { type, enum: values, ...rest } = schema
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] }
  return { type: [type, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}), ...rest }
}

/** The names under which a parameter travels. */
type Named = (param: ContractParam) => readonly string[]

function objectOf(
  properties: { readonly [name: string]: Schema },
  params: readonly ContractParam[],
  rules: readonly ContractRule[],
  named: Named,
): Schema {
  const required = params.filter((param) => param.required).flatMap(named)
  const constraints = [
    ...rules.flatMap((rule) => constraint(rule, params, named)),
    ...params.flatMap((param) => condition(param, named)),
  ]
  return {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    ...(constraints.length === 0 ? {} : { allOf: constraints }),
  }
}

function constraint({ rule, names }: ContractRule, params: readonly ContractParam[], named: Named): Json[] {
  const spelled = params.filter(({ name }) => names.includes(name)).map(named)
  switch (rule) {
    case 'exclusive':
      return pairs(spelled).map(([one, other]) => ({ not: { required: [one, other] } }))
    case 'atLeastOneOf':
      return [{ anyOf: spelled.flat().map((name) => ({ required: [name] })) }]
    case 'exactlyOneOf':
      return [{ oneOf: spelled.flat().map((name) => ({ required: [name] })) }]
    case 'allOrNoneOf':
      return [
        {
          oneOf: [
            { required: spelled.flat() },
            { not: { anyOf: spelled.flat().map((name) => ({ required: [name] })) } },
          ],
        },
      ]
    case 'requiredWith': {
      const [first = '', ...others] = spelled.flat()
      return [{ anyOf: [{ not: { required: [first] } }, { required: others }] }]
    }
    case 'noneOf':
      return names.map((name) => ({ not: { required: [name] } }))
    default:
      return rule satisfies never
  }
}

// What a switch needs while it is on.
function condition(param: ContractParam, named: Named): Json[] {
  const { whenTrue, name } = param
  if (whenTrue === undefined) return []
  const required = whenTrue.params.filter((needed) => needed.required).flatMap(named)
  const rules = whenTrue.rules.flatMap((rule) => constraint(rule, whenTrue.params, named))
  return [
    {
      if: { properties: { [name]: { const: true } }, required: [name] },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of the schema language.
      then: {
        ...(required.length === 0 ? {} : { required }),
        ...(rules.length === 0 ? {} : { allOf: rules }),
      },
    },
  ]
}

// Two spellings of one parameter do not exclude one another.
function pairs(spelled: readonly (readonly string[])[]): [string, string][] {
  return spelled.flatMap((names, i) =>
    names.flatMap((one) =>
      spelled.slice(i + 1).flatMap((others) => others.map((other): [string, string] => [one, other])),
    ),
  )
}

function jsonName({ name }: ContractParam): readonly string[] {
  return [name]
}

function formName(param: ContractParam): readonly string[] {
  const fields = wireFields(param)
  // What several names may stand for cannot be required by one of them.
  return fields.length === 1 ? fields.map(({ name }) => name) : []
}
