import {
  isSecretName,
  REDACTED,
  withoutSecrets as withoutNamed,
  withoutTokens,
} from '../../sim/lib/secrets.ts'
import { isRow, type Json } from './json.ts'
import { remembered } from './remembered.ts'

// What is hidden follows one rule in both programs. Nothing is judged by it, so an error in it hides none.
export { REDACTED }

/** Headers of requests that open something. */
export const credentialHeaders = [
  'private-token',
  'authorization',
  'job-token',
  'deploy-token',
  'cookie',
  'x-csrf-token',
]

/** Names that tell of a secret in what the suite sends and reads, and elsewhere of a name or a public key. */
const alsoSecret = /^(?:key|license)$/

/** What of an exchange may hold a secret. */
export interface Holding {
  /** By name in lower case, as all headers here. */
  readonly sent: { readonly [header: string]: string }
  readonly answered: { readonly [header: string]: string }
  /** What the request gave, in its query and body. */
  readonly given: Json
  /** The body of the reply. */
  readonly json: Json
  /** It is about CI/CD variables: their values are secrets, and their keys are names. */
  readonly variables: boolean
}

/** The secrets of an exchange: credentials, cookies, and texts below names that sound secret, in either direction. */
export function secretsIn({ sent, answered, given, json, variables }: Holding): readonly string[] {
  const opening = credentialHeaders.flatMap((name) => {
    const value = sent[name] ?? ''
    const cookies = name === 'cookie' ? value.split(/;\s*/).map((pair) => pair.replace(/^[^=]*=/, '')) : []
    return [value, ...opens(name, value), ...cookies]
  })
  const cookies = (answered['set-cookie'] ?? '').match(/(?<=^|,\s*)[^=;,\s]+=([^;,]*)/g) ?? []
  const told = [...valuesIn(given, variables), ...valuesIn(json, variables)]
  return [...opening, ...cookies.map((pair) => pair.replace(/^[^=]*=/, '')), ...told].filter(
    (secret) => secret.length >= 4,
  )
}

/** What of a header opens something; of an `Authorization` the scheme may stay. */
export function opens(name: string, value: string | undefined): readonly string[] {
  if (value === undefined || value === '') return []
  return [name === 'authorization' ? value.replace(/^[A-Za-z]+\s+/, '') : value]
}

/** A text without these secrets, however they are encoded, nor what has the form of a token or stands before the host of a URL. */
export function withoutValues(text: string, secrets: readonly string[]): string {
  return withoutTokens(
    formsOf(secrets).reduce<string>((shown, form) => shown.replaceAll(form, REDACTED), text),
  )
}

/** The same, nor what stands behind a name that tells of a secret. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return withoutNamed(withoutValues(text, secrets))
}

/** Texts below names that sound secret; the value of a CI/CD variable is one. */
function valuesIn(json: Json, variables: boolean, under = ''): readonly string[] {
  if (typeof json === 'string') return isSecret(under, variables) ? [json] : []
  if (Array.isArray(json)) return json.flatMap((item: Json) => valuesIn(item, variables, under))
  return isRow(json) ? Object.entries(json).flatMap(([name, value]) => valuesIn(value, variables, name)) : []
}

/** True for the name of a field whose text is a secret; of a CI/CD variable the value is one. */
export function isSecret(name: string, variables: boolean): boolean {
  // The key of a variable is its name.
  if (variables && (name === 'key' || name === 'value')) return name === 'value'
  return isSecretName(name) || alsoSecret.test(name)
}

// Hundreds of texts are cleared of the same secrets. A longer one may hold a shorter one.
const formsOf = remembered((secrets: readonly string[]): readonly (string | RegExp)[] =>
  [...new Set(secrets)]
    .sort((a, b) => b.length - a.length)
    .flatMap((secret): readonly (string | RegExp)[] =>
      WORD.test(secret)
        ? [new RegExp(`${BEFORE_WORD}${secret}(?![A-Za-z0-9_])`, 'g')]
        : [...new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])],
    ),
)

/** As a password such a word is a secret, as a part of another one it is none: `prevent_secrets` is the name of a field. */
const WORD = /^[a-z]+$/
/** What was encoded ends with letters and digits, too. */
const BEFORE_WORD = String.raw`(?<=^|[^A-Za-z0-9_]|%[0-9A-Fa-f]{2}|\\[bfnrt]|\\u[0-9A-Fa-f]{4})`
