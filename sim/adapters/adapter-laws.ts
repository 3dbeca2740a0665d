import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { text, utf8 } from '../lib/bytes.ts'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import { anyText } from '../testing/any-text.ts'
import type { Handler } from './handler.ts'

/** A request as a client of the adapter's own kind makes it. */
export interface Sent {
  readonly method?: string
  /** Path and query, encoded. */
  readonly target: string
  /** In order, names may repeat. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: Uint8Array
}

/** What that client sees. */
export interface Received {
  readonly status: number
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string | undefined }
  readonly body: Uint8Array
}

/** Sends one request to a handler that stands behind the adapter. */
export type Send = (handler: Handler, sent: Sent) => Promise<Received>

const fine: PlainReply = { status: 200, headers: { 'Content-Type': 'application/json' }, body: '{}' }

/**
 * What holds for every adapter, run against one: `send` is its way from a client to a handler and back. That client shows
 * none of the statuses in `unseen`.
 */
export function adapterLaws(
  name: string,
  send: Send,
  { unseen = [] }: { readonly unseen?: readonly number[] } = {},
): void {
  const runs = { numRuns: 20 }

  async function arrived(sent: Sent): Promise<PlainRequest> {
    let seen: PlainRequest | undefined
    await send((request) => {
      seen = request
      return fine
    }, sent)
    if (seen === undefined) throw new Error('the request never reached the handler')
    return seen
  }

  describe(`${name}: requests`, () => {
    test('the path and the query arrive as they were sent, still encoded', () =>
      fc.assert(
        fc.asyncProperty(targets, async (target) => {
          expect((await arrived({ target })).url).toBe(target)
        }),
        runs,
      ))

    test('an encoded slash, a percent sign, a plus and UTF-8 stay encoded', async () => {
      const target =
        '/api/v4/projects/acme%2Fweb%2fapp/repository/files/a%25b%2Bc+d%C3%A9%F0%9F%A6%8A.rb?ref=a%2Fb&x=%26+%20'
      expect((await arrived({ target })).url).toBe(target)
    })

    test('brackets, repeated names and empty values of a query stay as they are', async () => {
      const target = '/api/v4/issues?iids[]=1&iids[]=2&not[labels]=a,b&search=&flag'
      expect((await arrived({ target })).url).toBe(target)
    })

    test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
      'the method %s arrives',
      async (method) => {
        expect((await arrived({ method, target: '/' })).method).toBe(method)
      },
    )

    test('names of headers arrive in lower case', async () => {
      const headers = [['X-Forgery-Mixed', 'Value']] as const
      expect((await arrived({ target: '/', headers })).headers['x-forgery-mixed']).toBe('Value')
    })

    test('repeated headers are joined as HTTP says', async () => {
      const headers = [
        ['X-Many', 'a'],
        ['X-Many', 'b, c'],
        ['X-Many', 'd'],
      ] as const
      expect((await arrived({ target: '/', headers })).headers['x-many']).toBe('a, b, c, d')
    })

    test('every header is one string', async () => {
      const headers = [
        ['Private-Token', 'a'],
        ['Accept', '*/*'],
        ['X-Two', '1'],
        ['X-Two', '2'],
      ] as const
      const values = Object.values((await arrived({ target: '/', headers })).headers)
      expect(values.every((value) => typeof value === 'string')).toBe(true)
    })

    test('the host is told', async () => {
      expect((await arrived({ target: '/' })).headers.host).toMatch(/^[\w.:[\]-]+$/)
    })

    test('any bytes of a body arrive', () =>
      fc.assert(
        fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 5000 }), async (body) => {
          expect(bytesOf(await arrived({ method: 'POST', target: '/', body }))).toEqual(body)
        }),
        runs,
      ))

    test('a large body arrives whole', async () => {
      const body = patterned(3_000_000)
      const seen = bytesOf(await arrived({ method: 'PUT', target: '/', body }))
      expect(seen.length).toBe(body.length)
      expect(Buffer.compare(seen, body)).toBe(0)
    })

    test('a body is in the handler whatever the method', async () => {
      expect(text(bytesOf(await arrived({ method: 'DELETE', target: '/', body: utf8('x=1') })))).toBe('x=1')
    })

    test('without a body there is none', async () => {
      expect((await arrived({ target: '/' })).body).toBeUndefined()
      expect((await arrived({ method: 'POST', target: '/', body: new Uint8Array() })).body).toBeUndefined()
    })
  })

  describe(`${name}: replies`, () => {
    const statuses = fc.integer({ min: 200, max: 599 }).filter((status) => !unseen.includes(status))
    const replied = (reply: PlainReply, method = 'GET') => send(() => reply, { method, target: '/' })

    test('any status of a reply arrives', () =>
      fc.assert(
        fc.asyncProperty(statuses, async (status) => {
          expect((await replied({ ...fine, status })).status).toBe(status)
        }),
        runs,
      ))

    test('any printable value of a header arrives', () =>
      fc.assert(
        fc.asyncProperty(headerValues, async (value) => {
          expect((await replied({ ...fine, headers: { 'X-Value': value } })).headers['x-value']).toBe(value)
        }),
        runs,
      ))

    test('no content type is invented', async () => {
      expect(
        (await replied({ status: 200, headers: {}, body: 'text' })).headers['content-type'],
      ).toBeUndefined()
    })

    test('any text arrives as UTF-8, and its length is told in bytes', () =>
      fc.assert(
        fc.asyncProperty(anyText({ maxLength: 300 }), async (body) => {
          const { headers, body: bytes } = await replied({ ...fine, body })
          expect(text(bytes)).toBe(text(utf8(body)))
          expect(headers['content-length']).toBe(String(bytes.length))
        }),
        runs,
      ))

    test('a long text that is sent again arrives as it did, and its next version as it is', async () => {
      const sent = (last: string) => replied({ ...fine, body: `${'né '.repeat(10_000)}${last}` })
      const told = [await sent('1'), await sent('1'), await sent('1'), await sent('2')]
      for (const [i, { headers, body }] of told.entries()) {
        expect(text(body)).toBe(`${'né '.repeat(10_000)}${i < 3 ? 1 : 2}`)
        expect(headers['content-length']).toBe('40001')
      }
    })

    test('any bytes arrive', () =>
      fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), async (body) => {
          expect(new Uint8Array((await replied({ ...fine, body })).body)).toEqual(body)
        }),
        runs,
      ))

    test('a large reply arrives whole', async () => {
      const body = patterned(5_000_000)
      const { body: bytes, headers } = await replied({ ...fine, body })
      expect(Buffer.compare(bytes, body)).toBe(0)
      expect(headers['content-length']).toBe('5000000')
    })

    test('a reply without a body is empty', async () => {
      expect((await replied({ status: 200, headers: {}, body: null })).body.length).toBe(0)
    })

    test('HEAD has the headers and the length of GET, and no body', async () => {
      const [head, get] = [await replied(fine, 'HEAD'), await replied(fine)]
      expect(head.body.length).toBe(0)
      expect(head.status).toBe(200)
      expect(head.headers['content-length']).toBe('2')
      expect(head.headers['content-type']).toBe(get.headers['content-type'])
    })

    test('HEAD without a body has the length that the handler tells', async () => {
      const told = { ...fine, headers: { ...fine.headers, 'Content-Length': '42' }, body: null }
      const head = await replied(told, 'HEAD')
      expect(head.headers['content-length']).toBe('42')
      expect(head.body.length).toBe(0)
    })

    test('HEAD without a body tells no length, rather than a wrong one', async () => {
      const head = await replied({ ...fine, body: null }, 'HEAD')
      expect(head.headers['content-length']).toBeUndefined()
      expect(head.headers['transfer-encoding']).toBeUndefined()
    })

    test.each([204, 304])('%i has neither a body nor a length', async (status) => {
      const { body, headers } = await replied({ status, headers: { 'X-Kept': 'yes' }, body: null })
      expect(body.length).toBe(0)
      expect(headers['content-length']).toBeUndefined()
      expect(headers['content-type']).toBeUndefined()
      expect(headers['x-kept']).toBe('yes')
    })

    test('a handler that throws is answered with 500', async () => {
      const broken = () => {
        throw new Error('a fault of the handler')
      }
      const { status, body } = await send(broken, { target: '/' })
      expect(status).toBe(500)
      expect(text(body)).toBe('{"message":"500 Internal Server Error"}')
    })

    test('a header that HTTP cannot carry is answered with 500', async () => {
      expect((await replied({ ...fine, headers: { 'X-Line': 'a\r\nX-Forged: b' } })).status).toBe(500)
    })

    test('a body above the limit is answered with 413', async () => {
      const { status, body } = await send(() => fine, {
        method: 'POST',
        target: '/',
        body: tooLarge,
      })
      expect(status).toBe(413)
      expect(text(body)).toBe('{"message":"413 Request Entity Too Large"}')
    })
  })

  describe(`${name}: disturbances`, () => {
    const disturbed = (transport: PlainReply['transport']) =>
      send(() => ({ ...fine, body: 'x'.repeat(1000), ...(transport === undefined ? {} : { transport }) }), {
        target: '/',
      })

    test('a delay comes before the reply', async () => {
      const start = performance.now()
      expect((await disturbed({ delay: 60 })).status).toBe(200)
      expect(performance.now() - start).toBeGreaterThanOrEqual(55)
    })

    test('a reset rejects', async () => {
      await expect(disturbed({ cut: 'reset' })).rejects.toThrow()
    })

    test('a truncated body rejects', async () => {
      await expect(disturbed({ cut: 'truncate' })).rejects.toThrow()
    })

    test('a truncated reply without a body rejects', async () => {
      const reply: PlainReply = { status: 204, headers: {}, body: null, transport: { cut: 'truncate' } }
      await expect(send(() => reply, { target: '/' })).rejects.toThrow()
    })
  })
}

