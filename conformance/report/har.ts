import type { Call } from '../kit/client.ts'
import { masked } from '../kit/curl.ts'
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
      title: `${check}: ${title}`,
      pageTimings: {},
    })),
    entries: failures.flatMap(({ calls }, i) =>
      calls.map((call) => ({ pageref: `failure-${i + 1}`, ...entryOf(call, options) })),
    ),
  }
  return `${JSON.stringify({ log }, null, 2)}\n`
}

// A call in process takes no time that anybody measured.
const UNKNOWN_TIME = '1970-01-01T00:00:00.000Z'

function entryOf({ operation, request, reply }: Call, options: HarOptions) {
  const { at = UNKNOWN_TIME, milliseconds = 0 } = reply.timing ?? {}
  const text = (value: string) => redacted(value, options)
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
      headers: headersOf(request.headers, options),
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
      headers: headersOf(reply.headers, options),
      content: {
        size: reply.bytes?.length ?? reply.body.length,
        mimeType: reply.headers['content-type'] ?? '',
        text: text(reply.body),
      },
      redirectURL: reply.headers.location ?? '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
  }
}

const REDACTED = '[redacted]'

const SECRET_HEADERS = [
  'authorization',
  'cookie',
  'deploy-token',
  'job-token',
  'private-token',
  'proxy-authorization',
  'runner-token',
  'set-cookie',
  'x-gitlab-token',
]

function headersOf(headers: { readonly [name: string]: string }, options: HarOptions) {
  const secret = [...SECRET_HEADERS, ...(options.secretHeaders ?? [])]
  return Object.keys(headers).map((name) => ({
    name,
    value: secret.includes(name) ? REDACTED : redacted(headers[name] ?? '', options),
  }))
}

// Fields and parameters by name, wherever they are: JSON, a form or a query. What was made for a check is secret, too.
const IN_JSON =
  /("(?:[a-z_]*(?:token|password|secret)|private_key|access_key_id|secret_access_key|license|key)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi
const IN_FORM = /((?:^|[?&])(?:[a-z_]*(?:token|password|secret)|secret_access_key)=)[^&#\s]*/gi

function redacted(text: string, { credentials }: HarOptions): string {
  return masked(text, credentials)
    .replaceAll(IN_JSON, `$1"${REDACTED}"`)
    .replaceAll(IN_FORM, `$1${encodeURIComponent(REDACTED)}`)
}
