import { describe, expect, test } from 'vitest'
import { foreignCall, type OwnNames } from './foreign.ts'
import { controlCalls } from './operations.ts'
import { bareControlled, repliedNow } from './testing/controlled.ts'

type Headers = { readonly [name: string]: string }

const own: OwnNames = { hosts: ['forgery', 'Team.Test'], url: 'https://links.test:8443' }
const address = '127.0.0.1'
const wrong = (headers: Headers, method = 'POST') => foreignCall({ method, headers, address }, own)

describe('a call of the control API', () => {
  test.each([
    '127.0.0.1:8080',
    '10.1.2.3',
    '[::1]:8080',
    'localhost',
    'LOCALHOST:80',
    'localhost.:8080',
    'one.localhost:8080',
    'forgery:8080',
    'team.test',
    'links.test',
  ])('is obeyed at the host %s', (host) => {
    expect(wrong({ host })).toBeUndefined()
  })

  test.each(['evil.test:8080', 'localhost.evil.test', '127.0.0.1.evil.test', '10.1', 'xforgery', '', 'a b'])(
    'is refused at the host %s, whose name anybody can point here',
    (host) => {
      expect(wrong({ host })).toMatch(/^the control API is not served at the host '/)
    },
  )

  test('names the flag that lets a host in', () => {
    expect(wrong({ host: 'ci.internal:8080' })).toBe(
      "the control API is not served at the host 'ci.internal:8080': use localhost or an address, or name the host with --allowed-host ci.internal",
    )
  })

  test.each([
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['LocalHost:8080', 'http://localhost:8080'],
    ['127.0.0.1:8080', 'https://links.test:8443'],
    ['127.0.0.1:8080', 'http://team.test:3000'],
  ])('at %s is obeyed for a page of %s', (host, origin) => {
    expect(wrong({ host, origin, 'sec-fetch-site': 'same-origin' })).toBeUndefined()
  })

  test.each([
    'http://evil.test',
    'null',
    'http://localhost:3000',
    'http://127.0.0.1:8081',
    'http://links.test',
    '',
  ])('is refused for a page of %s', (origin) => {
    for (const host of ['127.0.0.1:8080', 'localhost:8080'])
      expect(wrong({ host, origin })).toMatch(/^the control API does not obey pages of '/)
  })

  test.each(['cross-site', 'same-site'])(
    'of a page elsewhere (%s) is refused without an Origin too, but a link to the page may be followed',
    (site) => {
      const host = 'localhost:8080'
      const link = {
        host,
        'sec-fetch-site': site,
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      }
      expect(wrong({ host, 'sec-fetch-site': site }, 'GET')).toMatch(/another site/)
      expect(wrong({ ...link, 'sec-fetch-dest': 'iframe' }, 'GET')).toMatch(/another site/)
      expect(wrong(link, 'POST')).toMatch(/another site/)
      expect(wrong(link, 'GET')).toBeUndefined()
      for (const own of ['same-origin', 'none'])
        expect(wrong({ host, 'sec-fetch-site': own })).toBeUndefined()
    },
  )

  test('over no connection is nobody else’s', () => {
    const headers = { host: 'forge.example', origin: 'http://evil.test' }
    expect(foreignCall({ method: 'POST', headers }, { hosts: [] })).toBeUndefined()
  })
})

test('every call of the control API is refused to foreign pages and hosts, and reads or changes nothing', () => {
  const controlled = new Proxy(bareControlled(), {
    get: (_, name) => {
      throw new Error(`read ${String(name)}`)
    },
  })
  for (const headers of [
    { host: '127.0.0.1', origin: 'http://evil.test' },
    { host: 'evil.test' },
    { host: '127.0.0.1', 'sec-fetch-site': 'cross-site' },
    { host: '127.0.0.1', 'sec-fetch-site': 'same-site' },
  ] as Headers[])
    for (const call of controlCalls) {
      const [method, url] = call.split(' ') as [string, string]
      const reply = repliedNow(controlled, { method, url, headers, address, body: '{}' })
      expect(reply?.status, call).toBe(403)
    }
})

test('who knows the token may come from anywhere', () => {
  const headers = { host: 'evil.test', origin: 'http://evil.test', 'x-forgery-token': 'secret' }
  const request = { method: 'GET', url: '/_forgery/health', headers, address }
  expect(repliedNow(bareControlled(), request, { token: 'secret' })?.status).toBe(200)
})
