import type { Differs } from '../lib/dialect.ts'
import type { Json } from '../lib/json.ts'
import type { Instant, ZonedTime } from '../time/calendar.ts'

/** How a parameter's raw value becomes a typed one. `coerce.ts` holds the rule of each kind. */
export const paramKinds = [
  'string',
  'integer',
  'boolean',
  'datetime',
  'integerList',
  'stringList',
  'integerArray',
  'stringArray',
  'hash',
  'hashArray',
  'integerOrNoneAny',
  'arrayOrNoneAny',
  'stringHash',
  'integerHash',
  'decimal',
  'object',
  'file',
  'any',
] as const
export type ParamKind = (typeof paramKinds)[number]

export type Scalar = string | number | boolean

/**
 * A declared parameter: plain data, from which coercion, validation, OpenAPI, the reference and the conformance
 * generators derive. `Value` is the type that a handler sees; `Given` is undefined where the parameter may be absent.
 */
export interface Param<Value = unknown, Given = undefined> {
  readonly kind: ParamKind
  readonly required?: true
  /** Taken for a missing or null value. */
  readonly default?: Scalar
  /** The only values allowed (conventions#validation-texts: "does not have a valid value"). */
  readonly values?: readonly Scalar[]
  /** Values refused ("has a value not allowed"). */
  readonly except?: readonly Scalar[]
  /** Refuses `""`, null, blanks and empty lists ("is empty"). */
  readonly notBlank?: true
  /** Source of a regular expression that fits every text allowed; anything else "is invalid". */
  readonly matches?: string
  /** Another text for that error, also for a required value that is missing. */
  readonly mismatch?: string
  /** Of a time: its handler is told the offset as well. */
  readonly zoned?: true
  /** Of a text: it is the content of a file or a page, and has the bounds of those alone. */
  readonly content?: true
  /** Of a hash or of each hash in an array: its own parameters and rules. */
  readonly fields?: Params
  readonly rules?: readonly (Rule | Differs<Rule>)[]
  /** Of a switch: parameters that the same request needs while it is true, and rules over them. */
  readonly whenTrue?: { readonly params: Params; readonly rules?: readonly Rule[] }
  /** Of whatever is taken as it comes: what it is meant to be. */
  readonly like?: ParamKind
  /** Of a list: what a hash stands for, its values or one that is not allowed. Unless said for nothing. */
  readonly ofHash?: 'values' | 'refused'
  /** Refuses what would lead out of a folder ("should be a valid file path"). */
  readonly filePath?: true
  /** Of a number in a path: what a text that is none names. Unless said it is refused ("is invalid"). */
  readonly nonNumber?: 'no-path' | 'no-record'
  /** Of a number in a path: its name in a refusal, where the service calls it otherwise (conventions#named-numbers). */
  readonly said?: string
  /** Bounds within which generated values make sense; never checked here. */
  readonly atMost?: number
  readonly atLeast?: number
  /** Where it is sent, if that does not follow from the path or the verb. */
  readonly tier?: 'premium' | 'ultimate'
  /** Only this kind of caller's value counts; everybody else's is ignored. */
  readonly only?: 'admin'
  readonly about?: string
  /** Its documentation says that it is deprecated: the parameter, not one of its values. */
  readonly deprecated?: true
  /** What other operations make of the value later. */
  readonly effect?: string
  /** Type only: never present. */
  readonly value?: { readonly value: Value; readonly given: Given }
}

// biome-ignore lint/suspicious/noExplicitAny: a set holds parameters of every value type; each is inferred on its own.
export type Params = { readonly [name: string]: Param<any, any> | Differs<Param<any, any> | undefined> }

