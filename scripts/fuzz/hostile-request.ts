import fc from 'fast-check'
import { awkwardTexts, hostiles, hostileUrl } from '../../conformance/draw/hostile.ts'
import type { PlainRequest } from '../../sim/index.ts'
import { anyText } from '../../sim/testing/any-text.ts'
import { type ScriptedRequest, script } from '../../sim/testing/script.ts'

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  '',
]

const texts = fc.oneof(
  fc.constantFrom(
    ...awkwardTexts,
    '',
    '\0',
    '\ud800',
    'a\udc00b',
    '\ufeff',
    '\u{10ffff}',
    '../..',
    'refs/heads/x',
  ),
  fc.constantFrom('(a+)+$', '^(?:a|a)*$', '[', '(?<x>', '\\', '.*'.repeat(50), '{{{', '*'.repeat(500)),
  fc.constantFrom(
    '9'.repeat(40),
    '-1',
    '1e999',
    'NaN',
    '0x10',
    '99999-01-01',
    '0000-00-00',
    '2024-02-30T25:61:61Z',
  ),
  fc.constantFrom(
    'a'.repeat(300),
    '.'.repeat(20_000),
    '@a '.repeat(2_000),
    '#1 '.repeat(2_000),
    '['.repeat(5_000),
  ),
  fc.constantFrom('/close\n/label ~bug', '```\n', '|a|\n|-|\n', '> '.repeat(2_000), '![](/uploads/x)'),
  anyText({ maxLength: 20 }),
)

const values: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    texts,
    fc.constantFrom<unknown>(null, true, 0, -1, 2 ** 31, 2 ** 53, 1e308, 0.1, [], {}),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'id', 'a', '0', ''), tie('value'), {
      maxKeys: 3,
    }),
  ),
})).value

interface Twist {
  readonly keys: readonly number[]
  readonly value: unknown
  readonly segment: number | undefined
  readonly text: string
  readonly type: string
  readonly hostile: number | undefined
}

const twists: fc.Arbitrary<Twist> = fc.record({
  keys: fc.array(fc.nat(11), { maxLength: 3 }),
  value: values,
  segment: fc.option(fc.nat(7), { nil: undefined, freq: 2 }),
  text: texts,
  type: fc.oneof({ weight: 5, arbitrary: fc.constant('application/json') }, fc.constantFrom(...TYPES)),
  hostile: fc.option(fc.nat(hostiles.length - 1), { nil: undefined, freq: 1 }),
})

/** A request of any operation, with something in it that nobody sends by accident. */
export const hostileRequest: fc.Arbitrary<PlainRequest> = fc
  .tuple(fc.nat(1_000_000), twists)
  .map(([seed, twist]) => twisted(script(seed, 1)[0] as ScriptedRequest, twist))

function twisted(request: ScriptedRequest, twist: Twist): PlainRequest {
  const { body, method } = request
  const url = twistedUrl(request.url, twist)
  const sent = body === undefined ? undefined : twistedBody(JSON.parse(body), twist)
  const hostile = twist.hostile === undefined ? undefined : hostiles[twist.hostile]
  return {
    method: hostile?.method ?? method,
    url: hostile === undefined ? url : hostileUrl(url, hostile),
    headers: {
      ...request.headers,
      ...(body === undefined ? {} : { 'content-type': hostile?.contentType ?? twist.type }),
      ...hostile?.headers,
    },
    ...(sent === undefined ? {} : { body: hostile?.body ?? sent }),
  }
}

function twistedUrl(url: string, { segment, text, keys }: Twist): string {
  const [path = '', query = ''] = url.split('?', 2)
  const segments = path.split('/')
  // The root of the API stays, or hardly a request would arrive.
  if (segment !== undefined && segments[segment + 4] !== undefined) segments[segment + 4] = encoded(text)
  const pairs = query
    .split('&')
    .map((pair, i) => (keys.includes(i) ? `${pair.split('=')[0]}=${encoded(text)}` : pair))
  return query === '' ? segments.join('/') : `${segments.join('/')}?${pairs.join('&')}`
}

function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString()).slice(0, 8_000)
}

function twistedBody(params: { readonly [name: string]: unknown }, { keys, value }: Twist): string {
  const twistedParams = Object.entries(params).map(([name, given], i) => [
    name,
    keys.includes(i) ? value : given,
  ])
  return JSON.stringify(Object.fromEntries(twistedParams))
}
