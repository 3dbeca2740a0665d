import { asCurl } from '../kit/curl.ts'
import { isRow, type Json } from '../kit/json.ts'
import { type Credentials, textOf } from '../targets/target.ts'
import type { Exchange, Heard } from './exchange.ts'

/** Keeps what is printed free of what opens something. */
export interface Redactor {
  /** The request as a command line; a credential is shown as a shell variable, the same one for the same caller. */
  curl(heard: Heard): string
  /** The text without any secret of these exchanges. */
  text(text: string, of: readonly Heard[]): string
}

const credentialHeaders = [
  'private-token',
  'authorization',
  'job-token',
  'deploy-token',
  'cookie',
  'x-csrf-token',
]

/** What tells callers apart; empty for none. */
export function callerOf({ headers, url }: Exchange, given: Heard['given']): string {
  const sent = credentialHeaders.slice(0, 5).map((name) => headers[name] ?? '')
  const params = ['private_token', 'access_token', 'job_token', 'token'].map((name) => given[name] ?? '')
  const user = new URL(url).username
  const parts = [...sent, ...params.map(String), user]
  return parts.some((part) => part !== '') ? parts.join('\n') : ''
}

export function createRedactor(): Redactor {
  const variables = new Map<string, string>()
  const variableOf = (secret: string) => {
    const known = variables.get(secret)
    if (known !== undefined) return known
    const name = variables.size === 0 ? 'TOKEN' : `TOKEN_${variables.size + 1}`
    variables.set(secret, name)
    return name
  }

  function text(plain: string, of: readonly Heard[]): string {
    let result = plain
    const secrets = new Set(of.flatMap(secretsIn))
    for (const secret of [...secrets].sort((a, b) => b.length - a.length))
      for (const form of formsOf(secret)) result = result.replaceAll(form, '[redacted]')
    return result.replaceAll(tokenForms, '[redacted]').replaceAll(userInUrl, '$1[redacted]@')
  }

  return {
    text,
    curl: (heard) => {
      const { origin, pathname, search } = new URL(heard.url)
      const opening = credentialHeaders.flatMap((name) => opens(name, heard.headers[name]))
      const secrets = opening.map((token) => [variableOf(token), { variable: variableOf(token), token }])
      const headers = shownHeaders(heard)
      const body = shownBody(heard)
      const request = {
        method: heard.method,
        url: `${pathname}${search}`,
        headers,
        ...(body === undefined ? {} : { body }),
      }
      // What opens something is a variable already; whatever else is secret goes.
      return text(asCurl(request, origin, Object.fromEntries(secrets) as Credentials), [heard])
    },
  }
}

// Of an `Authorization` the scheme may stay.
function opens(name: string, value: string | undefined): readonly string[] {
  if (value === undefined || value === '') return []
  return [name === 'authorization' ? value.replace(/^[A-Za-z]+\s+/, '') : value]
}

const tellingHeaders = [
  ...credentialHeaders,
  'sudo',
  'accept',
  'content-type',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'range',
]

function shownHeaders({ headers }: Heard): { readonly [name: string]: string } {
  const shown = tellingHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]))
  return Object.fromEntries(shown)
}

const MOST_BODY = 4000

// Bytes would be shown as base64, in which no secret can be found.
function shownBody({ sent }: Heard): string | undefined {
  if (sent === undefined) return undefined
  const body = textOf(sent)
  if (body.length > MOST_BODY || body.includes('\uFFFD'))
    return `(${body.length} characters that are not shown)`
  return body
}

const secretName =
  /token|passw|secret|passphrase|credential|private_key|api_key|access_key|authenticity|signature|^otp|_otp|^code$|^key$/i
const harmlessName = /(_at|_type|_enabled|_count|_scope|_scopes|_id|_days|_length|_required)$|^ssh_key/i

function secretsIn({ headers, answered, given, json, operation }: Heard): readonly string[] {
  const sent = credentialHeaders.flatMap((name) => {
    const value = headers[name] ?? ''
    const cookies = name === 'cookie' ? value.split(/;\s*/).map((pair) => pair.replace(/^[^=]*=/, '')) : []
    return [value, ...opens(name, value), ...cookies]
  })
  const cookies = (answered['set-cookie'] ?? '').match(/(?<=^|,\s*)[^=;,\s]+=([^;,]*)/g) ?? []
  const variables = operation.path.includes('variables')
  const found = [...valuesIn(given as Json, variables), ...valuesIn(json ?? null, variables)]
  return [...sent, ...cookies.map((pair) => pair.replace(/^[^=]*=/, '')), ...found].filter(
    (secret) => secret.length >= 4,
  )
}

/** Texts below names that sound secret; the value of a CI/CD variable is one. */
function valuesIn(json: Json, variables: boolean, under = ''): readonly string[] {
  if (typeof json === 'string') return isSecret(under, variables) ? [json] : []
  if (Array.isArray(json)) return json.flatMap((item: Json) => valuesIn(item, variables, under))
  return isRow(json) ? Object.entries(json).flatMap(([name, value]) => valuesIn(value, variables, name)) : []
}

function isSecret(name: string, variables: boolean): boolean {
  // The key of a variable is its name.
  if (variables && (name === 'key' || name === 'value')) return name === 'value'
  return secretName.test(name) && !harmlessName.test(name)
}

function formsOf(secret: string): readonly string[] {
  return [...new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])]
}

// Tokens of the service have prefixes of their own, and those of others are often JSON Web Tokens.
const tokenForms = /\bgl[a-z]{2,8}-[\w.-]{16,}|\bGR1348941[\w-]{16,}|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g
const userInUrl = /(\bhttps?:\/\/)[^\s/@"']+@/g
