import { base64 } from '../lib/bytes.ts'
import { type Dialect, type Differs, inDialect, inEach, since, until } from '../lib/dialect.ts'
import { type Json, textInJson, textsToJson, textToJson, toJson } from '../lib/json.ts'
import type { ChangeId } from '../lib/releases/changes.ts'
import { begun, Pace, type Steps, type Stepwise } from '../lib/steps.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import type { AbilityName, abilities, Situation, SubjectRows } from '../policy/abilities.ts'
import {
  arrayOf,
  inOnePiece,
  JointText,
  type KnownText,
  type ListBytes,
  lengthOf,
  textOf,
} from '../store/list-text.ts'
import type { Memory, Part, Viewer } from '../store/memory.ts'
import { PageOfRows } from '../store/page.ts'
import { reads } from '../store/reads.ts'
import { type Day, type Instant, isoTime } from '../time/calendar.ts'
import type { Present } from '../time/moments.ts'
import { objectOf, RowText } from './text/row-text.ts'
import { eitherOf, inQuotes, memoizedWrite, oneOfFew } from './text/written.ts'

/** What presenting may ask. It reads the world and never changes it. */
export interface View extends Present {
  readonly world: World
  /** The present moment. What shows it is never remembered; what asks `hasCome` is, for as long as that is so. */
  readonly now: Instant
  /** The same for those alone that keep texts: what is written does not follow from it, so it is not noted. */
  readonly time: Instant
  /** The present moment for what follows from its day alone, such as memberships that end. */
  readonly today: Instant
  readonly dialect: Dialect
  /** For whom it is presented; undefined for an anonymous caller. */
  readonly viewer: User | undefined
  /** The same for those alone that keep texts: what is written does not follow from it, so it is not noted. */
  readonly asker: User | undefined
  /** True when the viewer uses administrator powers. */
  readonly admin: boolean
  /** What rules of the policy decide by. What asks it is never remembered; `decide` is for that. */
  readonly situation: Situation
  /** Texts that were written before; undefined where none are kept. */
  readonly memory: Memory | undefined
  /** Parameters as they were understood, and rows that the path names; entities ask for them one by one. */
  readonly values: { readonly [name: string]: unknown }
  readonly found: { readonly [subject: string]: unknown }
  /** What was answered while this request was presented, by question. */
  readonly answers: Viewer['answers']
  /** What was decided about the caller, by question. */
  readonly decisions: Viewer['decisions']
  /** What absolute links to the installation begin with. */
  readonly address: string
  /** An absolute link to a page of the installation: `url('acme/webapp')`. */
  url(path: string): string
  can<N extends AbilityName>(ability: N, row: SubjectRows[(typeof abilities)[N]['on']]): boolean
  /** True when the caller may know that it exists. */
  sees(what: 'group' | 'project', id: number): boolean
  /**
   * A decision of the policy about the caller. The question says all that it is about, and `decide` looks up its rows
   * itself, since it is asked again when what was written comes to serve another caller.
   */
  decide<T>(question: string, decide: (situation: Situation) => T): T
  /** The same of a question that is asked about many rows, each told by its id. */
  holds(question: Question, id: number): boolean
  /** The value of a parameter that asks for a form of presentation. */
  asked(param: string): unknown
  /** The row that the path names, under the name that handlers know it by. */
  named(subject: string): unknown
}

/** What the policy decides of each row of a kind: "may", and what it says, and the id. `decide` looks up the row itself. */
export interface Question {
  readonly says: string
  decide(situation: Situation, id: number): boolean
}

export interface Schema {
  readonly [keyword: string]: Json
}

