import { reachesPrototype } from '../lib/json.ts'
import { isHash } from './coerce.ts'
import { unreadable } from './refusal.ts'

/** Raw parameters while they are put together. */
export interface Hash {
  [name: string]: unknown
}

const DEEPEST = 32

/**
 * Puts a value where a bracketed name says, as the service's framework does: `a[b]` is a key of a hash, `a[]` an item
 * of an array, and `a[][b]` a key of the array's last hash, or of a further one if the last has the key already. A
 * number between brackets is a key like any other. Refuses names that contradict earlier ones (`a=1&a[b]=2`).
 *
 * Written out because parsers of query strings nest otherwise: arrays by index, the rows of `a[][b]` merged into one.
 */
export function putNested(into: Hash, name: string, value: unknown, depth = DEEPEST): Hash {
  if (depth <= 0) throw unreadable()
  const [matched, key = ''] = /^[[\]]*([^[\]]+)\]*/.exec(name) ?? ['']
  if (key === '' || reachesPrototype(key)) return into
  const rest = name.slice(matched.length)
  const held = Object.hasOwn(into, key) ? into[key] : undefined
  if (rest === '') into[key] = value
  else if (rest === '[') into[name] = value
  else if (rest === '[]') {
    const array = items(held)
    array.push(value)
    into[key] = array
  } else if (rest.startsWith('[]')) into[key] = withNested(items(held), inner(rest), value, depth)
  else if (held !== undefined && held !== null && !isHash(held)) throw unreadable()
  else into[key] = putNested((held ?? {}) as Hash, rest, value, depth - 1)
  return into
}

// `[][b]` names the key `b`, and `[][b][c]` the key `[b][c]`.
function inner(rest: string): string {
  return /^\[\]\[([^[\]]+)\]$/.exec(rest)?.[1] ?? rest.slice(2)
}

function items(held: unknown): unknown[] {
  if (held === undefined || held === null) return []
  if (!Array.isArray(held)) throw unreadable()
  return held
}

function withNested(array: unknown[], name: string, value: unknown, depth: number): unknown[] {
  const last = array.at(-1)
  if (isHash(last) && !hasNested(last, name)) putNested(last as Hash, name, value, depth - 1)
  else array.push(putNested({}, name, value, depth - 1))
  return array
}

function hasNested(hash: unknown, name: string): boolean {
  if (name.includes('[]')) return false
  let at = hash
  for (const key of name.split(/[[\]]+/)) {
    if (key === '') continue
    if (!isHash(at) || !Object.hasOwn(at, key)) return false
    at = at[key]
  }
  return true
}
