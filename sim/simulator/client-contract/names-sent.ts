import type { PlainRequest } from '../../protocol/message.ts'

/** Parameters that say who asks: they are no part of an operation. */
const credentials = ['private_token', 'access_token', 'bearer_token', 'job_token']

const decoder = new TextDecoder()

/** Names of the parameters in the query and the body of a request; what stands in brackets belongs to the name before. */
export function namesSent({ url, headers, body }: Pick<PlainRequest, 'url' | 'headers' | 'body'>): string[] {
  const type = headers['content-type'] ?? ''
  const names = [...pairs(url.split('?', 2)[1] ?? ''), ...inBody(type, body ?? '')]
  return [...new Set(names)].filter((name) => !credentials.includes(name))
}

function inBody(type: string, body: string | Uint8Array): string[] {
  const text = () => (typeof body === 'string' ? body : decoder.decode(body))
  if (type.includes('json')) return keys(text())
  if (type.includes('urlencoded')) return pairs(text())
  if (type.includes('multipart')) return [...text().matchAll(/ name="([^"[]+)/g)].map(([, name = '']) => name)
  return []
}

function keys(text: string): string[] {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? Object.keys(json) : []
  } catch {
    return []
  }
}

function pairs(text: string): string[] {
  return [...new URLSearchParams(text).keys()].map((name) => name.split('[', 1)[0] ?? '')
}
