import { isAboutVariables, redactedTarget, withoutSecrets } from '../../lib/secrets.ts'
import type { PlainReply, PlainRequest } from '../../protocol/message.ts'
import { shownBody, withoutValues } from './sent-body.ts'

/** One exchange with the service behind the simulator, without credentials. */
export interface Recorded {
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** What was sent; missing for nothing. */
  readonly sent?: string
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: string
  /** Set where the body is no text. */
  readonly base64?: true
}

/** A recording, and where it is kept. */
export interface Cassette {
  readonly recording: Recording
  /** True for one that was there: it is played, and nothing is asked or added. */
  readonly played: boolean
  /** Keeps what was recorded; does nothing for one that is played. Rejects with the system's error. */
  save(): Promise<void>
}

/** The exchanges with a service, to be answered again without it. */
export class Recording {
  readonly #calls = new Map<string, Recorded>()

  constructor(calls: readonly Recorded[] = []) {
    for (const call of calls) this.#calls.set(keyOf(call.method, call.url, call.sent), call)
  }

  /** What the same request was answered; undefined for one that was not recorded. */
  reply(request: PlainRequest): PlainReply | undefined {
    const { method, url } = request
    const call = this.#calls.get(keyOf(method, redactedTarget(url), shownBody(request)))
    if (call === undefined) return undefined
    const { status, headers, body: text, base64 } = call
    return { status, headers, body: base64 ? Uint8Array.from(Buffer.from(text, 'base64')) : text }
  }

  /** Keeps an exchange without what is secret in it; the first of the same requests stays. */
  add(request: PlainRequest, { status, headers, body }: PlainReply): void {
    const { method } = request
    const url = redactedTarget(request.url)
    const sent = shownBody(request)
    const key = keyOf(method, url, sent)
    if (this.#calls.has(key)) return
    const about = { method, url, ...(sent === undefined ? {} : { sent }), status, headers: shown(headers) }
    this.#calls.set(key, { ...about, ...bodyOf(url, body) })
  }

  calls(): readonly Recorded[] {
    return [...this.#calls.values()]
  }
}

function keyOf(method: string, url: string, sent: string | undefined): string {
  return JSON.stringify([method, url, sent ?? ''])
}

function shown(headers: PlainReply['headers']): PlainReply['headers'] {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !/cookie|token|authoriz/i.test(name))
      .map(([name, value]) => [name, withoutSecrets(value)]),
  )
}

function bodyOf(url: string, body: PlainReply['body']): Pick<Recorded, 'body' | 'base64'> {
  if (body === null) return { body: '' }
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body)
  const text = bytes.toString('utf8')
  if (!Buffer.from(text).equals(bytes)) return { body: bytes.toString('base64'), base64: true }
  // The values of variables are secret, and so are those of whatever is named after a secret.
  return { body: withoutSecrets(isAboutVariables(url) ? withoutValues(text) : text) }
}