/** A rule over several parameters. */
export type Rule =
  | {
      readonly rule: 'exclusive'
      readonly names: readonly string[]
      /** Both may be there if they say the same. */
      readonly unlessEqual?: true
      /** Why they are refused; "are mutually exclusive" unless said. */
      readonly says?: string
    }
  | {
      readonly rule: 'atLeastOneOf'
      readonly names: readonly string[]
      /** These satisfy the rule as well, but the refusal does not list them. */
      readonly unlisted?: readonly string[]
    }
  | { readonly rule: 'exactlyOneOf'; readonly names: readonly string[] }
  | { readonly rule: 'allOrNoneOf'; readonly names: readonly string[] }
  /** Where the first is sent, the others have to be sent as well. */
  | { readonly rule: 'requiredWith'; readonly names: readonly string[] }
  /** None of them may be sent, not even empty; they are no parameters. */
  | { readonly rule: 'noneOf'; readonly names: readonly string[]; readonly says: string }

type ValueOf<P> =
  P extends Differs<infer Either>
    ? ValueOf<Exclude<Either, undefined>> | undefined
    : P extends Param<infer Value, infer Given>
      ? Value | Given
      : never

/** What a handler sees of declared parameters. */
export type ParamsOf<P extends Params> = { readonly [name in keyof P]: ValueOf<P[name]> }

type Extra = Omit<Param, 'kind' | 'required' | 'default' | 'values' | 'fields' | 'rules' | 'value'>

/** The same numbers of a path, where a text that is no number is looked for in vain, and not refused as invalid. */
export function lookedUp<P extends { readonly [name: string]: Param<number | null, never> }>(numbers: P): P {
  const all = Object.entries(numbers).map(([name, param]) => [name, { ...param, nonNumber: 'no-record' }])
  return Object.fromEntries(all)
}

/** The same numbers of a path under the name by which a refusal calls them. */
export function saidAs<P extends { readonly [name: string]: Param<number | null, never> }>(
  said: string,
  numbers: P,
): P {
  return Object.fromEntries(Object.entries(numbers).map(([name, param]) => [name, { ...param, said }])) as P
}

export function string(extra: Extra = {}): Param<string | null> {
  return { kind: 'string', ...extra }
}

/** A string that may be absent but never blank. */
export function nonBlankString(extra: Extra = {}): Param<string> {
  return { kind: 'string', notBlank: true, ...extra }
}

export function integer(extra: Extra = {}): Param<number | null> {
  return { kind: 'integer', ...extra }
}

export function boolean(extra: Extra = {}): Param<boolean | null> {
  return { kind: 'boolean', ...extra }
}

/** A point in time, in milliseconds since 1970. */
export function datetime(extra: Extra = {}): Param<Instant | null> {
  return { kind: 'datetime', ...extra }
}

/** A point in time with the offset from UTC in which it was written. */
export function zonedTime(extra: Extra = {}): Param<ZonedTime | null> {
  return { kind: 'datetime', zoned: true, ...extra }
}

/** `1,2`, `[]=1&[]=2` or a JSON array; whatever is no list is an empty one. */
export function integerList(extra: Extra = {}): Param<readonly number[]> {
  return { kind: 'integerList', ...extra }
}

/** `a,b`, `[]=a&[]=b,c` or a JSON array, items trimmed; whatever is no list is an empty one. */
export function stringList(extra: Extra = {}): Param<readonly string[]> {
  return { kind: 'stringList', ...extra }
}

/** A list of fixed texts; one that is none of them is refused, an empty list is not. */
export function listOf<const V extends string>(values: readonly V[], extra: Extra = {}): Param<readonly V[]> {
  return { kind: 'stringList', values, ...extra }
}

/** An array without the leniency of a list: anything else is refused. */
export function integerArray(extra: Extra = {}): Param<readonly number[] | null> {
  return { kind: 'integerArray', ...extra }
}

export function stringArray(extra: Extra = {}): Param<readonly string[] | null> {
  return { kind: 'stringArray', ...extra }
}

/** One of fixed texts. */
export function oneOf<const V extends Scalar>(values: readonly V[], extra: Extra = {}): Param<V | null> {
  const kind = typeof values[0] === 'number' ? 'integer' : 'string'
  return { kind, values, ...extra }
}

