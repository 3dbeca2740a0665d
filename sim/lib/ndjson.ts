import { text } from './bytes.ts'
import { type Json, parseJson, toJson } from './json.ts'
import type { JsonBounds } from './long-json/json-scan.ts'

/** Values a line each, every line ended. */
export function ndjson(values: Iterable<Json>): string {
  let lines = ''
  for (const value of values) lines += `${toJson(value)}\n`
  return lines
}

export interface LineBounds {
  readonly lines: number
  /** Bytes of one line. */
  readonly length: number
  readonly json: JsonBounds
}

export const lineBounds: LineBounds = {
  lines: 200_000,
  length: 8 * 1024 * 1024,
  json: { depth: 64, count: 250_000 },
}

/** The values of text that comes from elsewhere, one by one; undefined stands for a line that cannot be read. */
export function* readNdjson(bytes: Uint8Array, bounds: LineBounds = lineBounds): Generator<Json | undefined> {
  let lines = 0
  for (let at = 0; at < bytes.length; ) {
    const found = bytes.indexOf(10, at)
    const end = found < 0 ? bytes.length : found
    if (++lines > bounds.lines || end - at > bounds.length) return yield undefined
    const line = text(bytes.subarray(at, end))
    at = end + 1
    if (line.trim() === '') continue
    const parsed = parseJson(line, bounds.json)
    yield parsed.ok ? parsed.value : undefined
  }
}
