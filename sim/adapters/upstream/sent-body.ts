import { isAboutVariables, isSecretName, REDACTED, withoutSecrets } from '../../lib/secrets.ts'
import type { PlainRequest } from '../../protocol/message.ts'

/** Parameters by which callers prove who they are, or say for whom they act. */
export const credentialNames = ['private_token', 'access_token', 'bearer_token', 'job_token', 'sudo']

type Sent = Pick<PlainRequest, 'headers' | 'body' | 'url'>

/** The body of a request without the credentials of its caller, in whichever encoding. */
export function bodyWithoutCredentials({ headers, body }: Sent): PlainRequest['body'] {
  if (body === undefined || body.length === 0) return body
  const text = textOf(body)
  const type = headers['content-type'] ?? ''
  const kept = withoutParams(text, type)
  return kept === text ? body : typeof body === 'string' ? kept : Buffer.from(kept, 'latin1')
}

function withoutParams(text: string, type: string): string {
  const boundary = boundaryIn(type)
  if (boundary !== undefined)
    return text
      .split(`--${boundary}`)
      .filter((part) => !credentialNames.includes(nameOf(part) ?? ''))
      .join(`--${boundary}`)
  if (type.includes('json')) return withoutFields(text)
  if (!type.includes('urlencoded')) return text
  return text
    .split('&')
    .filter((pair) => !credentialNames.includes(decoded(pair.split('=', 1)[0] ?? '')))
    .join('&')
}

function withoutFields(text: string): string {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return text
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return text
  const fields = Object.entries(json)
  const kept = fields.filter(([name]) => !credentialNames.includes(name))
  return kept.length === fields.length ? text : JSON.stringify(Object.fromEntries(kept))
}

/** What is kept of a body: no secret in any encoding, and no value of a variable. Undefined for none. */
export function shownBody({ url, headers, body }: Sent): string | undefined {
  if (body === undefined || body.length === 0) return undefined
  const text = textOf(body)
  const boundary = boundaryIn(headers['content-type'] ?? '')
  const isSecret = (name: string) => isSecretName(name) || (name === 'value' && isAboutVariables(url))
  if (boundary !== undefined)
    return text
      .split(`--${boundary}`)
      .map((part) => (isSecret(nameOf(part) ?? '') ? withoutContent(part) : withoutSecrets(part)))
      .join(`--${boundary}`)
  return withoutSecrets(isAboutVariables(url) ? withoutValues(text) : text)
}

/** JSON or a form without what stands behind `value`. */
export function withoutValues(text: string): string {
  return text
    .replace(/"value"(\s*:\s*)"(?:[^"\\]|\\.)*"/g, `"value"$1"${REDACTED}"`)
    .replace(/(^|&)value=[^&]*/g, `$1value=${REDACTED}`)
}

function boundaryIn(type: string): string | undefined {
  const [, quoted, plain] = /^multipart\/form-data;.*\bboundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? []
  return quoted ?? plain
}

function nameOf(part: string): string | undefined {
  return /\bname="([^"]*)"/i.exec(part.split('\r\n\r\n', 1)[0] ?? '')?.[1]
}

function withoutContent(part: string): string {
  return `${part.split('\r\n\r\n', 1)[0]}\r\n\r\n${REDACTED}\r\n`
}

// Each byte is one character, so that bodies that are no text stay what they are.
function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : Buffer.from(body).toString('latin1')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