/** A field of an entity: its JSON schema, its value as JSON text with markup escaped, and when it is there at all. */
export interface Field<Row> {
  readonly schema: Schema
  readonly write: (row: Row, view: View) => string
  /** The same step by step, for what may be long in a row that was made for its answer. */
  readonly steps?: (row: Row, view: View) => Steps<string>
  readonly when?: (row: Row, view: View) => boolean
  /** Each caller sees something else: it is written apart, so that the text of the rest serves all of them. */
  readonly isApart?: true
  /** It may show the present moment. Of a row where it does it is written apart, and the rest is remembered. */
  readonly isMomentary?: true
  /** Entities that the value holds; their schemas become components of the OpenAPI document. */
  readonly uses?: readonly AnyEntity[]
  readonly deprecated?: true
  /** A difference by which its value is decided, so that the contract can tell. */
  readonly decides?: Differs<unknown>
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

/**
 * A row in the shape of an entity, as JSON text. Written straight to text, since most of what a reading request does
 * is this.
 */
export function serializeRow<Row>(shape: Entity<Row>, row: Row, view: View): string {
  return textOf(partFor(shape, row, view))
}

function partFor<Row>(shape: Entity<Row>, row: Row, view: View): Part {
  return plannedPart(planOf(shape, view.dialect), row, view, upToDate(view))
}

/** What is remembered of rows as they are by now, also of those that this request has written. */
function upToDate({ memory, world }: View): Memory | undefined {
  memory?.lookAhead(world.changes)
  return memory
}

function plannedPart<Row>(plan: Plan<Row>, row: Row, view: View, memory: Memory | undefined): Part {
  if (memory === undefined || !isStored(row)) return written(plan, row, view)
  return memory.known(plan, row, view) ?? rememberedPart(plan, row, view, memory)
}

// Apart, so that nothing is made for a text that is known.
function rememberedPart<Row>(plan: Plan<Row>, row: Row & object, view: View, memory: Memory): Part {
  const write = () => written(plan, row, view)
  if (plan.parts === undefined) return memory.part(plan, row, write)
  const join = () => jointText(plan, row, view, memory)
  return plan.isForAll
    ? memory.part(plan, row, write, join)
    : memory.partFor(plan, row, view.asker, write, join)
}

/** An object of texts that are remembered, and of what is written for this caller or moment. */
function jointText<Row>({ parts = [] }: Plan<Row>, row: Row, view: View, memory: Memory): JointText {
  const objects: (string | KnownText)[] = []
  for (const { plan, isApart } of parts) {
    const part = isApart ? plan.text.write(row, view) : plannedPart(plan, row, view, memory)
    // No part has parts of its own.
    objects.push(part as string | KnownText)
  }
  return new JointText(objects)
}

/** The same step by step where a field takes long. Only what was made for an answer has such fields. */
export function serializeRowStepwise<Row>(shape: Entity<Row>, row: Row, view: View): Stepwise<string> {
  const plan = planOf(shape, view.dialect)
  return plan.text.hasSteps && !isStored(row)
    ? begun(plan.text.writeStepwise(row, view))
    : serializeRow(shape, row, view)
}

/** Rows in the shape of an entity, as the text of a JSON array. */
export function serializeRows<Row>(shape: Entity<Row>, rows: Iterable<Row>, view: View): string {
  return arrayText(planOf(shape, view.dialect), rows, view)
}

function arrayText<Row>(plan: Plan<Row>, rows: Iterable<Row>, view: View): string {
  if (Array.isArray(rows) && rows.length === 0) return '[]'
  const parts: Part[] = []
  const memory = upToDate(view)
  for (const row of rows) parts.push(plannedPart(plan, row, view, memory))
  return arrayOf(parts)
}

/**
 * The same for a whole answer, which is remembered as such, and step by step where that takes long: a hundred rows may
 * have a megabyte of text each.
 */
export function serializeStepwise<Row>(
  shape: Entity<Row>,
  rows: Iterable<Row>,
  view: View,
  asBytes: boolean,
): Stepwise<string | ListBytes> {
  const ids = rows instanceof PageOfRows ? rows.ids : undefined
  const known = ids && upToDate(view)?.knownList(planOf(shape, view.dialect), ids, view, asBytes)
  return known ?? begun(serializeSteps(shape, rows, view, ids, asBytes))
}

function* serializeSteps<Row>(
  shape: Entity<Row>,
  rows: Iterable<Row>,
  view: View,
  ids: PageOfRows<Row>['ids'] | undefined,
  asBytes: boolean,
): Steps<string | ListBytes> {
  const plan = planOf(shape, view.dialect)
  const parts = yield* partsInSteps(plan, rows, view)
  return view.memory?.list(plan, ids, parts, asBytes) ?? arrayOf(parts)
}

function* textInSteps<Row>(shape: Entity<Row>, rows: Iterable<Row>, view: View): Steps<string> {
  return arrayOf(yield* partsInSteps(planOf(shape, view.dialect), rows, view))
}

function* partsInSteps<Row>(plan: Plan<Row>, rows: Iterable<Row>, view: View): Steps<Part[]> {
  const pace = new Pace()
  const parts: Part[] = []
  const memory = upToDate(view)
  for (const row of rows) {
    const part =
      plan.text.hasSteps && !isStored(row)
        ? yield* plan.text.writeStepwise(row, view)
        : plannedPart(plan, row, view, memory)
    parts.push(part)
    if (pace.of(lengthOf(part))) yield
  }
  return parts
}

// What is made for an answer is another object each time, and never looked up again.
function isStored(row: unknown): row is { readonly id: unknown } {
  return typeof row === 'object' && row !== null && 'id' in row
}

interface Plan<Row> {
  readonly text: RowText<Row, View>
  /** The same fields in parts, where some are written apart. */
  readonly parts?: readonly Apart<Row>[]
  /** No field shows each caller something else. */
  readonly isForAll?: boolean
}
interface Apart<Row> {
  readonly isApart: boolean
  readonly plan: Plan<Row>
}

function written<Row>({ text }: Plan<Row>, row: Row, view: View): string {
  return inOnePiece(text.write(row, view))
}

const plans = new Map<Dialect, WeakMap<object, Plan<never>>>()

function planOf<Row>(shape: Entity<Row>, dialect: Dialect): Plan<Row> {
  let spoken = plans.get(dialect)
  if (spoken === undefined) {
    spoken = new WeakMap()
    plans.set(dialect, spoken)
  }
  const known = spoken.get(shape)
  if (known !== undefined) return known as unknown as Plan<Row>
  const fields = fieldsInDialect(shape, dialect)
  const text = new RowText<Row, View>(fields)
  const isForAll = !fields.some(([, { isApart }]) => isApart)
  const plan: Plan<Row> = fields.some(([, field]) => isWrittenApart(field))
    ? { text, parts: inParts(fields), isForAll }
    : { text }
  spoken.set(shape, plan as unknown as Plan<never>)
  return plan
}

/** The plans of a shape for one who asks again and again, mostly in one dialect. */
function plansOf<Row>(shape: Entity<Row>): (dialect: Dialect) => Plan<Row> {
  let last: { readonly dialect: Dialect; readonly plan: Plan<Row> } | undefined
  return (dialect) => {
    if (last?.dialect !== dialect) last = { dialect, plan: planOf(shape, dialect) }
    return last.plan
  }
}

function inParts<Row>(fields: NamedFields<Row>): Apart<Row>[] {
  const groups: { readonly isApart: boolean; readonly fields: NamedFields<Row>[number][] }[] = []
  for (const [name, field] of fields) {
    const isApart = isWrittenApart(field)
    const last = groups.at(-1)
    if (last?.isApart === isApart) last.fields.push([name, field])
    else groups.push({ isApart, fields: [[name, field]] })
  }
  return groups.map(({ isApart, fields }) => ({ isApart, plan: { text: new RowText(fields) } }))
}

function isWrittenApart<Row>({ isApart, isMomentary }: Field<Row>): boolean {
  return isApart === true || isMomentary === true
}

type NamedFields<Row> = readonly (readonly [name: string, field: Field<Row>])[]

/** The fields of an entity in one dialect. */
export function fieldsInDialect<Row>(shape: Entity<Row>, dialect: Dialect): NamedFields<Row> {
  return Object.entries(shape.fields).flatMap(([name, field]) => {
    const decided = inDialect(field, dialect)
    return decided === undefined ? [] : [[name, decided] as const]
  })
}

/** The same names, with what is made of each field in every dialect that has it. */
export function mapped<Row, Other>(
  fields: Fields<Row>,
  make: (field: Field<Row>) => Field<Other>,
): Fields<Other> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      inEach<Field<Row> | undefined, Field<Other> | undefined>(field, (one) =>
        one === undefined ? undefined : make(one),
      ) as Fields<Other>[string],
    ]),
  )
}

