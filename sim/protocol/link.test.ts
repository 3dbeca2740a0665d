import { expect, test } from 'vitest'
import { linkHeader } from './link.ts'

test('a query has its keys in order, lists and hashes in brackets, and half a character as none', () => {
  const params = { b: 'ä b', a: ['x', 'y'], c: { d: "!'()*" }, e: 'half \ud800', f: null, g: [] }
  expect(linkHeader('http://forge.test', params, [{ rel: 'next', own: {} }])).toBe(
    '<http://forge.test?a%5B%5D=x&a%5B%5D=y&b=%C3%A4+b&c%5Bd%5D=%21%27%28%29%2A&e=half+%EF%BF%BD&f=&g%5B%5D=>; rel="next"',
  )
})

test('links repeat a query as long as clients take the header', () => {
  const relsOf = (length: number) => {
    const rels = ['prev', 'next', 'first', 'last'].map((rel) => ({ rel, own: { page: 1 } }))
    return [...linkHeader('http://forge.test', { q: 'a'.repeat(length) }, rels).matchAll(/rel="(\w+)"/g)].map(
      ([, rel]) => rel,
    )
  }
  expect(relsOf(100)).toEqual(['prev', 'next', 'first', 'last'])
  expect(relsOf(5_000)).toEqual(['prev', 'next'])
  expect(relsOf(10_000)).toEqual(['next'])
  expect(relsOf(30_000)).toEqual([])
})

test('links have the query of the request, but for what is their own', () => {
  const repeated = { b: ['x'], empty: {}, page: '1', z: 'é' }
  const rels = [
    { rel: 'next', own: { page: 2, per_page: 20 } },
    { rel: 'last', own: { page: 3, per_page: 20 } },
  ]
  expect(linkHeader('http://forge.test', repeated, rels)).toBe(
    '<http://forge.test?b%5B%5D=x&page=2&per_page=20&z=%C3%A9>; rel="next", ' +
      '<http://forge.test?b%5B%5D=x&page=3&per_page=20&z=%C3%A9>; rel="last"',
  )
})
