import { isWellFormed } from './bytes.ts'
import { inPieces } from './in-pieces.ts'
import { type JsonBounds, JsonScan } from './long-json/json-scan.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export const requestBounds: JsonBounds = { depth: 32, count: 100_000 }

export type Parsed = { readonly ok: true; readonly value: Json } | NotParsed
export interface NotParsed {
  readonly ok: false
  /** The bound that it breaks; without one it is no JSON. */
  readonly above?: keyof JsonBounds
}

/** Parses JSON within bounds. Keys that could reach a prototype are dropped; texts that no bytes spell make it no JSON. */
export function parseJson(text: string, bounds: JsonBounds = requestBounds): Parsed {
  const scan = new JsonScan(text, bounds)
  scan.goOn(text.length)
  if (scan.broken !== undefined) return { ok: false, above: scan.broken }
  if (!isWellFormed(text)) return { ok: false }
  try {
    // The reviver costs more than the parsing itself, so only a text that spells such a key pays for it.
    const value = /__proto__|constructor|prototype|\\u/.test(text)
      ? JSON.parse(text, harmless)
      : JSON.parse(text)
    return { ok: true, value: value as Json }
  } catch {
    return { ok: false }
  }
}

/** True for the keys through which an object's prototype could be reached. */
export function reachesPrototype(key: string): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype'
}

function harmless(this: unknown, key: string, value: unknown): unknown {
  if (!isWellFormed(key) || (typeof value === 'string' && !isWellFormed(value)))
    throw new SyntaxError('half a pair')
  return reachesPrototype(key) ? undefined : value
}

/** A value as JSON text as the service writes it. */
export function toJson(value: unknown): string {
  return htmlSafeJson(JSON.stringify(value))
}

/** JSON text with `&`, `<` and `>` escaped, so that it is harmless inside a page. */
function htmlSafeJson(text: string): string {
  return /[&<>\u2028\u2029]/.test(text) ? inPieces(text, escapePiece) : text
}

function escapePiece(text: string): string {
  // One character after the other, since an engine replaces a fixed text many times as fast.
  // biome-ignore lint/plugin: nothing of a request is what replaces them.
  return UNSAFE.reduce((safe, [character, written]) => safe.replaceAll(character, written), text)
}

const UNSAFE = ['&', '<', '>', '\u2028', '\u2029'].map(
  (character) => [character, escaped(character)] as const,
)

/** Longer texts are not looked through character by character. */
const SHORT = 256
/** By code: what stands in JSON text, and in a page, as it is. */
const PLAIN = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= 0x20 && code < 0x7f && !'"\\&<>'.includes(String.fromCharCode(code)) ? 1 : 0,
)
const ESCAPED = Array.from(PLAIN, (_, code) => toJson(String.fromCharCode(code)).slice(1, -1))

/** The same as `toJson`, for texts, most of which are short and have nothing to escape. */
export function textToJson(text: string | null): string {
  const body = textInJson(text)
  return body === null ? 'null' : `"${body}"`
}

/** The same without its quotes; null for null. */
export function textInJson(text: string | null): string | null {
  if (text === null) return null
  if (typeof text !== 'string') throw new Error(`${JSON.stringify(text)} is no text`)
  if (text.length > SHORT) return toJson(text).slice(1, -1)
  let before = ''
  let from = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (PLAIN[code] === 1 || (code >= 0x80 && code < 0x2028)) continue
    if (code >= 0x80) return toJson(text).slice(1, -1)
    before += text.slice(from, i) + ESCAPED[code]
    from = i + 1
  }
  return from === 0 ? text : before + text.slice(from)
}

/** The same as `toJson`, for such texts in an array. */
export function textsToJson(texts: readonly string[]): string {
  return texts.length === 0 ? '[]' : `[${texts.map(textToJson).join(',')}]`
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
