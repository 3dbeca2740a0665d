import { expect, test } from 'vitest'
import { followRedirects } from './follow-redirects.ts'
import type { OutboundCall, RemoteReply } from './outbound.ts'

const answer = (status: number, location?: string): RemoteReply => ({
  reached: true,
  status,
  headers: location === undefined ? {} : { location },
  body: new Uint8Array(),
})

function walk(
  remote: { readonly [url: string]: RemoteReply },
  faultOf: (url: string) => string | undefined = () => undefined,
) {
  const seen: OutboundCall[] = []
  const reply = followRedirects(
    (call) => {
      seen.push(call)
      return remote[call.url] ?? answer(404)
    },
    { method: 'HEAD', url: 'https://a.test/x' },
    faultOf,
  )
  return { reply, seen: seen.map(({ method, url }) => `${method} ${url}`) }
}

test('redirects are followed, by absolute and by relative addresses', () => {
  const remote = {
    'https://a.test/x': answer(302, '/y?z'),
    'https://a.test/y?z': answer(307, 'https://b.test/'),
    'https://b.test/': answer(200),
  }
  expect(walk(remote)).toEqual({
    reply: answer(200),
    seen: ['HEAD https://a.test/x', 'HEAD https://a.test/y?z', 'HEAD https://b.test/'],
  })
})

test('a redirect to a forbidden address is blocked', () => {
  const remote = { 'https://a.test/x': answer(302, 'http://127.0.0.1/secret') }
  const { reply, seen } = walk(remote, (url) => (url.includes('127') ? 'not there' : undefined))
  expect(reply).toEqual({ reached: false, why: 'blocked', message: 'not there' })
  expect(seen).toHaveLength(1)
})

test('redirects in circles and to invalid addresses end the call', () => {
  expect(walk({ 'https://a.test/x': answer(301, 'https://a.test/x') })).toMatchObject({
    reply: { reached: false, message: 'HTTP redirects too deep' },
    seen: { length: 6 },
  })
  expect(walk({ 'https://a.test/x': answer(302, 'http://[') }).reply).toMatchObject({ reached: false })
  expect(walk({ 'https://a.test/x': answer(302) }).reply).toEqual(answer(302))
})
