import { secretsOfCall } from '../kit/call-secrets.ts'
import type { Call } from '../kit/client.ts'
import { masked } from '../kit/curl.ts'
import { credentialHeaders, REDACTED, withoutSecrets } from '../kit/secrets.ts'
import { type Credentials, textOf } from '../targets/target.ts'

/** The calls behind one failure. */
export interface FailedCalls {
  readonly check: string
  readonly title: string
  readonly calls: readonly Call[]
}

/** What is known of a run beside its calls. */
export interface HarOptions {
  readonly origin: string
  readonly credentials: Credentials
  /** Names of headers that hold something secret besides those that always do. */
  readonly secretHeaders?: readonly string[]
}

/** An HTTP archive (HAR 1.2) of the calls behind failures, one page a failure, without credentials. */
export function harOf(failures: readonly FailedCalls[], options: HarOptions): string {
  const log = {
    version: '1.2',
    creator: { name: 'forgery conform', version: '1' },
    pages: failures.map(({ check, title, calls }, i) => ({
      startedDateTime: calls[0]?.reply.timing?.at ?? UNKNOWN_TIME,
      id: `failure-${i + 1}`,
      title: redacted(
        `${check}: ${title}`,
        calls.flatMap((call) => secretsOf(call, options)),
        options,
      ),
      pageTimings: {},
    })),
    entries: failures.flatMap(({ calls }, i) => {
      // What one call shows opens something in the next, under whatever name.
      const secrets = calls.flatMap((call) => secretsOf(call, options))
      return calls.map((call) => ({
        pageref: `failure-${i + 1}`,
        ...entryOf(call, options, (text) => redacted(text, secrets, options)),
      }))
    }),
  }
  return `${JSON.stringify({ log }, null, 2)}\n`
}

// A call in process takes no time that anybody measured.
const UNKNOWN_TIME = '1970-01-01T00:00:00.000Z'

function entryOf({ operation, request, reply }: Call, options: HarOptions, text: (plain: string) => string) {
  const { at = UNKNOWN_TIME, milliseconds = 0 } = reply.timing ?? {}
  const url = new URL(text(`${options.origin}${request.url}`))
  const sent = request.body === undefined ? undefined : textOf(request.body)
  const mimeType = request.headers['content-type'] ?? ''
  return {
    startedDateTime: at,
    time: milliseconds,
    comment: operation,
    request: {
      method: request.method,
      url: url.href,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(request.headers, options, text),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      ...(sent === undefined ? {} : { postData: { mimeType, text: text(sent) } }),
      headersSize: -1,
      bodySize: sent === undefined ? 0 : new TextEncoder().encode(sent).length,
    },
    response: {
      status: reply.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(reply.headers, options, text),
      content: {
        size: reply.bytes?.length ?? reply.body.length,
        mimeType: reply.headers['content-type'] ?? '',
        text: text(reply.body),
      },
      redirectURL: text(reply.headers.location ?? ''),
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
  }
}

const SECRET_HEADERS = [
  ...credentialHeaders,
  'proxy-authorization',
  'runner-token',
  'set-cookie',
  'x-gitlab-token',
]

function secretHeadersOf({ secretHeaders = [] }: HarOptions): readonly string[] {
  return [...SECRET_HEADERS, ...secretHeaders]
}

function headersOf(
  headers: { readonly [name: string]: string },
  options: HarOptions,
  text: (plain: string) => string,
) {
  const secret = secretHeadersOf(options)
  return Object.entries(headers).map(([name, value]) => ({
    name,
    value: secret.includes(name) ? REDACTED : text(value),
  }))
}

function secretsOf(call: Call, options: HarOptions): readonly string[] {
  return secretsOfCall(call, secretHeadersOf(options))
}

function redacted(text: string, secrets: readonly string[], { credentials }: HarOptions): string {
  return withoutSecrets(masked(text, credentials), secrets)
}