/** Fields of what a row leads to, to stand among its own: those of the user of a member. */
export function fieldsOf<Row, Inner>(
  fields: Fields<Inner>,
  inner: (row: Row, view: View) => Inner,
): Fields<Row> {
  return mapped(fields, ({ when: condition, steps, ...field }) => ({
    ...field,
    write: (row: Row, view: View) => field.write(inner(row, view), view),
    ...(steps === undefined ? {} : { steps: (row: Row, view: View) => steps(inner(row, view), view) }),
    ...(condition === undefined ? {} : { when: (row: Row, view: View) => condition(inner(row, view), view) }),
  }))
}

/** Fields that a release brought. */
export function broughtBy<Row>(change: ChangeId, fields: Fields<Row>): Fields<Row> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, since(change, field)]))
}

/** Fields that a release removed. */
export function removedBy<Row>(change: ChangeId, fields: Fields<Row>): Fields<Row> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, until(change, field)]))
}

type Value<Row, V> = (row: Row, view: View) => V

/** What several fields of a row show, worked out once for all of them. */
export function shared<Row, V>(value: Value<Row, V>): Value<Row, V> {
  interface Known {
    readonly row: Row
    /** What is noted of it belongs to one text: another one asks again. */
    readonly by: object | undefined
    readonly value: V
  }
  return (row, view) => {
    const known = view.answers.get(value) as Known | undefined
    if (known !== undefined && known.row === row && known.by === reads.by) return known.value
    const fresh: Known = { row, by: reads.by, value: value(row, view) }
    view.answers.set(value, fresh)
    return fresh.value
  }
}

