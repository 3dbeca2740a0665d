import { type Json, parseJson, toJson } from '../lib/json.ts'
import type { Answer } from '../protocol/reply.ts'
import type { FaultRule } from './fault-rule.ts'

type Fields = { readonly [key: string]: Json }

/** An answer of the service with another status, other headers and a patched body, as a rule says. */
export function altered(answer: Answer, { status, headers, patch }: FaultRule): Answer {
  return {
    status: status ?? answer.status,
    headers: withHeaders(answer.headers, headers),
    body: patch === undefined ? answer.body : patchedBody(answer.body, patch),
  }
}

/** Headers with others in place of those of the same name, in any case. */
export function withHeaders(
  own: { readonly [name: string]: string },
  others: { readonly [name: string]: string } = {},
): { readonly [name: string]: string } {
  const replaced = new Set(Object.keys(others).map((name) => name.toLowerCase()))
  const left = Object.entries(own).filter(([name]) => !replaced.has(name.toLowerCase()))
  return Object.fromEntries([...left, ...Object.entries(others)])
}

// What is no JSON stays as it is. Of a list every entry is patched: a list has no names to be patched by.
function patchedBody(body: Answer['body'], patch: Json): Answer['body'] {
  if (typeof body !== 'string') return body
  const parsed = parseJson(body, { depth: 64, count: Number.MAX_SAFE_INTEGER })
  if (!parsed.ok) return body
  const { value } = parsed
  return toJson(Array.isArray(value) ? value.map((entry) => merged(entry, patch)) : merged(value, patch))
}

/** A JSON merge patch (RFC 7396): objects are merged, `null` removes, all else replaces. */
function merged(target: Json, patch: Json): Json {
  if (!isFields(patch)) return patch
  const fields = new Map(Object.entries(isFields(target) ? target : {}))
  for (const [name, value] of Object.entries(patch))
    if (value === null) fields.delete(name)
    else fields.set(name, merged(fields.get(name) ?? null, value))
  return Object.fromEntries(fields)
}

function isFields(value: Json): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
