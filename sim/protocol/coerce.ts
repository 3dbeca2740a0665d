import { reachesPrototype } from '../lib/json.ts'
import { parseZonedTime } from '../time/calendar.ts'
import type { Param, ParamKind, Rule, Scalar } from './params.ts'

/** A raw value as query, form, multipart or JSON gave it. */
export type Raw = unknown
export interface RawHash {
  readonly [name: string]: Raw
}

/** Parameters and rules with every difference decided. */
export interface Declared {
  readonly params: { readonly [name: string]: Param }
  readonly rules: readonly Rule[]
}

export type Coerced =
  | { readonly ok: true; readonly values: { readonly [name: string]: unknown } }
  | { readonly ok: false; readonly messages: readonly string[] }

const INVALID = Symbol('a value that its type refuses')

/**
 * Turns raw values into typed ones, or gives every message of the service in order of declaration
 * (conventions#validation-texts and 3). Undeclared values are left out.
 */
export function coerce({ params, rules }: Declared, raw: RawHash): Coerced {
  const messages: string[] = []
  const values = coerceHash(params, rules, raw, (name) => name, messages)
  return messages.length > 0 ? { ok: false, messages: [...new Set(messages)] } : { ok: true, values }
}

type Named = (name: string) => string

function coerceHash(
  params: Declared['params'],
  rules: readonly Rule[],
  raw: RawHash,
  named: Named,
  messages: string[],
): { [name: string]: unknown } {
  const values: { [name: string]: unknown } = {}
  let needed: { readonly [name: string]: unknown } | undefined
  for (const { name, param, isSeldom } of declarations(params)) {
    // Of dozens of parameters most requests send few.
    if (isSeldom && !Object.hasOwn(raw, name)) continue
    const more = take(param, name, raw, named, values, messages)
    if (more !== undefined) needed = { ...needed, ...more }
  }
  for (const rule of rules) obey(rule, raw, named, messages)
  return needed === undefined ? values : { ...values, ...needed }
}

interface Declaration {
  readonly name: string
  readonly param: Param
  /** It means nothing where it is not sent. */
  readonly isSeldom: boolean
}

const lists = new WeakMap<Declared['params'], readonly Declaration[]>()

// Objects of parameters have many forms, which an engine is slow at looking into: once for all requests.
function declarations(params: Declared['params']): readonly Declaration[] {
  const known = lists.get(params)
  if (known !== undefined) return known
  const list = Object.entries(params).map(([name, param]) => {
    return { name, param, isSeldom: !param.required && param.default === undefined }
  })
  lists.set(params, list)
  return list
}

// What is wrong is told by parameter, and then by the place of the hash in its array.
function coerceHashes(
  { fields, rules }: Param,
  raws: readonly RawHash[],
  namedAt: (place: number) => Named,
  messages: string[],
): { [name: string]: unknown }[] {
  const all = raws.map((): { [name: string]: unknown } => ({}))
  for (const [name, param] of Object.entries((fields ?? {}) as Declared['params']))
    for (const [i, values] of all.entries())
      take(param, name, raws[i] as RawHash, namedAt(i), values, messages)
  for (const rule of (rules ?? []) as Declared['rules'])
    for (const [i, raw] of raws.entries()) obey(rule, raw, namedAt(i), messages)
  return all
}

/** Stores a value; returns the values of the parameters that it needs, which win over others. */
function take(
  param: Param,
  name: string,
  raw: RawHash,
  named: Named,
  values: { [name: string]: unknown },
  messages: string[],
): { readonly [name: string]: unknown } | undefined {
  const said = named(param.said ?? name)
  const value = coerceOne(param, Object.hasOwn(raw, name) ? raw[name] : undefined, said, messages)
  if (value !== undefined) values[name] = value
  // A value that is no switch position at all counts as true here (settings#needed-together).
  if (param.whenTrue === undefined || value === undefined || value === null || value === false)
    return undefined
  const { params, rules = [] } = param.whenTrue
  return coerceHash(params as Declared['params'], rules, raw, named, messages)
}

function obey(rule: Rule, raw: RawHash, named: Named, messages: string[]): void {
  const message = broken(rule, raw, named)
  if (message !== undefined) messages.push(message)
}

