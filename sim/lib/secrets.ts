/** Replaces a secret. */
export const REDACTED = '[redacted]'

const SECRET_WORD =
  /(?:^|_)(?:token|password|passwd|passphrase|secret|credentials?|otp(?:_attempt)?|authorization|cookie|session|signature|assertion|webhook|(?:api|private|secret|signing|access|client|user|account|license|shared|encryption)_key(?:_pass)?)$/
/** What OAuth sends in a query. */
const OAUTH_WORD = /^(?:code|code_verifier)$/
/** Names a page of a list. */
const HARMLESS_WORD = /^page_token$/

/**
 * True for the name of a field, column, header or parameter that holds a secret, however it is written: `private_token`,
 * `private-token`, `PrivateToken`, `private_token[]`, `hook[token]`, `variables[][value]`.
 */
export function isSecretName(name: string): boolean {
  const words = name
    .slice(0, 256)
    .split(/[[\].]+/)
    .filter((word) => word !== '')
    .map(snakeCase)
  return words.some(isSecretWord) || isVariable(words)
}

function isSecretWord(word: string): boolean {
  return (SECRET_WORD.test(word) && !HARMLESS_WORD.test(word)) || OAUTH_WORD.test(word)
}

// `variables[][value]` of a schedule, `variables[NAME]` of a trigger, `url_variables[][value]` of a webhook.
function isVariable(words: readonly string[]): boolean {
  const isHeld = HOLDERS.includes(words.at(-2) ?? '')
  return isHeld && words.at(-1) !== 'key' && words.at(-1) !== 'variable_type'
}

const HOLDERS = ['variables', 'url_variables', 'custom_headers']

/** True for paths below which `value` is a secret, whatever it is called: that of a CI/CD variable, or of a webhook's URL. */
export function isAboutVariables(path: string): boolean {
  return /\/(?:url_)?variables(?:[/?]|$)/.test(path)
}

function snakeCase(word: string): string {
  return word
    .replaceAll('-', '_')
    .replace(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase()
}

// Each begins where no such word can have begun before, so that a text takes as many steps as it is long.
/** Tokens of the service have prefixes of their own, and those of others are often JSON Web Tokens. */
const TOKEN_FORM =
  /(?<![\w-])(?:gl[a-z]{2,8}-[\w.-]{16,}|GR1348941[\w-]{16,}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*)/g
const USER_IN_URL = /(?<![\w+.-])([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#@"'<>]{1,512}@/gi
const IN_JSON = /"([^"\\\s]{1,64})"(\s{0,16}:\s{0,16})"(?:[^"\\]|\\[\s\S])*(?:"|$)/g
/** JSON as a text within JSON. */
const IN_JSON_TEXT = /\\"([^"\\\s]{1,64})\\"(\s{0,16}:\s{0,16})\\"(?:[^"\\]|\\\\(?:\\"|[^"]))*(?:\\"|$)/g
const IN_PAIR = /(?<![\w.%[\]-])([\w.%[\]-]{1,64})=([^&\s"'<>;,]+)/g
const IN_HEADER =
  /(?<![\w-])((?:proxy-)?authorization|(?:set-)?cookie|[\w-]{0,40}-token)(:[ \t]{0,8})[^\r\n]+/gi

/** A text without what has the form of a token, or stands before the host of a URL. */
export function withoutTokens(text: string): string {
  return text.replace(TOKEN_FORM, REDACTED).replace(USER_IN_URL, `$1${REDACTED}@`)
}

/** A text without tokens, nor what stands behind a name that tells of a secret: in JSON, in a query, in a header. */
export function withoutSecrets(text: string): string {
  return withoutTokens(text)
    .replace(IN_JSON, (whole, name: string, colon: string) =>
      isSecretName(name) ? `"${name}"${colon}"${REDACTED}"` : whole,
    )
    .replace(IN_JSON_TEXT, (whole, name: string, colon: string) =>
      isSecretName(name) ? `\\"${name}\\"${colon}\\"${REDACTED}\\"` : whole,
    )
    .replace(IN_PAIR, (whole, name: string) => (isSecretName(decoded(name)) ? `${name}=${REDACTED}` : whole))
    .replace(IN_HEADER, `$1$2${REDACTED}`)
}

/** Texts in lists and objects, without secrets. */
export function withoutSecretsIn<T>(value: T): T {
  if (typeof value === 'string') return withoutSecrets(value) as T
  if (Array.isArray(value)) return value.map(withoutSecretsIn) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutSecretsIn(inner)]),
  ) as T
}

/** A query, still encoded, without secrets. `path` is that of the request: the value of a variable is a secret. */
export function redactedQuery(query: string, path = ''): string {
  if (query === '') return query
  const variables = isAboutVariables(path)
  return query
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=')
      if (equals <= 0) return withoutTokens(pair)
      const name = decoded(pair.slice(0, equals))
      if (isSecretName(name) || (variables && name === 'value')) return `${pair.slice(0, equals)}=${REDACTED}`
      const value = decoded(pair.slice(equals + 1).replaceAll('+', ' '))
      const shown = withoutSecrets(value)
      return shown === value ? pair : `${pair.slice(0, equals)}=${encodeURIComponent(shown)}`
    })
    .join('&')
}

/** The target of a request, path and query, without secrets. */
export function redactedTarget(target: string): string {
  const mark = target.indexOf('?')
  if (mark < 0) return withoutTokens(target)
  const path = target.slice(0, mark)
  return `${withoutTokens(path)}?${redactedQuery(target.slice(mark + 1), path)}`
}

function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