export function integer<Row>(value: Value<Row, number>): Field<Row> {
  return { schema: { type: 'integer' }, write: (row, view) => `${value(row, view)}` }
}

export function number<Row>(value: Value<Row, number>): Field<Row> {
  return { schema: { type: 'number' }, write: (row, view) => toJson(value(row, view)) }
}

export function text<Row>(value: Value<Row, string>): Field<Row> {
  return { schema: { type: 'string' }, write: inQuotes((row, view) => textInJson(value(row, view))) }
}

const FLAGS = ['false', 'true', 'null']

export function flag<Row>(value: Value<Row, boolean>): Field<Row> {
  const which = (row: Row, view: View) => {
    const given: unknown = value(row, view)
    if (given === true) return 1
    if (given === false) return 0
    return given === null ? 2 : -1
  }
  return {
    schema: { type: 'boolean' },
    write: oneOfFew(FLAGS, which, (row, view) => `${value(row, view)}`),
  }
}

/** One of fixed texts. */
export function oneOfTexts<Row, W extends string>(words: readonly W[], value: Value<Row, W>): Field<Row> {
  const texts = [...words, null].map(textToJson)
  const places = new Map<unknown, number>([...words, null].map((word, place) => [word, place]))
  const which = (row: Row, view: View) => places.get(value(row, view)) ?? -1
  return {
    schema: { type: 'string', enum: [...words] },
    write: oneOfFew(texts, which, (row, view) => textToJson(value(row, view))),
  }
}

/** `2022-05-13T07:26:38.402Z` from milliseconds. */
export function timestamp<Row>(value: Value<Row, Instant | null>): Field<Row> {
  return {
    schema: { type: 'string', format: 'date-time' },
    write: inQuotes((row, view) => {
      const at = value(row, view)
      return at === null ? null : isoTime(at)
    }),
  }
}

export function day<Row>(value: Value<Row, Day | null>): Field<Row> {
  return {
    schema: { type: 'string', format: 'date' },
    write: inQuotes((row, view) => textInJson(value(row, view))),
  }
}

export function url<Row>(value: Value<Row, string | null>): Field<Row> {
  return { schema: { type: 'string' }, write: inQuotes((row, view) => textInJson(value(row, view))) }
}

/** What addresses of several rows begin with, as it stands in JSON: it is put together when it is another one than before. */
export function addressOf<Row>(path: string, place: Value<Row, string | number>): Value<Row, string> {
  let last: { address: string; at: string | number; text: string } | undefined
  return (row, view) => {
    const { address } = view
    const at = place(row, view)
    if (last?.at !== at || last.address !== address)
      last = { address, at, text: textInJson(`${address}/${path}${at}`) as string }
    return last.text
  }
}

/** Such an address, and behind it what has nothing that JSON escapes. */
export function urlBelow<Row>(address: Value<Row, string>, rest: (row: Row) => string): Field<Row> {
  return { schema: { type: 'string' }, write: inQuotes((row, view) => address(row, view) + rest(row)) }
}

/** The address of something that is shown at a path; null for nothing. */
export function shownAt(path: string | null, view: View): string | null {
  return path === null ? null : view.url(path)
}

/** A fixed value, for what this release always sends. */
export function constant<Row>(value: Json): Field<Row> {
  return {
    schema: value === null ? { type: 'null' } : { const: value },
    write: oneOfFew(
      [toJson(value)],
      () => 0,
      () => toJson(value),
    ),
  }
}

/** Bytes that become base64 in one go: whole groups of three. */
const GROUPS = 3 * 256 * 1024

