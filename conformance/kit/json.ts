/** JSON as the suite reads it from replies. */
export type Json = null | boolean | number | string | readonly Json[] | Row

export interface Row {
  readonly [field: string]: Json
}

/** The parsed value, or undefined for text that is no JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

export function isRow(value: Json | undefined): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isRows(value: Json | undefined): value is readonly Row[] {
  return Array.isArray(value) && value.every((item: Json) => isRow(item))
}

/** Equality by structure; the order of keys does not matter, the order of items does. */
export function same(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true
  if (Array.isArray(left)) return Array.isArray(right) && sameItems(left, right)
  if (!isRow(left) || !isRow(right)) return false
  const names = Object.keys(left)
  if (names.length !== Object.keys(right).length) return false
  return names.every((name) => Object.hasOwn(right, name) && same(left[name], right[name]))
}

function sameItems(left: readonly Json[], right: readonly Json[]): boolean {
  return left.length === right.length && left.every((item, index) => same(item, right[index]))
}

/** A value as a report shows it: JSON, cut where it would not help any more. */
export function show(value: Json | undefined, most = 300): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length <= most ? text : `${beginningOf(text, most)}… (${text.length} characters)`
}

/** The first characters of a text, and never half of one: part of an emoji is no text. */
export function beginningOf(text: string, most: number): string {
  const isHalf = /[\ud800-\udbff]/.test(text[most - 1] ?? '')
  return text.slice(0, isHalf ? most - 1 : most)
}