function coerceOne(param: Param, raw: Raw, name: string, messages: string[]): unknown {
  if (raw === undefined && param.required) messages.push(`${name} is missing`)
  if (param.kind === 'hash' && param.required && (raw === undefined || raw === null || !isHash(raw)))
    return withoutHash(param, raw, name, messages)
  if (raw === undefined && !param.required) return param.default
  const most = boundOf(param)
  if (lengthOf(raw, param) > most) {
    // As the framework of the service says it where a parameter has a bound.
    messages.push(`${name} is expected to have length less than or equal to ${most}`)
    return raw
  }
  const coerced =
    raw === undefined || raw === null
      ? ofNothing(param, raw)
      : coercers[param.kind](raw, param, name, messages)
  if (coerced === INVALID) messages.push(`${name} ${refusals[param.kind]?.(raw) ?? 'is invalid'}`)
  const value = coerced === INVALID ? raw : coerced
  if (!fits(param, raw, value)) messages.push(`${name} ${param.mismatch ?? 'is invalid'}`)
  if (param.filePath && leadsOut(value)) messages.push(`${name} should be a valid file path`)
  if (param.notBlank && isBlank(value)) messages.push(`${name} is empty`)
  if (param.values !== undefined && !allowed(param, value, name))
    messages.push(`${name} does not have a valid value`)
  if (param.except?.includes(value as Scalar)) messages.push(`${name} has a value not allowed`)
  return value ?? param.default ?? value
}

/** Most entries of a list or of an object. The bound is ours: each may cost a row. */
const MOST_ENTRIES = 5000
/** Most characters of a text, ours too. The service bounds texts of records by itself, and none of them is as long. */
const MOST_CHARACTERS = 2 * 1024 * 1024

function boundOf({ kind, content }: Param): number {
  if (content || kind === 'file') return Number.POSITIVE_INFINITY
  return kind === 'string' ? MOST_CHARACTERS : MOST_ENTRIES
}

// Characters of a text; entries of whatever else has some.
function lengthOf(raw: Raw, { kind }: Param): number {
  if (typeof raw === 'string') {
    if (kind === 'string') return raw.length
    return kind === 'stringList' || kind === 'integerList' ? itemsIn(raw) : 0
  }
  if (isHash(raw)) return Object.keys(raw).length
  if (!Array.isArray(raw)) return 0
  return raw.reduce((sum, item) => sum + (typeof item === 'string' ? lengthOf(item, { kind }) || 1 : 1), 0)
}

function itemsIn(list: string): number {
  let items = 1
  for (let at = list.indexOf(','); at >= 0; at = list.indexOf(',', at + 1)) items++
  return items
}

// A list takes null for "nothing in it", and a file that is needed cannot be null; everything else keeps the null, which
// handlers read as "cleared".
function ofNothing(param: Param, raw: Raw): unknown {
  if (raw === undefined) return undefined
  if (param.kind === 'file' && param.required) return INVALID
  return param.kind === 'integerList' || param.kind === 'stringList' ? [] : null
}

// Where a required hash should be, whatever it needs is missing too.
function withoutHash(param: Param, raw: Raw, name: string, messages: string[]): Raw {
  const isOther = raw !== undefined && raw !== null && raw !== ''
  if (isOther) messages.push(`${name} is invalid`)
  for (const [inner, field] of Object.entries((param.fields ?? {}) as Declared['params'])) {
    if (!field.required) continue
    messages.push(`${name}[${inner}] is missing`)
    if (isOther) messages.push(`${name}[${inner}] is invalid`)
  }
  return raw
}

function allowed(param: Param, value: unknown, name: string): boolean {
  // A missing value inside a hash is reported once.
  if (value === undefined && name.includes('[')) return true
  if (value === null || value === undefined) return param.required !== true
  return [value].flat().every((item) => param.values?.includes(item as Scalar) ?? true)
}

function fits({ matches, mismatch, required }: Param, raw: Raw, value: unknown): boolean {
  if (matches === undefined || (value === null && required !== true)) return true
  if (raw === undefined) return mismatch === undefined || required !== true
  return typeof value === 'string' && new RegExp(matches).test(value)
}

function leadsOut(value: unknown): boolean {
  return typeof value === 'string' && (value.startsWith('/') || value.split('/').includes('..'))
}

