import { type Dialect, type Differs, inDialect } from '../lib/dialect.ts'
import type { Json } from '../lib/json.ts'
import type { User } from '../model/user.ts'
import type { World } from '../model/world.ts'
import type { AbilityName, abilities, Situation, SubjectRows } from '../policy/abilities.ts'
import { type Day, type Instant, isoTime } from '../time/calendar.ts'

/** What presenting may ask. It reads the world and never changes it. */
export interface View {
  readonly world: World
  readonly now: Instant
  readonly dialect: Dialect
  /** For whom it is presented; undefined for an anonymous caller. */
  readonly viewer: User | undefined
  /** True when the viewer uses administrator powers. */
  readonly admin: boolean
  /** What rules of the policy decide by. */
  readonly situation: Situation
  /** An absolute link to a page of the installation: `url('acme/webapp')`. */
  url(path: string): string
  can<N extends AbilityName>(ability: N, row: SubjectRows[(typeof abilities)[N]['on']]): boolean
  /** The value of a parameter that asks for a form of presentation. */
  asked(param: string): unknown
}

export interface Schema {
  readonly [keyword: string]: Json
}

/** A field of an entity: its JSON schema, its value, and when it is there at all. */
export interface Field<Row> {
  readonly schema: Schema
  readonly value: (row: Row, view: View) => unknown
  readonly when?: (row: Row, view: View) => boolean
  /** Entities that the value holds; their schemas become components of the OpenAPI document. */
  readonly uses?: readonly AnyEntity[]
  readonly deprecated?: true
}

// biome-ignore lint/suspicious/noExplicitAny: what only names and lists entities does not care about their rows.
export type AnyEntity = Entity<any>

export type Fields<Row> = { readonly [name: string]: Field<Row> | Differs<Field<Row> | undefined> }

/** The shape in which rows of a kind are sent; fields stand in the order of the wire. */
export interface Entity<Row> {
  readonly name: string
  readonly fields: Fields<Row>
}

export function entity<Row>(name: string, fields: Fields<Row>): Entity<Row> {
  return { name, fields }
}

/** A row in the shape of an entity. */
export function present<Row>(shape: Entity<Row>, row: Row, view: View): { readonly [name: string]: unknown } {
  const shown: { [name: string]: unknown } = {}
  for (const [name, field] of compiled(shape, view.dialect))
    if (field.when === undefined || field.when(row, view)) shown[name] = field.value(row, view)
  return shown
}

export function presentAll<Row>(shape: Entity<Row>, rows: Iterable<Row>, view: View): unknown[] {
  const shown: unknown[] = []
  for (const row of rows) shown.push(present(shape, row, view))
  return shown
}

type Compiled = readonly (readonly [string, Field<never>])[]
const compilations: { readonly [dialect in Dialect]: WeakMap<object, Compiled> } = {
  specification: new WeakMap(),
  real: new WeakMap(),
}

/** The fields of an entity in one dialect. */
export function compiled<Row>(
  shape: Entity<Row>,
  dialect: Dialect,
): readonly (readonly [string, Field<Row>])[] {
  let found: readonly (readonly [string, unknown])[] | undefined = compilations[dialect].get(shape)
  if (found === undefined) {
    const fields = Object.entries(shape.fields).map(
      ([name, field]) => [name, inDialect(field, dialect)] as const,
    )
    found = fields.filter(([, field]) => field !== undefined)
    compilations[dialect].set(shape, found as Compiled)
  }
  return found as readonly (readonly [string, Field<Row>])[]
}

type Value<Row, V> = (row: Row, view: View) => V

export function integer<Row>(value: Value<Row, number>): Field<Row> {
  return { schema: { type: 'integer' }, value }
}

export function number<Row>(value: Value<Row, number>): Field<Row> {
  return { schema: { type: 'number' }, value }
}

