import { expect, test } from 'vitest'
import { toQuery } from './link.ts'

test('a query has its keys in order, lists and hashes in brackets, and half a character as none', () => {
  const params = { b: 'ä b', a: ['x', 'y'], c: { d: "!'()*" }, e: 'half \ud800', f: null, g: [] }
  expect(toQuery(params)).toBe(
    'a%5B%5D=x&a%5B%5D=y&b=%C3%A4+b&c%5Bd%5D=%21%27%28%29%2A&e=half+%EF%BF%BD&f=&g%5B%5D=',
  )
})