export type NoneOrAny = 'none' | 'any'

/** An id, `None` or `Any` (in any case). */
export function integerOrNoneAny(extra: Extra = {}): Param<number | NoneOrAny | null> {
  return { kind: 'integerOrNoneAny', ...extra }
}

/** An array of ids or names, `None` or `Any`. */
export function arrayOrNoneAny(extra: Extra = {}): Param<readonly string[] | NoneOrAny | null> {
  return { kind: 'arrayOrNoneAny', ...extra }
}

/** A nested set of parameters: `not[labels]=a`. */
export function hash<P extends Params>(fields: P, rules: readonly Rule[] = []): Param<ParamsOf<P> | null> {
  return { kind: 'hash', fields, rules }
}

/** An array of nested sets: `actions[][path]=a` or a JSON array of objects. */
export function hashArray<P extends Params>(
  fields: P,
  extra: Extra & Pick<Param, 'rules'> = {},
): Param<readonly ParamsOf<P>[] | null> {
  return { kind: 'hashArray', fields, ...extra }
}

/** A nested set of free keys with text values: `custom_attributes[key]=value`. */
export function stringHash(extra: Extra = {}): Param<{ readonly [key: string]: string } | null> {
  return { kind: 'stringHash', ...extra }
}

/** An object with keys and values of any kind. */
export function object(extra: Extra = {}): Param<{ readonly [key: string]: Json } | null> {
  return { kind: 'object', ...extra }
}

/** An uploaded file. */
export interface Upload {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

/** A nested set of free keys with whole numbers: `weights[default]=100`. */
export function integerHash(extra: Extra = {}): Param<{ readonly [key: string]: number } | null> {
  return { kind: 'integerHash', ...extra }
}

/** A number, with or without a fraction. */
export function decimal(extra: Extra = {}): Param<number | null> {
  return { kind: 'decimal', ...extra }
}

/** Whatever was sent; no value is refused here. */
export function any(extra: Extra = {}): Param<unknown> {
  return { kind: 'any', ...extra }
}

export function file(extra: Extra = {}): Param<Upload | null> {
  return { kind: 'file', ...extra }
}

export function required<V>(param: Param<V>): Param<V, never> {
  return { ...param, required: true } as Param<V, never>
}

/** The value of an absent or null parameter. */
export function withDefault<V, const D extends Scalar>(
  param: Param<V>,
  value: D,
): Param<NonNullable<V>, never> {
  return { ...param, default: value } as unknown as Param<NonNullable<V>, never>
}

export function exclusive(...names: readonly string[]): Rule {
  return { rule: 'exclusive', names }
}

/** As `exclusive`, with another reason in the refusal. */
export function exclusiveSaying(says: string, ...names: readonly string[]): Rule {
  return { rule: 'exclusive', names, says }
}

/** As `exclusive`, but what all of them say alike may be said by all of them. */
export function exclusiveUnlessEqual(...names: readonly string[]): Rule {
  return { rule: 'exclusive', names, unlessEqual: true }
}

export function atLeastOneOf(...names: readonly string[]): Rule {
  return { rule: 'atLeastOneOf', names }
}

export function exactlyOneOf(...names: readonly string[]): Rule {
  return { rule: 'exactlyOneOf', names }
}

export function allOrNoneOf(...names: readonly string[]): Rule {
  return { rule: 'allOrNoneOf', names }
}

/** Where `name` is sent, the others are required. */
export function requiredWith(name: string, ...others: readonly string[]): Rule {
  return { rule: 'requiredWith', names: [name, ...others] }
}

/** As `atLeastOneOf`, but `unlisted` names satisfy the rule without being listed by its refusal. */
export function atLeastOneOfOr(unlisted: readonly string[], names: readonly string[]): Rule {
  return { rule: 'atLeastOneOf', names, unlisted }
}

/** Refuses a parameter that only the service itself sets. */
export function refused(name: string, says: string): Rule {
  return { rule: 'noneOf', names: [name], says }
}
