import type { Credentials, WireRequest } from '../targets/target.ts'
import { redactedRequest } from './redacted-request.ts'

/**
 * The request as a command line; a token of a caller is shown as the shell variable that holds it, and any other secret is
 * left out.
 */
export function asCurl(sent: WireRequest, origin: string, credentials: Credentials): string {
  const tokens = secrets(credentials).map(({ token }) => token)
  const request = redactedRequest(sent, (text) => tokens.some((token) => text.includes(token)))
  const words = ['curl', '-sS', '-i']
  if (request.method === 'HEAD') words.push('-I')
  else if (request.method !== 'GET') words.push('-X', request.method)
  for (const [name, value] of Object.entries(request.headers))
    words.push('-H', quoted(`${name}: ${value}`, credentials))
  const { body } = request
  const bytes = typeof body === 'string' ? undefined : body
  if (bytes !== undefined) words.push('--data-binary', '@-')
  else if (typeof body === 'string') words.push('--data-binary', quoted(body, credentials))
  words.push(quoted(`${origin}${request.url}`, credentials))
  const command = words.join(' ')
  return bytes === undefined ? command : `echo ${base64(bytes)} | base64 -d | ${command}`
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Every token in a text, replaced by the shell variable that holds it. */
export function masked(text: string, credentials: Credentials): string {
  let result = text
  for (const { variable, token } of secrets(credentials)) result = result.replaceAll(token, `$${variable}`)
  return result
}

function quoted(text: string, credentials: Credentials): string {
  if (!secrets(credentials).some(({ token }) => text.includes(token)))
    return `'${text.replaceAll("'", `'\\''`)}'`
  // Only double quotes let the shell put the variable in, so what the shell would read in them is escaped first.
  return `"${masked(text.replace(/["\\$`]/g, '\\$&'), credentials)}"`
}

// Longest first: a token may be the beginning of another one.
function secrets(credentials: Credentials) {
  return Object.values(credentials).sort((a, b) => b.token.length - a.token.length)
}
