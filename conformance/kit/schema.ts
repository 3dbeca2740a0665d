import { isRow, type Json, type Row, same, show } from './json.ts'

/** Schemas that references `#/components/schemas/NAME` point to. */
export interface Schemas {
  readonly [name: string]: Row
}

/**
 * Where a value breaks a schema; empty when it does not. Knows the keywords that the contract uses: `type`, `enum`,
 * `const`, `format`, `anyOf`, `properties`, `required`, `additionalProperties`, `items`, `$ref`; throws for any other.
 * `extra` accepts properties that no schema names.
 */
export function problems(
  value: Json,
  schema: Row,
  schemas: Schemas,
  extra = false,
  at = '',
): readonly string[] {
  return Object.entries(schema).flatMap(([keyword, rule]) => {
    const judge = keywords[keyword]
    if (judge === undefined) throw new Error(`the schema keyword ${keyword} is unknown here`)
    return judge({ value, rule, schema, schemas, extra, at })
  })
}

interface Judged {
  readonly value: Json
  readonly rule: Json
  readonly schema: Row
  readonly schemas: Schemas
  readonly extra: boolean
  readonly at: string
}
type Keyword = (judged: Judged) => readonly string[]

const keywords: { readonly [keyword: string]: Keyword | undefined } = {
  type: ({ value, rule, at }) => {
    const types = Array.isArray(rule) ? rule : [rule]
    return types.some((type: Json) => isOf(value, type))
      ? []
      : [`${at || 'the body'} is ${show(value, 60)} instead of ${types.join(' or ')}`]
  },
  enum: ({ value, rule, at }) =>
    Array.isArray(rule) && rule.some((one: Json) => same(one, value))
      ? []
      : [`${at || 'the body'} is ${show(value, 60)}, none of ${show(rule)}`],
  const: ({ value, rule, at }) =>
    same(value, rule) ? [] : [`${at || 'the body'} is ${show(value, 60)} instead of ${show(rule)}`],
  format: ({ value, rule, at }) =>
    typeof value !== 'string' || formats[String(rule)]?.test(value) !== false
      ? []
      : [`${at} is ${show(value, 60)}, no ${String(rule)}`],
  anyOf: ({ value, rule, schemas, extra, at }) => {
    const found = rowsIn(rule).map((schema) => problems(value, schema, schemas, extra, at))
    return found.some((list) => list.length === 0) ? [] : (found.sort((a, b) => a.length - b.length)[0] ?? [])
  },
  $ref: ({ value, rule, schemas, extra, at }) => {
    const name = String(rule).replace('#/components/schemas/', '')
    const schema = schemas[name]
    if (schema === undefined) throw new Error(`there is no schema ${name}`)
    return problems(value, schema, schemas, extra, at)
  },
  properties: ({ value, rule, schemas, extra, at }) => {
    if (!isRow(value) || !isRow(rule)) return []
    return Object.entries(value).flatMap(([name, inner]) => {
      const schema = rule[name]
      return isRow(schema) ? problems(inner, schema, schemas, extra, `${at}.${name}`) : []
    })
  },
  required: ({ value, rule, at }) => {
    if (!isRow(value) || !Array.isArray(rule)) return []
    return rule
      .filter((name: Json) => !Object.hasOwn(value, String(name)))
      .map((name: Json) => `${at}.${String(name)} is missing`)
  },
  additionalProperties: ({ value, rule, schema, schemas, extra, at }) => {
    if (!isRow(value) || rule === true) return []
    const known = isRow(schema.properties) ? schema.properties : {}
    const others = Object.entries(value).filter(([name]) => !Object.hasOwn(known, name))
    if (isRow(rule))
      return others.flatMap(([name, inner]) => problems(inner, rule, schemas, extra, `${at}.${name}`))
    return extra ? [] : others.map(([name]) => `${at}.${name} is in no schema`)
  },
  items: ({ value, rule, schemas, extra, at }) => {
    if (!Array.isArray(value) || !isRow(rule)) return []
    return value.flatMap((item: Json) => problems(item, rule, schemas, extra, `${at}[]`))
  },
  deprecated: () => [],
  description: () => [],
}

const formats: { readonly [format: string]: RegExp | undefined } = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
}

function isOf(value: Json, type: Json): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isRow(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

function rowsIn(value: Json): readonly Row[] {
  return Array.isArray(value) ? value.filter((item: Json) => isRow(item)) : []
}
