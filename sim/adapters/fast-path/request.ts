import type { PlainRequest } from '../../protocol/message.ts'
import { HEADER_NAME, HEADER_VALUE } from '../header.ts'

/** Bytes among which a head must end. */
const LONGEST_HEAD = 16 * 1024

const LINE = /^(GET|POST|PUT|PATCH|DELETE|OPTIONS) (\/[\x21-\x7e]*) HTTP\/1\.1$/
const LENGTH = /^\d{1,10}$/

/** Headers that say something of the connection or of how a body is sent; `set-cookie` is the one that is never joined. */
const UNUSUAL: ReadonlySet<string> = new Set([
  'expect',
  'proxy-connection',
  'set-cookie',
  'transfer-encoding',
  'upgrade',
])

type Headers = PlainRequest['headers']

/** Finds requests in what one connection sends. */
export class Requests {
  // A client sends the same headers with each of its requests.
  #block = ''
  #headers: Headers | undefined

  /**
   * The request that these bytes are from end to end. Undefined where they are more or less than one, or where anything
   * is not as nearly all clients send it: that is for Node's parser to judge.
   */
  in(
    bytes: Buffer,
  ): { method: string; url: string; headers: Headers; body: Uint8Array | undefined } | undefined {
    const text = bytes.toString('latin1', 0, LONGEST_HEAD)
    const end = text.indexOf('\r\n\r\n')
    const lineEnd = text.indexOf('\r\n')
    if (end <= lineEnd) return undefined
    const line = LINE.exec(text.slice(0, lineEnd))
    const headers = this.#headersOf(text.slice(lineEnd + 2, end))
    if (line === null || headers === undefined) return undefined
    const bodyAt = end + 4
    if (bytes.length - bodyAt !== Number(headers['content-length'] ?? 0)) return undefined
    const body = bodyAt === bytes.length ? undefined : bytes.subarray(bodyAt)
    return { method: line[1] as string, url: line[2] as string, headers, body }
  }

  #headersOf(block: string): Headers | undefined {
    if (block !== this.#block) {
      this.#block = block
      this.#headers = parsed(block)
    }
    return this.#headers
  }
}

function parsed(block: string): Headers | undefined {
  const headers: { [name: string]: string | undefined } = {}
  for (const line of block.split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0))
    const value = line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (!HEADER_NAME.test(name) || !HEADER_VALUE.test(value) || value.trim() !== value) return undefined
    const lower = name.toLowerCase()
    // What every object has, such as `constructor`, counts as repeated as well.
    if (UNUSUAL.has(lower) || headers[lower] !== undefined) return undefined
    headers[lower] = value
  }
  const { host, connection = 'keep-alive', 'content-length': length = '0' } = headers
  if (host === undefined || connection.toLowerCase() !== 'keep-alive' || !LENGTH.test(length))
    return undefined
  return headers
}
