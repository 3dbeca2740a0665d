import { base64, text, utf8 } from '../../lib/bytes.ts'
import { type Json, parseJson } from '../../lib/json.ts'
import { isAboutVariables, isSecretName } from '../../lib/secrets.ts'
import { isSecretField } from '../shown-body.ts'
import type { Gifts } from './gifts.ts'
import { kindOfField, nounsOf } from './nouns.ts'
import type { ScriptSecrets } from './secrets.ts'
import type { BodyTemplate, JsonTemplate, Template } from './template.ts'

/** What turns values into variables. */
export interface Binder {
  readonly gifts: Gifts
  readonly secrets: ScriptSecrets
}

/** Longest body that stands in a script, in bytes. */
export const LONGEST_BODY = 64 * 1024

/** A body with variables in it; undefined where there is none. `path` is that of the request. */
export function bodyTemplate(
  body: string | Uint8Array | undefined,
  { type, path }: { readonly type: string; readonly path: string },
  binder: Binder,
): BodyTemplate | undefined {
  if (body === undefined || body.length === 0) return undefined
  if (isForm(type)) return { kind: 'text', text: queryTemplate(textOf(body), path, binder) }
  const value = jsonOf(body, type)
  if (value === undefined)
    return { kind: 'bytes', base64: base64(typeof body === 'string' ? utf8(body) : body) }
  const about = nounsOf(path).at(-1)?.kind.noun
  const place = { name: '', under: '', variables: isAboutVariables(path), about }
  return { kind: 'json', value: jsonTemplate(value, place, binder) }
}

/** True for a body whose parts can be variables; others are sent as they came. */
export function isTemplated(body: string | Uint8Array | undefined, type: string): boolean {
  return isForm(type) || (body !== undefined && jsonOf(body, type) !== undefined)
}

function isForm(type: string): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(type)
}

function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : text(body)
}

// Numbers that would lose digits are sent as they came.
function jsonOf(body: string | Uint8Array, type: string): Json | undefined {
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) return undefined
  const plain = textOf(body)
  const parsed = /[\d.]{16}/.test(plain) ? undefined : parseJson(plain, { depth: 32, count: 10_000 })
  return parsed?.ok && typeof parsed.value === 'object' ? parsed.value : undefined
}

interface Place {
  readonly name: string
  readonly under: string
  readonly variables: boolean
  /** What the request is about. */
  readonly about: string | undefined
}

function jsonTemplate(value: Json, place: Place, binder: Binder): JsonTemplate {
  if (Array.isArray(value))
    return { kind: 'list', items: value.map((item) => jsonTemplate(item, place, binder)) }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, held]) => {
      const inner = { ...place, name, under: place.name }
      return [name, jsonTemplate(held as Json, inner, binder)] as const
    })
    return { kind: 'fields', fields }
  }
  if (typeof value === 'boolean' || value === null) return { kind: 'literal', value }
  return scalarTemplate(value, place, binder)
}

function scalarTemplate(
  value: string | number,
  { name, under, variables, about }: Place,
  { gifts, secrets }: Binder,
): JsonTemplate {
  if (typeof value === 'string' && name !== '' && isSecretField(name, under, variables)) {
    return textTemplate(secrets.of(value))
  }
  const gift = gifts.use(String(value), kindOfField(name, under === '' ? about : undefined))
  if (gift === undefined && typeof value === 'string') return textTemplate(secrets.plain(value))
  if (gift === undefined) return { kind: 'literal', value }
  return { kind: 'variable', variable: gift.variable, asText: typeof value === 'string' }
}

function textTemplate([piece = '']: Template): JsonTemplate {
  return typeof piece === 'string'
    ? { kind: 'literal', value: piece }
    : { kind: 'variable', variable: piece.variable, asText: true }
}

/** A query, or a form, with variables in it. */
export function queryTemplate(query: string, path: string, { gifts, secrets }: Binder): Template {
  const about = nounsOf(path).at(-1)?.kind.noun
  const pieces = query.split('&').flatMap((pair, i): Template => {
    const before = i === 0 ? '' : '&'
    const equals = pair.indexOf('=')
    if (equals <= 0) return [`${before}${pair}`]
    const [name, value] = [decoded(pair.slice(0, equals)), decoded(pair.slice(equals + 1))]
    const head = `${before}${pair.slice(0, equals + 1)}`
    if (isSecretName(name) || (isAboutVariables(path) && name === 'value')) {
      const [piece = ''] = secrets.of(value)
      return [head, typeof piece === 'string' ? pair.slice(equals + 1) : piece]
    }
    const gift = gifts.use(value, kindOfField(name, about))
    if (gift !== undefined) return [head, { variable: gift.variable }]
    const [piece] = secrets.plain(value)
    return piece === undefined || typeof piece === 'string' ? [`${before}${pair}`] : [head, piece]
  })
  return pieces
}

/** As sent where it cannot be decoded. */
export function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '))
  } catch {
    return encoded
  }
}