function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
}

// A rule may name a hundred parameters, and most requests send few.
function presentIn(raw: RawHash, names: readonly string[]): readonly string[] {
  let found: string | undefined
  for (const name in raw) {
    if (!names.includes(name)) continue
    if (found !== undefined) return names.filter((one) => Object.hasOwn(raw, one))
    found = name
  }
  return found === undefined ? NONE : [found]
}

const NONE: readonly string[] = []

function broken(rule: Rule, raw: RawHash, named: Named): string | undefined {
  const { names } = rule
  const present = presentIn(raw, names)
  switch (rule.rule) {
    case 'exclusive':
      if (rule.unlessEqual && new Set(present.map((name) => raw[name])).size === 1) return undefined
      return present.length > 1
        ? `${present.map(named).join(', ')} ${rule.says ?? 'are mutually exclusive'}`
        : undefined
    case 'atLeastOneOf':
      return present.length === 0 && !rule.unlisted?.some((name) => Object.hasOwn(raw, name))
        ? `${names.map(named).join(', ')} are missing, at least one parameter must be provided`
        : undefined
    case 'exactlyOneOf':
      if (present.length > 1) return `${present.map(named).join(', ')} are mutually exclusive`
      return present.length === 0
        ? `${names.map(named).join(', ')} are missing, exactly one parameter must be provided`
        : undefined
    case 'allOrNoneOf':
      return present.length === 0 || present.length === names.length
        ? undefined
        : `${names.map(named).join(', ')} provide all or none of parameters`
    case 'requiredWith': {
      const missing = names.filter((name) => !present.includes(name))
      return missing.length === 0 || missing[0] === names[0]
        ? undefined
        : missing.map((name) => `${named(name)} is missing`).join(', ')
    }
    case 'noneOf':
      return present.length === 0 ? undefined : `${present.map(named).join(', ')} ${rule.says}`
    default:
      return rule satisfies never
  }
}

type Coercer = (raw: Raw, param: Param, name: string, messages: string[]) => unknown

const coercers: { readonly [kind in ParamKind]: Coercer } = {
  string: (raw) => {
    if (typeof raw === 'string') return raw
    return typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : INVALID
  },
  integer: (raw, { nonNumber }) => {
    const value = raw === '' ? null : toInteger(raw)
    return value === INVALID && nonNumber === 'no-record' ? 0 : value
  },
  boolean: (raw) => (raw === '' ? null : toBoolean(raw)),
  datetime: (raw, { zoned }) => {
    if (raw === '') return null
    const time = typeof raw === 'string' ? parseZonedTime(raw) : undefined
    return time === undefined ? INVALID : zoned ? time : time.at
  },
  integerList: (raw) => listed(raw).map((item) => leadingInteger(item)),
  stringList: (raw, { ofHash }) => {
    if (ofHash === 'refused' && isHash(raw)) return ['unknown']
    const items = ofHash === 'values' && isHash(raw) ? Object.values(raw) : raw
    return listed(items).filter((item) => item !== '')
  },
  integerArray: (raw) => everyItem(raw, toInteger),
  stringArray: (raw) => everyItem(raw, (item) => coercers.string(item, { kind: 'string' }, '', [])),
  integerOrNoneAny: (raw) => (raw === '' ? null : (noneOrAny(raw) ?? toInteger(raw))),
  arrayOrNoneAny: (raw) => {
    if (raw === '') return null
    if (Array.isArray(raw)) return raw.filter((item) => item !== null && item !== '').map(String)
    return noneOrAny(raw) ?? INVALID
  },
  hash: (raw, param, name, messages) => {
    if (raw === '') return null
    if (!isHash(raw)) return INVALID
    // What an optional hash needs is asked only of one that holds something.
    if (Object.keys(raw).length === 0 && !param.required) return {}
    return coerceHash(
      (param.fields ?? {}) as Declared['params'],
      (param.rules ?? []) as Declared['rules'],
      raw,
      (inner) => `${name}[${inner}]`,
      messages,
    )
  },
  hashArray: (raw, param, name, messages) => {
    if (raw === '') return null
    if (!Array.isArray(raw) || !raw.every(isHash)) return INVALID
    return coerceHashes(param, raw, (i) => (inner) => `${name}[${i}][${inner}]`, messages)
  },
  stringHash: (raw) => {
    if (raw === '') return null
    if (!isHash(raw)) return INVALID
    const entries = Object.entries(raw).filter(
      ([key, value]) => !reachesPrototype(key) && typeof value !== 'object',
    )
    return Object.fromEntries(entries.map(([key, value]) => [key, String(value)]))
  },
  integerHash: (raw) => {
    if (raw === '') return null
    if (!isHash(raw)) return INVALID
    const entries = Object.entries(raw).filter(([key]) => !reachesPrototype(key))
    const numbers = entries.map(([key, value]) => [key, toInteger(value)] as const)
    return numbers.some(([, value]) => value === INVALID) ? INVALID : Object.fromEntries(numbers)
  },
  decimal: (raw) => (raw === '' ? null : toDecimal(raw)),
  object: (raw) => (raw === '' ? null : isHash(raw) ? raw : INVALID),
  // Where a file may be left out, an empty text says that there is none.
  file: (raw, { required }) => {
    if (raw === '' && !required) return null
    return isHash(raw) && raw.bytes instanceof Uint8Array ? raw : INVALID
  },
  any: (raw) => raw,
}

