import { type Json, parseJson } from '../../lib/json.ts'

/** Length that a filled template may have. */
const MOST = 1024 * 1024

/** What a webhook sends by its template: `{{a.b}}` is what the payload has there. Undefined where that makes no JSON. */
export function filledIn(template: string, payload: string): string | undefined {
  const fields = JSON.parse(payload) as Json
  let length = template.length
  const text = template.replace(/\{\{([^{}]+)\}\}/g, (_, path: string) => {
    const value = shown(valueAt(fields, path.trim()))
    length += value.length
    return length > MOST ? '' : value
  })
  if (length > MOST) return undefined
  const filled = parseJson(text)
  return filled.ok ? JSON.stringify(filled.value) : undefined
}

function valueAt(fields: Json, path: string): Json {
  let value: Json = fields
  for (const name of path.split('.')) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return null
    const below: Json | undefined = Object.hasOwn(value, name)
      ? (value as { readonly [name: string]: Json })[name]
      : null
    value = below ?? null
  }
  return value
}

// Within the quotes of the template.
function shown(value: Json): string {
  if (value === null) return ''
  return typeof value === 'string' ? JSON.stringify(value).slice(1, -1) : JSON.stringify(value)
}
