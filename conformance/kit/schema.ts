import { isRow, type Json, type Row, same, show } from './json.ts'
import { remembered } from './remembered.ts'

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
  let found = none
  const judged = { value, schema, schemas, extra, at }
  for (const { judge, rule } of rulesOf(schema)) found = both(found, judge(rule, judged))
  return found
}

const rulesOf = remembered((schema: Row) =>
  Object.entries(schema).map(([keyword, rule]) => {
    const judge = keywords[keyword]
    if (judge === undefined) throw new Error(`the schema keyword ${keyword} is unknown here`)
    return { judge, rule }
  }),
)

// Nearly all values are as they should be, and there are very many: no list is made for what is not found.
const none: readonly string[] = []

function both(some: readonly string[], more: readonly string[]): readonly string[] {
  if (more.length === 0) return some
  return some.length === 0 ? more : [...some, ...more]
}

interface Judged {
  readonly value: Json
  readonly schema: Row
  readonly schemas: Schemas
  readonly extra: boolean
  readonly at: string
}
type Keyword = (rule: Json, judged: Judged) => readonly string[]

const keywords: { readonly [keyword: string]: Keyword | undefined } = {
  type: (rule, { value, at }) => {
    const fits = Array.isArray(rule) ? rule.some((type: Json) => isOf(value, type)) : isOf(value, rule)
    if (fits) return none
    const types = Array.isArray(rule) ? rule.join(' or ') : rule
    return [`${at || 'the body'} is ${show(value, 60)} instead of ${types}`]
  },
  enum: (rule, { value, at }) =>
    Array.isArray(rule) && rule.some((one: Json) => same(one, value))
      ? none
      : [`${at || 'the body'} is ${show(value, 60)}, none of ${show(rule)}`],
  const: (rule, { value, at }) =>
    same(value, rule) ? none : [`${at || 'the body'} is ${show(value, 60)} instead of ${show(rule)}`],
  format: (rule, { value, at }) =>
    typeof value !== 'string' || formats[String(rule)]?.test(value) !== false
      ? none
      : [`${at} is ${show(value, 60)}, no ${String(rule)}`],
  anyOf: (rule, { value, schemas, extra, at }) => {
    let fewest: readonly string[] | undefined
    for (const schema of rowsIn(rule)) {
      const found = problems(value, schema, schemas, extra, at)
      if (found.length === 0) return none
      if (fewest === undefined || found.length < fewest.length) fewest = found
    }
    return fewest ?? none
  },
  $ref: (rule, { value, schemas, extra, at }) => {
    const name = String(rule).replace('#/components/schemas/', '')
    const schema = schemas[name]
    if (schema === undefined) throw new Error(`there is no schema ${name}`)
    return problems(value, schema, schemas, extra, at)
  },
  properties: (rule, { value, schemas, extra, at }) => {
    if (!isRow(value) || !isRow(rule)) return none
    let found = none
    for (const name of Object.keys(value)) {
      const schema = rule[name]
      if (isRow(schema))
        found = both(found, problems(value[name] as Json, schema, schemas, extra, `${at}.${name}`))
    }
    return found
  },
  required: (rule, { value, at }) => {
    if (!isRow(value) || !Array.isArray(rule)) return []
    const missing = rule.filter((name: Json) => !Object.hasOwn(value, String(name)))
    return missing.length === 0 ? none : missing.map((name: Json) => `${at}.${String(name)} is missing`)
  },
  additionalProperties: (rule, { value, schema, schemas, extra, at }) => {
    if (!isRow(value) || rule === true) return none
    const known = isRow(schema.properties) ? schema.properties : {}
    const others = Object.keys(value).filter((name) => !Object.hasOwn(known, name))
    if (isRow(rule))
      return others.flatMap((name) => problems(value[name] as Json, rule, schemas, extra, `${at}.${name}`))
    return extra || others.length === 0 ? none : others.map((name) => `${at}.${name} is in no schema`)
  },
  items: (rule, { value, schemas, extra, at }) => {
    if (!Array.isArray(value) || !isRow(rule)) return none
    let found = none
    for (const item of value) found = both(found, problems(item as Json, rule, schemas, extra, `${at}[]`))
    return found
  },
  deprecated: () => none,
  description: () => none,
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