const refusals: { readonly [kind in ParamKind]?: (raw: Raw) => string } = {
  integerOrNoneAny: (raw) =>
    isScalar(raw) ? `should be an integer, none, or any, however got ${raw}` : 'is invalid',
  arrayOrNoneAny: () => "should be an array, 'None' or 'Any'",
}

function isScalar(raw: Raw): raw is Scalar {
  return typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean'
}

export function isHash(raw: Raw): raw is RawHash {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw) && !(raw instanceof Uint8Array)
}

function toInteger(raw: Raw): number | typeof INVALID {
  if (typeof raw === 'number') return Number.isFinite(raw) ? Math.trunc(raw) : INVALID
  if (typeof raw !== 'string') return INVALID
  const text = raw.trim()
  return /^[+-]?\d+(?:_\d+)*$/.test(text) && text.length <= 40 ? Number(text.replaceAll('_', '')) : INVALID
}

function toDecimal(raw: Raw): number | typeof INVALID {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : INVALID
  if (typeof raw !== 'string') return INVALID
  const text = raw.trim()
  return /^[+-]?\d{1,20}(?:\.\d{1,20})?(?:e[+-]?\d{1,2})?$/i.test(text) ? Number(text) : INVALID
}

const TRUE = new Set(['true', 't', 'yes', 'y', 'on', '1'])
const FALSE = new Set(['false', 'f', 'no', 'n', 'off', '0'])

function toBoolean(raw: Raw): boolean | typeof INVALID {
  if (typeof raw === 'boolean') return raw
  if (raw === 1 || raw === 0) return raw === 1
  if (typeof raw !== 'string') return INVALID
  const text = sameCase(raw) ? raw.toLowerCase() : ''
  return TRUE.has(text) ? true : FALSE.has(text) ? false : INVALID
}

// `yes`, `Yes` and `YES` count; `yEs` does not.
function sameCase(text: string): boolean {
  const rest = text.slice(1)
  return (
    text === text.toLowerCase() ||
    text === text.toUpperCase() ||
    (rest === rest.toLowerCase() && text[0] === text[0]?.toUpperCase())
  )
}

function listed(raw: Raw): string[] {
  if (typeof raw === 'string')
    return raw
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  if (!Array.isArray(raw)) return []
  return raw.flatMap((item) => {
    if (typeof item === 'string') return listed(item)
    return typeof item === 'number' ? [String(item)] : []
  })
}

function leadingInteger(text: string): number {
  const found = /^[+-]?\d{1,20}/.exec(text)
  return found === null ? 0 : Number(found[0])
}

function everyItem(raw: Raw, convert: (item: Raw) => unknown): unknown {
  if (raw === '') return null
  if (!Array.isArray(raw)) return INVALID
  const items = raw.map((item) => (item === null ? INVALID : convert(item)))
  return items.includes(INVALID) ? INVALID : items
}

function noneOrAny(raw: Raw): 'none' | 'any' | undefined {
  const text = typeof raw === 'string' ? raw.toLowerCase() : ''
  return text === 'none' || text === 'any' ? text : undefined
}