/** Bytes in base64, which has no character that JSON escapes. */
export function encoded<Row>(value: Value<Row, Uint8Array>): Field<Row> {
  return {
    schema: { type: 'string' },
    write: (row, view) => `"${base64(value(row, view))}"`,
    *steps(row, view) {
      const bytes = value(row, view)
      let text = ''
      for (let at = 0; at < bytes.length; at += GROUPS) {
        if (at > 0) yield
        text += base64(bytes.subarray(at, at + GROUPS))
      }
      return `"${text}"`
    },
  }
}

/** Texts in an array. */
export function texts<Row>(value: Value<Row, readonly string[]>): Field<Row> {
  const schema = { type: 'array', items: { type: 'string' } }
  return { schema, write: (row, view) => textsToJson(value(row, view)) }
}

/** An object or array of a shape of its own, given by its schema. */
export function json<Row>(schema: Schema, value: Value<Row, unknown>): Field<Row> {
  const write = (row: Row, view: View) => {
    const shown = value(row, view)
    return Array.isArray(shown) && shown.length === 0 ? '[]' : toJson(shown)
  }
  return { schema, write }
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
    write: objectOf(Object.entries(fields)),
    uses: names.flatMap((name) => fields[name]?.uses ?? []),
  }
}

/** A row of another kind in the shape of its entity; undefined and null are sent as null. */
export function one<Row, Other>(
  shape: Entity<Other>,
  value: Value<Row, Other | null | undefined>,
): Field<Row> {
  const planIn = plansOf(shape)
  return {
    schema: { $ref: `#/components/schemas/${shape.name}` },
    write: (row, view) => {
      const other = value(row, view)
      if (other === null || other === undefined) return 'null'
      return textOf(plannedPart(planIn(view.dialect), other, view, upToDate(view)))
    },
    uses: [shape],
  }
}

export function many<Row, Other>(shape: Entity<Other>, value: Value<Row, Iterable<Other>>): Field<Row> {
  const planIn = plansOf(shape)
  return {
    schema: { type: 'array', items: { $ref: `#/components/schemas/${shape.name}` } },
    write: (row, view) => arrayText(planIn(view.dialect), value(row, view), view),
    steps: (row, view) => textInSteps(shape, value(row, view), view),
    uses: [shape],
  }
}

/** Either array, chosen for each row: for fields that a parameter turns from names into entities. */
export function namesOrMany<Row, Other>(
  shape: Entity<Other>,
  value: Value<Row, readonly Other[]>,
  nameOf: (other: Other) => string,
  full: (view: View) => boolean,
): Field<Row> {
  const entities = { type: 'array', items: { $ref: `#/components/schemas/${shape.name}` } }
  return {
    schema: { anyOf: [{ type: 'array', items: { type: 'string' } }, entities] },
    write: (row, view) => {
      const others = value(row, view)
      return full(view) ? serializeRows(shape, others, view) : textsToJson(others.map(nameOf))
    },
    uses: [shape],
  }
}

/** The field may be null. */
export function nullable<Row>(field: Field<Row>): Field<Row> {
  return { ...field, schema: orNull(field.schema) }
}

function orNull(schema: Schema): Schema {
  if (typeof schema.type === 'string' && schema.enum === undefined)
    return { ...schema, type: [schema.type, 'null'] }
  return { anyOf: [schema, { type: 'null' }] }
}

/** The field shows each caller something of their own. */
export function apart<Row>(field: Field<Row>): Field<Row> {
  return { ...field, isApart: true }
}

/** The field may show the present moment, such as how long something has run. */
export function momentary<Row>(field: Field<Row>): Field<Row> {
  return { ...field, isMomentary: true }
}

/**
 * The field follows from columns of its row alone, and few rows differ in these: what memoized fields that stand side by
 * side show is written once for each of their values.
 */
export function memoized<Row>(field: Field<Row>): Field<Row> {
  return { ...field, write: memoizedWrite(field.write) }
}

/** The one field where the condition holds, and the other, of the same schema, where it does not. */
export function either<Row>(
  condition: (row: Row, view: View) => boolean,
  yes: Field<Row>,
  no: Field<Row>,
): Field<Row> {
  return { schema: yes.schema, write: eitherOf({ condition, yes: yes.write, no: no.write }) }
}

/** The field is present only under a condition. */
export function when<Row>(condition: (row: Row, view: View) => boolean, field: Field<Row>): Field<Row> {
  const inner = field.when
  return {
    ...field,
    when: inner === undefined ? condition : (row, view) => condition(row, view) && inner(row, view),
  }
}
