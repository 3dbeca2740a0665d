import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readQuery } from './input.ts'
import { type Hash, putNested } from './nested.ts'

/** What `a[b]=1&c=2` says. */
function read(query: string): unknown {
  return readQuery(query)
}

describe('bracketed names', () => {
  test.each([
    ['a scalar', 'a=1', { a: '1' }],
    ['a scalar twice, of which the last counts', 'a=1&a=2', { a: '2' }],
    ['a name without a value, which is null', 'a', { a: null }],
    ['an empty value', 'a=', { a: '' }],
    ['an array', 'a[]=1&a[]=2', { a: ['1', '2'] }],
    ['an array in encoded brackets', 'a%5B%5D=1&a%5b%5d=2', { a: ['1', '2'] }],
    ['a hash', 'a[b]=1&a[c]=2', { a: { b: '1', c: '2' } }],
    ['a hash in a hash', 'a[b][c]=1&a[b][d]=2', { a: { b: { c: '1', d: '2' } } }],
    ['an array in a hash', 'a[b][]=1&a[b][]=2', { a: { b: ['1', '2'] } }],
    ['hashes in an array', 'a[][b]=1&a[][c]=2&a[][b]=3', { a: [{ b: '1', c: '2' }, { b: '3' }] }],
    ['arrays in hashes in an array', 'a[][b][]=1&a[][b][]=2&a[][c]=3', { a: [{ b: ['1', '2'], c: '3' }] }],
    [
      'hashes in hashes in an array',
      'a[][b][c]=1&a[][b][d]=2&a[][b][c]=3',
      { a: [{ b: { c: '1', d: '2' } }, { b: { c: '3' } }] },
    ],
    ['numbers, which are keys', 'a[0]=1&a[1]=2', { a: { '0': '1', '1': '2' } }],
    ['a scalar that replaces a hash', 'a[b]=1&a=2', { a: '2' }],
    ['a hash behind a null', 'a&a[b]=1', { a: { b: '1' } }],
    ['blanks', 'a+b=c+d%20e', { 'a b': 'c d e' }],
    ['a plus that is encoded', 'a=1%2B1', { a: '1+1' }],
    ['an equals sign in a value', 'a=b=c', { a: 'b=c' }],
    ['an ampersand too many', '&a=1&&', { a: '1' }],
    ['no name at all', '=1&[]=2&[', {}],
    ['a bracket that is never closed', 'a[=1', { 'a[': '1' }],
    ['names of inherited properties', 'toString=1&hasOwnProperty=2', { toString: '1', hasOwnProperty: '2' }],
    [
      'names that reach a prototype, which are dropped',
      '__proto__[x]=1&constructor=2&a[prototype]=3',
      { a: {} },
    ],
  ])('may spell %s', (_, query, params) => {
    expect(read(query)).toEqual(params)
  })

  test.each([
    'a=1&a[b]=2',
    'a=1&a[]=2',
    'a[]=1&a[b]=2',
    'a[b]=1&a[]=2',
    'a[][b]=1&a[c]=2',
    'a[b]=1&a[b][c]=2',
  ])('may not contradict one another: %s', (query) => {
    expect(() => read(query)).toThrow('Bad Request')
  })

  test('may not nest without end', () => {
    expect(read(`a${'[b]'.repeat(31)}=1`)).toBeDefined()
    for (const step of ['[b]', '[][b]']) expect(() => read(`a${step.repeat(40)}=1`)).toThrow('Bad Request')
  })

  test('may not be without number', () => {
    expect(() => read('a=1&'.repeat(10_001))).toThrow('Bad Request')
  })

  test.each(['%', '%zz', 'a=%ff', '%c3=1', 'a=%00', 'a=\0'])('have to be encoded text: %j', (query) => {
    expect(() => read(query)).toThrow('Bad Request')
  })
})

const keys = fc.string({
  unit: fc.constantFrom('a', 'b', 'é', ' ', '0', '.', '&', '=', '+', '%'),
  minLength: 1,
  maxLength: 3,
})
const texts = fc.string({ unit: 'grapheme', maxLength: 5 }).filter((text) => !text.includes('\0'))
const trees = fc.letrec<{ node: unknown; hash: { [key: string]: unknown } }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    texts,
    fc.array(texts, { minLength: 1, maxLength: 3 }),
    tie('hash'),
  ),
  hash: fc.dictionary(keys, tie('node'), { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
})).hash

/** A tree as clients write it in a query. */
function written(value: unknown, name = ''): string {
  if (Array.isArray(value)) return value.map((item) => written(item, `${name}[]`)).join('&')
  if (typeof value !== 'object' || value === null)
    return `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`
  const entries = Object.entries(value)
  return entries.map(([key, inner]) => written(inner, name === '' ? key : `${name}[${key}]`)).join('&')
}

test('hashes and arrays of texts come back from a query as they were written', () => {
  fc.assert(
    fc.property(trees, (tree) => {
      expect(read(written(tree))).toEqual(tree)
    }),
    { seed: 1, numRuns: 500 },
  )
})

test('no query does anything but give plain parameters or be refused', () => {
  const part = fc.constantFrom('a', 'b', '[', ']', '[]', '[a]', '=', '&', '%', '%5B', '__proto__', '1', '+')
  fc.assert(
    fc.property(fc.string({ unit: part, maxLength: 25 }), (query) => {
      try {
        expect(typeof read(query)).toBe('object')
      } catch (error) {
        expect((error as Error).message).toContain('Bad Request')
      }
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    }),
    { seed: 2, numRuns: 3000 },
  )
})

test('values of every kind are put in place, files too', () => {
  const file = { name: 'a.txt', type: 'text/plain', bytes: new Uint8Array([1]) }
  const params: Hash = {}
  putNested(params, 'upload[file]', file)
  expect(params).toEqual({ upload: { file } })
})
