import { expect, test } from 'vitest'
import { linkHeader, toQuery } from './link.ts'

test('a query has its keys in order, lists and hashes in brackets, and half a character as none', () => {
  const params = { b: 'ä b', a: ['x', 'y'], c: { d: "!'()*" }, e: 'half \ud800', f: null, g: [] }
  expect(toQuery(params)).toBe(
    'a%5B%5D=x&a%5B%5D=y&b=%C3%A4+b&c%5Bd%5D=%21%27%28%29%2A&e=half+%EF%BF%BD&f=&g%5B%5D=',
  )
})

test('links repeat a query as long as clients take the header', () => {
  const relsOf = (length: number) => {
    const rels = ['prev', 'next', 'first', 'last'].map((rel) => ({ rel, params: { q: 'a'.repeat(length) } }))
    return [...linkHeader('http://forge.test', rels).matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel)
  }
  expect(relsOf(100)).toEqual(['prev', 'next', 'first', 'last'])
  expect(relsOf(5_000)).toEqual(['prev', 'next'])
  expect(relsOf(10_000)).toEqual(['next'])
  expect(relsOf(30_000)).toEqual([])
})