const tooLarge = new Uint8Array(21 * 1024 * 1024)

const UNRESERVED = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_~'
const plainText = fc.string({ unit: fc.constantFrom(...UNRESERVED), minLength: 1, maxLength: 8 })
const encodedText = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  // The one character that a URL encodes in a query and not in a path.
  .map((part) => encodeURIComponent(part).replaceAll("'", '%27'))
  .filter((segment) => segment !== '.' && segment !== '..')
const pieces = fc.oneof(plainText, encodedText)
const queries = fc
  .array(fc.tuple(pieces, pieces), { maxLength: 4 })
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'))
/** Targets that every client sends unchanged: no dot segments, nothing that has to be encoded first. */
const targets = fc
  .tuple(fc.array(pieces, { minLength: 1, maxLength: 6 }), queries)
  .map(([path, query]) => `/${path.join('/')}${query === '' ? '' : `?${query}`}`)

const headerValues = fc
  .string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 1,
    maxLength: 60,
  })
  .map((value) => value.trim())
  .filter((value) => value !== '')

function bytesOf({ body }: PlainRequest): Uint8Array {
  return typeof body === 'string' ? utf8(body) : new Uint8Array(body ?? [])
}

function patterned(length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let i = 0; i < length; i++) bytes[i] = (i * 31) & 255
  return bytes
}
