import type { Reply } from './client.ts'
import { Failure } from './finding.ts'
import { isRow, type Json, type Row, same, show } from './json.ts'

/** The reply has this status and, where given, exactly this JSON body. */
export function answers(reply: Reply, status: number | readonly number[], body?: Json): void {
  const allowed = typeof status === 'number' ? [status] : status
  const bodyDiffers = body !== undefined && !same(reply.json, body)
  if (allowed.includes(reply.status) && !bodyDiffers) return
  const expected = allowed.join(' or ')
  throw new Failure({
    title: allowed.includes(reply.status)
      ? `answers ${reply.status} with another body`
      : `answers ${reply.status} instead of ${expected}`,
    expected: body === undefined ? expected : `${expected} ${show(body)}`,
    actual: `${reply.status} ${reply.json === undefined ? JSON.stringify(reply.text.slice(0, 300)) : show(reply.json)}`,
    operation: reply.operation,
    statuses: allowed,
  })
}

/** A parameter was refused with this text (conventions#validation-texts). */
export function refuses(reply: Reply, text: string): void {
  answers(reply, 400, { error: text })
}

/** The reply has this status and a `message`. */
export function says(reply: Reply, status: number | readonly number[], message: Json): void {
  answers(reply, status, { message })
}

/** A value of a reply, named in the report. */
export function equals(
  what: string,
  actual: Json | undefined,
  expected: Json | undefined,
  reply?: Reply,
): void {
  if (same(actual, expected)) return
  throw new Failure({
    title: `${what} is wrong`,
    expected: show(expected),
    actual: show(actual),
    operation: reply?.operation,
  })
}

/** Each of these fields has exactly this value; other fields may be there. */
export function has(row: Row, fields: Row, reply?: Reply): void {
  for (const [name, expected] of Object.entries(fields)) equals(`field ${name}`, row[name], expected, reply)
}

/** The object has these fields, whatever their values are. */
export function names(row: Row, fields: readonly string[], reply?: Reply): void {
  const missing = fields.filter((name) => !Object.hasOwn(row, name))
  if (missing.length === 0) return
  throw new Failure({
    title: `fields are missing: ${missing.join(', ')}`,
    expected: missing.join(', '),
    actual: Object.keys(row).join(', '),
    operation: reply?.operation,
  })
}

/** The object has these fields in their order, and no others unless the target may add some. */
export function keysAre(
  { mayAdd }: { readonly mayAdd: boolean },
  row: Row,
  keys: readonly string[],
  reply?: Reply,
): void {
  if (mayAdd) names(row, keys, reply)
  else equals('the keys in their order', Object.keys(row), [...keys], reply)
}

/** The object has none of these fields. */
export function lacks(row: Row, fields: readonly string[], reply?: Reply): void {
  const present = fields.filter((name) => Object.hasOwn(row, name))
  if (present.length === 0) return
  throw new Failure({
    title: `fields are sent that should not be: ${present.join(', ')}`,
    expected: `no ${present.join(', ')}`,
    actual: show(Object.fromEntries(present.map((name) => [name, row[name] ?? null]))),
    operation: reply?.operation,
  })
}

/** Anything else that must be true; `what` completes the sentence "it does not hold that …". */
export function holds(truth: boolean, what: string, actual: Json | undefined, reply?: Reply): asserts truth {
  if (truth) return
  throw new Failure({
    title: `it does not hold that ${what}`,
    expected: what,
    actual: show(actual),
    operation: reply?.operation,
  })
}

/** A field that must hold a number. */
export function numberIn(row: Row, field: string): number {
  const value = row[field]
  if (typeof value !== 'number')
    throw new Failure({ title: `field ${field} is no number`, expected: 'a number', actual: show(value) })
  return value
}

/** A field that must hold a text. */
export function textIn(row: Row, field: string): string {
  const value = row[field]
  if (typeof value !== 'string')
    throw new Failure({ title: `field ${field} is no text`, expected: 'a text', actual: show(value) })
  return value
}

/** A field that must hold texts. */
export function textsIn(row: Row, field: string): string[] {
  const value = row[field]
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
    throw new Failure({ title: `field ${field} holds no texts`, expected: 'texts', actual: show(value) })
  return value
}

/** A field that must hold an object. */
export function rowIn(row: Row, field: string): Row {
  const value = row[field]
  if (!isRow(value))
    throw new Failure({ title: `field ${field} is no object`, expected: 'an object', actual: show(value) })
  return value
}
