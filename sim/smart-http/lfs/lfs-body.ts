import { isUtf8, text } from '../../lib/bytes.ts'
import { parseJson } from '../../lib/json.ts'
import type { PlainRequest } from '../../protocol/message.ts'
import { unreadable } from '../../protocol/refusal.ts'

/** The fields of a JSON body; none for a body that is no object. Throws a Refusal for one that is no JSON. */
export function lfsBody({ body = '' }: PlainRequest): { readonly [field: string]: unknown } {
  if (body.length === 0) return {}
  if (typeof body !== 'string' && !isUtf8(body)) throw unreadable()
  const parsed = parseJson(typeof body === 'string' ? body : text(body))
  if (!parsed.ok) throw unreadable()
  const { value } = parsed
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [field: string]: unknown })
    : {}
}
