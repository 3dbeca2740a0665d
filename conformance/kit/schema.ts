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
export function problems(value: Json, schema: Row, schemas: Schemas, extra = false): readonly string[] {
  return found(value, rulesOf(schema), { schemas, extra, path: [] })
}

/** What a value is judged within. Nearly all are as they should be: the place is put into words where one is not. */
interface Within {
  readonly schemas: Schemas
  readonly extra: boolean
  readonly path: string[]
}

interface Judging extends Within {
  readonly found: string[]
}

type Rule = (value: Json, judging: Judging) => void

function found(value: Json, rules: readonly Rule[], { schemas, extra, path }: Within): readonly string[] {
  const judging: Judging = { schemas, extra, path, found: [] }
  judge(value, rules, judging)
  return judging.found
}

function judge(value: Json, rules: readonly Rule[], judging: Judging): void {
  for (const rule of rules) rule(value, judging)
}

const rulesOf = remembered((schema: Row): readonly Rule[] =>
  Object.entries(schema).flatMap(([keyword, rule]) => {
    const declared = keywords[keyword]
    if (declared === undefined) throw new Error(`the schema keyword ${keyword} is unknown here`)
    return declared(rule, schema) ?? []
  }),
)

function at({ path }: Within): string {
  return path.join('')
}

function below(place: string, value: Json, rules: readonly Rule[], judging: Judging): void {
  judging.path.push(place)
  judge(value, rules, judging)
  judging.path.pop()
}

/** What a keyword demands of a value; undefined where it demands nothing. */
type Keyword = (rule: Json, schema: Row) => Rule | undefined

const keywords: { readonly [keyword: string]: Keyword | undefined } = {
  type: (rule) => {
    const types: readonly Json[] = Array.isArray(rule) ? rule : [rule]
    return (value, judging) => {
      for (const type of types) if (isOf(value, type)) return
      judging.found.push(
        `${at(judging) || 'the body'} is ${show(value, 60)} instead of ${types.join(' or ')}`,
      )
    }
  },
  enum: (rule) => (value, judging) => {
    if (Array.isArray(rule) && rule.some((one: Json) => same(one, value))) return
    judging.found.push(`${at(judging) || 'the body'} is ${show(value, 60)}, none of ${show(rule)}`)
  },
  const: (rule) => (value, judging) => {
    if (same(value, rule)) return
    judging.found.push(`${at(judging) || 'the body'} is ${show(value, 60)} instead of ${show(rule)}`)
  },
  format: (rule) => {
    const format = formats[String(rule)]
    return (value, judging) => {
      if (typeof value !== 'string' || format?.test(value) !== false) return
      judging.found.push(`${at(judging)} is ${show(value, 60)}, no ${String(rule)}`)
    }
  },
  anyOf: (rule) => {
    const either = rowsIn(rule).map(rulesOf)
    return (value, judging) => {
      let fewest: readonly string[] = []
      for (const rules of either) {
        const some = found(value, rules, judging)
        if (some.length === 0) return
        if (fewest.length === 0 || some.length < fewest.length) fewest = some
      }
      judging.found.push(...fewest)
    }
  },
  $ref: (rule) => {
    const name = String(rule).replace('#/components/schemas/', '')
    return (value, judging) => {
      const schema = judging.schemas[name]
      if (schema === undefined) throw new Error(`there is no schema ${name}`)
      judge(value, rulesOf(schema), judging)
    }
  },
  properties: (rule) => {
    const parts = new Map(
      Object.entries(isRow(rule) ? rule : {}).flatMap(([name, schema]) =>
        isRow(schema) ? [[name, { place: `.${name}`, rules: rulesOf(schema) }]] : [],
      ),
    )
    return (value, judging) => {
      if (!isRow(value)) return
      for (const name of Object.keys(value)) {
        const part = parts.get(name)
        if (part !== undefined) below(part.place, value[name] as Json, part.rules, judging)
      }
    }
  },
  required: (rule) => {
    const names = Array.isArray(rule) ? rule.map(String) : []
    return (value, judging) => {
      if (!isRow(value)) return
      for (const name of names)
        if (!Object.hasOwn(value, name)) judging.found.push(`${at(judging)}.${name} is missing`)
    }
  },
  additionalProperties: (rule, { properties }) => {
    if (rule === true) return undefined
    const known = new Set(isRow(properties) ? Object.keys(properties) : [])
    const rules = isRow(rule) ? rulesOf(rule) : undefined
    return (value, judging) => {
      if (!isRow(value)) return
      for (const name of Object.keys(value)) {
        if (known.has(name)) continue
        if (rules !== undefined) below(`.${name}`, value[name] as Json, rules, judging)
        else if (!judging.extra) judging.found.push(`${at(judging)}.${name} is in no schema`)
      }
    }
  },
  items: (rule) => {
    if (!isRow(rule)) return undefined
    const rules = rulesOf(rule)
    return (value, judging) => {
      if (Array.isArray(value)) for (const item of value as readonly Json[]) below('[]', item, rules, judging)
    }
  },
  deprecated: () => undefined,
  description: () => undefined,
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