export function text<Row>(value: Value<Row, string>): Field<Row> {
  return { schema: { type: 'string' }, value }
}

export function flag<Row>(value: Value<Row, boolean>): Field<Row> {
  return { schema: { type: 'boolean' }, value }
}

/** One of fixed texts. */
export function word<Row, W extends string>(words: readonly W[], value: Value<Row, W>): Field<Row> {
  return { schema: { type: 'string', enum: [...words] }, value }
}

/** `2022-05-13T07:26:38.402Z` from milliseconds. */
export function timestamp<Row>(value: Value<Row, Instant | null>): Field<Row> {
  return {
    schema: { type: 'string', format: 'date-time' },
    value: (row, view) => {
      const at = value(row, view)
      return at === null ? null : isoTime(at)
    },
  }
}

export function day<Row>(value: Value<Row, Day | null>): Field<Row> {
  return { schema: { type: 'string', format: 'date' }, value }
}

export function url<Row>(value: Value<Row, string | null>): Field<Row> {
  return { schema: { type: 'string' }, value }
}

/** A fixed value, for what this release always sends. */
export function constant<Row>(value: Json): Field<Row> {
  return { schema: value === null ? { type: 'null' } : { const: value }, value: () => value }
}

/** Texts in an array. */
export function texts<Row>(value: Value<Row, readonly string[]>): Field<Row> {
  return { schema: { type: 'array', items: { type: 'string' } }, value }
}

/** An object or array of a shape of its own, given by its schema. */
export function json<Row>(schema: Schema, value: Value<Row, unknown>): Field<Row> {
  return { schema, value }
}

/** An object made of fields of the same row. */
export function object<Row>(fields: { readonly [name: string]: Field<Row> }): Field<Row> {
  const names = Object.keys(fields)
  const schemas = Object.fromEntries(names.map((name) => [name, (fields[name] as Field<Row>).schema]))
  return {
    schema: {
      type: 'object',
      properties: schemas,
      required: names.filter((name) => fields[name]?.when === undefined),
    },
    value: (row, view) => {
      const shown: { [name: string]: unknown } = {}
      for (const name of names) {
        const field = fields[name] as Field<Row>
        if (field.when === undefined || field.when(row, view)) shown[name] = field.value(row, view)
      }
      return shown
    },
    uses: names.flatMap((name) => fields[name]?.uses ?? []),
  }
}

/** A row of another kind in the shape of its entity; undefined and null are sent as null. */
export function one<Row, Other>(
  shape: Entity<Other>,
  value: Value<Row, Other | null | undefined>,
): Field<Row> {
  return {
    schema: { $ref: `#/components/schemas/${shape.name}` },
    value: (row, view) => {
      const other = value(row, view)
      return other === null || other === undefined ? null : present(shape, other, view)
    },
    uses: [shape],
  }
}

export function many<Row, Other>(shape: Entity<Other>, value: Value<Row, Iterable<Other>>): Field<Row> {
  return {
    schema: { type: 'array', items: { $ref: `#/components/schemas/${shape.name}` } },
    value: (row, view) => presentAll(shape, value(row, view), view),
    uses: [shape],
  }
}

/** The field may be null. */
export function nullable<Row>(field: {
  readonly schema: Schema
  readonly value: Value<Row, unknown>
  readonly uses?: readonly AnyEntity[]
}): Field<Row> {
  return { ...field, schema: orNull(field.schema) }
}

function orNull(schema: Schema): Schema {
  if (typeof schema.type === 'string' && schema.enum === undefined)
    return { ...schema, type: [schema.type, 'null'] }
  return { anyOf: [schema, { type: 'null' }] }
}

/** The field is present only under a condition. */
export function when<Row>(condition: (row: Row, view: View) => boolean, field: Field<Row>): Field<Row> {
  const inner = field.when
  return {
    ...field,
    when: inner === undefined ? condition : (row, view) => condition(row, view) && inner(row, view),
  }
}
