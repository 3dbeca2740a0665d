import { binary, text, utf8 } from '../lib/bytes.ts'
import { type Json, parseJson } from '../lib/json.ts'
import {
  isAboutVariables,
  isSecretName,
  REDACTED,
  redactedQuery,
  withoutSecrets,
  withoutTokens,
} from '../lib/secrets.ts'

/** The body of a message, for people. */
export interface ShownBody {
  /** Without secrets; null where there is none, and where it is not shown. */
  readonly body: string | null
  readonly bytes: number
  /** Why a body is not shown; null where it is. */
  readonly note: string | null
}

/** Most bytes of a body that are shown. */
export const LONGEST_SHOWN = 256 * 1024

/** What is known of a body besides its bytes. */
export interface About {
  /** The header `Content-Type`. */
  readonly type: string
  /** The path of the request, which may tell that values are secret. */
  readonly path: string
}

/** A body without secrets: whole, or not at all, since what is cut in the middle of a secret hides nothing. */
export function shownBody(body: string | Uint8Array | null | undefined, about: About): ShownBody {
  if (body === undefined || body === null || body.length === 0) return { body: null, bytes: 0, note: null }
  const bytes = typeof body === 'string' ? utf8(body).length : body.length
  if (bytes > LONGEST_SHOWN) return { body: null, bytes, note: `longer than ${LONGEST_SHOWN} bytes` }
  const plain = typeof body === 'string' ? body : text(body)
  if (/[\0\uFFFD]/.test(plain)) return { body: null, bytes, note: 'binary' }
  return { body: redactedBody(plain, about), bytes, note: null }
}

function redactedBody(plain: string, { type, path }: About): string {
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return redactedQuery(plain, path)
  if (/^multipart\//i.test(type)) return redactedParts(plain)
  const parsed = parseJson(plain, { depth: 64, count: 100_000 })
  if (!parsed.ok || typeof parsed.value !== 'object') return withoutSecrets(plain)
  const redacted = redactedJson(parsed.value, '', isAboutVariables(path))
  // What is shown as it came keeps its layout.
  const unchanged = JSON.stringify(redacted) === JSON.stringify(parsed.value)
  return unchanged ? plain : JSON.stringify(redacted)
}

/** True where something of a body would not be shown. */
export function holdsSecret(body: string | Uint8Array | undefined, about: About): boolean {
  if (body === undefined) return false
  const plain = typeof body === 'string' ? body : binary(body)
  return redactedBody(plain, about) !== plain
}

/** True where the value below a name is a secret. `under` is the name above it. */
export function isSecretField(name: string, under: string, variables: boolean): boolean {
  return isSecretName(under === '' ? name : `${under}.${name}`) || (variables && name === 'value')
}

export function redactedJson(value: Json, under: string, variables: boolean): Json {
  if (typeof value === 'string') return withoutSecrets(value)
  if (Array.isArray(value)) return value.map((item) => redactedJson(item, under, variables))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, held]) => [
    name,
    isSecretField(name, under, variables) ? hidden(held) : redactedJson(held, name, variables),
  ])
  return Object.fromEntries(fields)
}

// Whether there is a secret is none.
function hidden(value: Json): Json {
  return value === null || typeof value === 'boolean' ? value : REDACTED
}

const PART =
  /(content-disposition:[^\r\n]*?\bname="([^"\r\n]*)"[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n)([\s\S]*?)(?=\r?\n--)/gi

function redactedParts(plain: string): string {
  const hiding = plain.replace(PART, (whole, head: string, name: string) =>
    isSecretName(name) ? `${head}${REDACTED}` : whole,
  )
  return withoutTokens(hiding)
}
