import { RE2JS, RE2JSException } from 're2js'
import { durationIn } from './duration.ts'

/** A format of texts: gives the errors of a text, none where it fits. Blank texts are not checked. */
export type Format = (value: string) => readonly string[]

export type FormatName =
  | 'address'
  | 'awsAccount'
  | 'certificate'
  | 'ciPath'
  | 'domain'
  | 'duration'
  | 'email'
  | 'grafana'
  | 'hostname'
  | 'kroki'
  | 'pattern'
  | 'protocol'
  | 'publicAddress'
  | 'spamAddress'
  | 'tokenPrefix'
  | 'unescaped'
  | 'webAddress'
  | 'withoutAt'

/** The formats of texts in settings (settings#formats). */
export const formats: { readonly [name in FormatName]: Format } = {
  address: (value) => unless(isAddress(value, ['http', 'https']), 'must be a valid URL'),
  awsAccount: (value) => unless(/^\d{12}$/.test(value), 'must be a 12-digit number'),
  certificate: (value) =>
    unless(
      /^-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----\s*$/.test(value),
      'is not a valid X509 certificate.',
    ),
  ciPath: (value) =>
    unless(
      !value.startsWith('/') && !value.includes('..'),
      'cannot include leading slash or directory traversal.',
    ),
  domain: (value) =>
    unless(
      isHost(value) && hasKnownEnd(value),
      'must be a fully qualified domain name with a known top-level domain',
    ),
  duration: (value) =>
    unless(value === 'never' || durationIn(value) !== undefined, 'is not a correct duration'),
  email: (value) => unless(/^[^@\s]+@[^@\s]+$/.test(value), 'is invalid'),
  grafana: (value) => {
    if (value.startsWith('/')) return []
    const problem = addressProblem(value, ['http', 'https'])
    return unless(
      problem === undefined,
      `is blocked: ${problem}. ${check('Grafana', 'Metrics and profiling > Metrics - Grafana')}`,
    )
  },
  hostname: (value) => unless(isHost(value), 'is not a valid hostname'),
  kroki: (value) => {
    const problem = addressProblem(value, ['http', 'https'])
    if (problem === undefined) return []
    return [
      `is not valid. ${problem}`,
      `must be a valid relative or absolute URL. ${check('Kroki', 'General > Kroki')}`,
    ]
  },
  pattern: (value) => {
    try {
      RE2JS.compile(value.slice(0, 1000))
      return []
    } catch (problem) {
      if (!(problem instanceof RE2JSException)) throw problem
      return [
        `not valid RE2 syntax: ${problem.message.replace(/^error parsing regexp: /, '').replaceAll('`', '')}`,
      ]
    }
  },
  // The parameters let `nil` pass, which is none of the protocols.
  protocol: (value) => unless(value !== 'nil', 'is not included in the list'),
  publicAddress: (value) => {
    const problem = addressProblem(value, ['http', 'https'])
    if (problem !== undefined) return [`is blocked: ${problem}`]
    return unless(
      !/^https?:\/\/(?:localhost|127\.|\[::1\])/i.test(value),
      'is blocked: Requests to localhost are not allowed',
    )
  },
  spamAddress: (value) => blocked(addressProblem(value, ['tls', 'grpc'])),
  tokenPrefix: (value) =>
    unless(
      /^[a-zA-Z0-9_+=/@:.-]+$/.test(value),
      "can contain only letters of the Base64 alphabet (RFC4648) with the addition of '@', ':' and '.'",
    ),
  unescaped: (value) =>
    unless(!/&(?:lt|gt|amp|quot|#\d+|#x[0-9a-f]+);/i.test(value), 'cannot contain escaped HTML entities'),
  webAddress: (value) => blocked(addressProblem(value, ['http', 'https'])),
  withoutAt: (value) => unless(!value.includes('@'), 'is invalid'),
}

function unless(fits: boolean, text: string): readonly string[] {
  return fits ? [] : [text]
}

function blocked(problem: string | undefined): readonly string[] {
  return problem === undefined ? [] : [`is blocked: ${problem}`]
}

function check(name: string, page: string): string {
  return `Please check your ${name} URL setting in Admin Area > Settings > ${page}`
}

// What the service says of an address that it would not call; undefined of one that is fine.
function addressProblem(value: string, schemes: readonly string[]): string | undefined {
  if (/[\s<>"{}|\\^`]/.test(value)) return 'URI is invalid'
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase()
  if (scheme === undefined || !schemes.includes(scheme))
    return `Only allowed schemes are ${schemes.join(', ')}`
  return isAddress(value, schemes) ? undefined : 'URI is invalid'
}

function isAddress(value: string, schemes: readonly string[]): boolean {
  const parts =
    /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#@\s]*@)?(\[[0-9a-f:.]+\]|[^/?#:@\s]+)(?::\d{1,5})?(?:[/?#]\S*)?$/i.exec(
      value,
    )
  return parts !== null && schemes.includes((parts[1] as string).toLowerCase())
}

function isHost(value: string): boolean {
  return value.length <= 255 && /^(?!-)[a-z0-9_-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9_-]{1,63}(?<!-))*$/i.test(value)
}

/** Ends of names that are kept for private use, and so known to nobody. */
const reserved = ['corp', 'example', 'home', 'internal', 'invalid', 'lan', 'local', 'localhost', 'test']

// The service has a list of all top-level domains; whatever may be one counts here.
function hasKnownEnd(value: string): boolean {
  const end = /\.([a-z]{2,}|xn--[a-z0-9]+)$/i.exec(value)?.[1]?.toLowerCase()
  return end !== undefined && !reserved.includes(end)
}
