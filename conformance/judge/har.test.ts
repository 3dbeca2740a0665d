import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeBody } from './decode.ts'
import { readHar } from './har.ts'

const url = 'https://gitlab.example.com/api/v4/version'
const text = '{"version":"16.1.0","revision":"ä"}'
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64')

function entry(parts: { request?: object; response?: object; [name: string]: unknown } = {}) {
  const { request, response, ...rest } = parts
  return {
    startedDateTime: '2026-11-23T10:00:00.000Z',
    time: 12.5,
    request: { method: 'GET', url, httpVersion: 'h2', headers: [], cookies: [], queryString: [], ...request },
    response: {
      status: 200,
      httpVersion: 'h2',
      headers: [{ name: 'content-type', value: 'application/json' }],
      content: { size: 36, mimeType: 'application/json', text },
      bodySize: -1,
      ...response,
    },
    ...rest,
  }
}

function read(...entries: readonly object[]) {
  return readHar('traffic.har', JSON.stringify({ log: { version: '1.2', entries } }), decodeBody)
}

function bodyOf(content: object, headers: readonly object[] = []) {
  const { body } = read(entry({ response: { content, headers } })).exchanges[0] ?? {}
  return body === undefined ? undefined : new TextDecoder().decode(body)
}

const encoded = (value: string) => [{ name: 'Content-Encoding', value }]

test.each<[string, string | undefined, string | undefined]>([
  ['as text', bodyOf({ size: 36, text }), text],
  ['as base64', bodyOf({ size: 36, text: base64(text), encoding: 'base64' }), text],
  ['decoded, though it was sent compressed', bodyOf({ size: 36, text }, encoded('gzip')), text],
  [
    'as it was sent: gzip',
    bodyOf({ text: base64(gzipSync(text)), encoding: 'base64' }, encoded('gzip')),
    text,
  ],
  [
    'as it was sent: br',
    bodyOf({ text: base64(brotliCompressSync(text)), encoding: 'base64' }, encoded('br')),
    text,
  ],
  ['not at all', bodyOf({ size: 36, mimeType: 'application/json' }), undefined],
  ['in part', bodyOf({ size: 36, text: text.slice(0, 20) }), undefined],
  ['as base64 that is none', bodyOf({ size: 36, text: '%%%', encoding: 'base64' }), undefined],
  ['empty', bodyOf({ size: 0, text: '' }), ''],
])('a body is recorded %s', (_how, seen, expected) => {
  expect(seen).toBe(expected)
})

test('names of headers are read in any case, pseudo headers and the order of entries mean nothing', () => {
  const headers = [
    { name: ':authority', value: 'gitlab.example.com' },
    { name: 'PRIVATE-Token', value: 'x' },
    { name: 'Accept', value: 'a' },
    { name: 'accept', value: 'b' },
  ]
  const { exchanges } = read(
    entry({ startedDateTime: '2026-11-23T10:00:01.000Z' }),
    entry({ request: { headers, cookies: [{ name: 'a', value: 'b' }] } }),
  )
  expect(exchanges.map(({ name }) => name)).toEqual(['entry 2', 'entry 1'])
  expect(exchanges[0]?.headers).toEqual({ 'private-token': 'x', accept: 'a, b', cookie: 'a=b' })
  expect((exchanges[0]?.ended ?? 0) - (exchanges[0]?.began ?? 0)).toBe(12.5)
})

test('a form is read from its fields where the text is missing', () => {
  const postData = {
    mimeType: 'application/x-www-form-urlencoded',
    params: [{ name: 'title', value: 'a b' }],
  }
  expect(read(entry({ request: { method: 'post', postData } })).exchanges[0]).toMatchObject({
    method: 'POST',
    sent: 'title=a+b',
  })
})

test('what came from no server is left out, and told', () => {
  const { exchanges, left } = read(
    entry({ _fromCache: 'disk' }),
    entry({ response: { status: 0 } }),
    entry({ request: { url: 'wss://gitlab.example.com/-/cable' } }),
    entry({ response: { _fetchedViaServiceWorker: true } }),
    { request: {} },
  )
  expect(exchanges).toEqual([])
  expect(Object.fromEntries(left)).toEqual({
    "from the browser's cache": 1,
    'without an answer': 1,
    'no HTTP': 1,
    'from a service worker': 1,
    'without a request or a response': 1,
  })
})

test.each(['', '{}', '[]', '{"log":{}}', '{"log":{"entries":[1]}}'])('%j is no HAR', (content) => {
  expect(() => readHar('a.har', content, decodeBody)).toThrow('a.har is no HAR')
})
