import { asCurl } from '../kit/curl.ts'
import type { Json } from '../kit/json.ts'
import { credentialHeaders, opens, secretsIn, withoutSecrets, withoutValues } from '../kit/secrets.ts'
import { type Credentials, textOf } from '../targets/target.ts'
import type { Exchange, Heard } from './exchange.ts'

/** Keeps what is printed free of what opens something. */
export interface Redactor {
  /** The request as a command line; a credential is shown as a shell variable, the same one for the same caller. */
  curl(heard: Heard): string
  /** The text without any secret of these exchanges. */
  text(text: string, of: readonly Heard[]): string
}

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

  const text = (plain: string, of: readonly Heard[]) => withoutSecrets(plain, of.flatMap(secretsOf))

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
      const line = asCurl(request, origin, Object.fromEntries(secrets) as Credentials)
      return withoutValues(line, secretsOf(heard))
    },
  }
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

function secretsOf({ headers: sent, answered, given, json = null, operation }: Heard): readonly string[] {
  const variables = operation.path.includes('variables')
  return secretsIn({ sent, answered, given: given as Json, json, variables })
}
