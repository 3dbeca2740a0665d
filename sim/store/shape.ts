/** Kinds of values that have no parts; `missing` for a column that may be left out. */
export type Kind = 'string' | 'number' | 'boolean' | 'null' | 'missing' | 'bytes' | 'anything'

/** What a column may hold: any of these. */
export type Shape = readonly Alternative[]

export type Alternative =
  | Kind
  /** One of these values. */
  | { readonly one: readonly (string | number | boolean)[] }
  | { readonly list: Shape }
  /** An object with these names; more may be there. */
  | { readonly fields: Fields }
  /** An object whose values are alike. */
  | { readonly map: Shape }

export interface Fields {
  readonly [name: string]: Shape
}

/** Where a value does not fit: the way to it, and what it should be. */
export interface Misfit {
  readonly way: string
  readonly wanted: string
}

/** Where an object does not have these fields; undefined where it does. */
export function misfitOf(value: object, fields: Fields): Misfit | undefined {
  for (const [name, shape] of Object.entries(fields)) {
    const inner = Object.hasOwn(value, name)
      ? (value as { readonly [name: string]: unknown })[name]
      : undefined
    const found = misfitIn(inner, shape, name)
    if (found !== undefined) return found
  }
  return undefined
}

function misfitIn(value: unknown, shape: Shape, way: string): Misfit | undefined {
  let closest: Misfit | undefined
  for (const alternative of shape) {
    const found = misfitWith(value, alternative, way)
    if (found === undefined) return undefined
    // Of several structures the one tells most into which the value goes deepest, and of kinds the one that it has.
    const tells = found.way.length > (closest?.way ?? way).length || found.wanted !== nameOf(alternative)
    if (tells) closest = found
  }
  return closest ?? { way, wanted: [...new Set(shape.map(nameOf))].join(' or ') }
}

/** How deep what may be anything goes: whoever shows it goes as deep. */
const DEEPEST = 50

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((inner) => isWithin(inner, depth - 1))
}

/** Of any column: times end there, and ids that are counted up from there are still exact. */
const LARGEST = 8.64e15

function misfitWith(value: unknown, alternative: Alternative, way: string): Misfit | undefined {
  const misfit: Misfit = { way, wanted: nameOf(alternative) }
  if (typeof alternative === 'string') {
    if (!isKind(value, alternative)) return misfit
    if (alternative === 'anything' && !isWithin(value, DEEPEST))
      return { way, wanted: `nested ${DEEPEST} deep at most` }
    const isTooLarge = typeof value === 'number' && !(Math.abs(value) <= LARGEST)
    return isTooLarge ? { way, wanted: `a number of at most ${LARGEST}` } : undefined
  }
  if ('one' in alternative) return alternative.one.some((one) => one === value) ? undefined : misfit
  if ('list' in alternative) {
    if (!Array.isArray(value)) return misfit
    return firstOf(value.entries(), ([i, item]) => misfitIn(item, alternative.list, `${way}[${i}]`))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Uint8Array)
    return misfit
  if ('map' in alternative)
    return firstOf(Object.entries(value), ([name, item]) => misfitIn(item, alternative.map, `${way}.${name}`))
  return within(misfitOf(value, alternative.fields), way)
}

function within(misfit: Misfit | undefined, way: string): Misfit | undefined {
  return misfit && { ...misfit, way: `${way}.${misfit.way}` }
}

function firstOf<T>(items: Iterable<T>, look: (item: T) => Misfit | undefined): Misfit | undefined {
  for (const item of items) {
    const found = look(item)
    if (found !== undefined) return found
  }
  return undefined
}

function isKind(value: unknown, kind: Kind): boolean {
  switch (kind) {
    case 'anything':
      return true
    case 'null':
      return value === null
    case 'missing':
      return value === undefined
    case 'bytes':
      return value instanceof Uint8Array
    default:
      return typeof value === kind
  }
}

const names: { readonly [kind in Kind]: string } = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  missing: 'left out',
  bytes: 'bytes',
  anything: 'anything',
}

function nameOf(alternative: Alternative): string {
  if (typeof alternative === 'string') return names[alternative]
  if ('one' in alternative)
    return alternative.one.map((value) => (typeof value === 'string' ? `'${value}'` : value)).join(' or ')
  return 'list' in alternative ? 'a list' : 'an object'
}
