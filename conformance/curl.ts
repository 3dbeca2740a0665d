import type { Credentials, WireRequest } from './targets/target.ts'

/** The request as a command line; a token is shown as the shell variable that holds it, never itself. */
export function asCurl(request: WireRequest, origin: string, credentials: Credentials): string {
  const words = ['curl', '-sS', '-i']
  if (request.method === 'HEAD') words.push('-I')
  else if (request.method !== 'GET') words.push('-X', request.method)
  for (const [name, value] of Object.entries(request.headers))
    words.push('-H', quoted(`${name}: ${value}`, credentials))
  if (request.body !== undefined) words.push('--data-binary', quoted(request.body, credentials))
  words.push(quoted(`${origin}${request.url}`, credentials))
  return words.join(' ')
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
