import type { PlainReply } from '../../protocol/message.ts'
import { isBodiless } from '../handler.ts'
import { HEADER_NAME, HEADER_VALUE } from '../header.ts'

/** Headers that say something of the connection or of how a body is sent. */
const UNUSUAL: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Names of headers that are kept; whoever answers in place of the simulator may use any. */
const MOST_NAMES = 200

/** What stands before the value of a header: empty where the header is left out. */
const beginnings = new Map<string, string>()

/** The line of the status and the headers of replies, as Node writes them. */
export class Heads {
  readonly #messages: { readonly [status: number]: string | undefined }
  readonly #kept: string

  /** `keepAlive` milliseconds is how long a connection may idle. */
  constructor(messages: { readonly [status: number]: string | undefined }, keepAlive: number) {
    this.#messages = messages
    this.#kept = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAlive / 1000)}\r\n\r\n`
  }

  /**
   * All before the body, whose length it tells, for a client that keeps its connection, or is told that it closes.
   * Undefined where Node has to judge what HTTP can carry.
   */
  of({ status, headers }: PlainReply, length: number, closes: boolean): string | undefined {
    const message = this.#messages[status]
    if (status < 200 || message === undefined) return undefined
    let head = `HTTP/1.1 ${status} ${message}\r\n`
    for (const name in headers) {
      const beginning = beginningOf(name)
      const value = headers[name]
      if (beginning === undefined || typeof value !== 'string' || !HEADER_VALUE.test(value)) return undefined
      if (beginning !== '') head += `${beginning}${value}\r\n`
    }
    if (!isBodiless(status)) head += `Content-Length: ${length}\r\n`
    return head + (closes ? CLOSES : this.#kept)
  }
}

const CLOSES = 'Connection: close\r\n\r\n'

function beginningOf(name: string): string | undefined {
  const known = beginnings.get(name)
  if (known !== undefined) return known
  const beginning = classified(name)
  if (beginning !== undefined && beginnings.size < MOST_NAMES) beginnings.set(name, beginning)
  return beginning
}

function classified(name: string): string | undefined {
  const lower = name.toLowerCase()
  // The length is counted.
  if (lower === 'content-length') return ''
  return UNUSUAL.has(lower) || !HEADER_NAME.test(name) ? undefined : `${name}: `
}
