import { describe, expect, test } from 'vitest'
import { dialects, differs, inDialect, isDiffers, resolveDifferences } from './dialect.ts'
import { differences } from './differences.ts'

const both = differs('F2', { specification: 405, real: 404 })

describe('a difference', () => {
  test('has a value in each dialect', () => {
    expect(dialects.map((dialect) => inDialect(both, dialect))).toEqual([405, 404])
  })

  test('may lack a value in one of them', () => {
    const one = differs('F8', { specification: undefined, real: 1 })
    expect(dialects.map((dialect) => inDialect(one, dialect))).toEqual([undefined, 1])
  })

  test('is told from values that only look like one', () => {
    for (const value of [
      null,
      undefined,
      0,
      'real',
      [],
      {},
      { differs: 'F2' },
      { specification: 1, real: 2 },
    ])
      expect(isDiffers(value)).toBe(false)
  })
})

test('what does not differ is the same in both dialects', () => {
  const value = { deep: [1] }
  for (const dialect of dialects) expect(inDialect(value, dialect)).toBe(value)
})

describe('data with differences', () => {
  test('is decided at every depth', () => {
    const data = { status: both, list: [both, { inner: both }], plain: 'a', nothing: null }
    expect(resolveDifferences(data, 'real')).toEqual({
      status: 404,
      list: [404, { inner: 404 }],
      plain: 'a',
      nothing: null,
    })
  })

  test('may have differences inside differences', () => {
    const nested = differs<unknown>('F1', { specification: { status: both }, real: 1 })
    expect(resolveDifferences(nested, 'specification')).toEqual({ status: 405 })
  })

  test('keeps its functions and instances, and is left as it was', () => {
    const serve = () => 1
    const set = new Set([1])
    const data = { serve, set, status: both }
    const decided = resolveDifferences(data, 'real')
    expect(decided.serve).toBe(serve)
    expect(decided.set).toBe(set)
    expect(data.status).toBe(both)
  })
})

test('every difference says what both sides do, and that they do not do the same', () => {
  for (const { specification, real } of Object.values(differences)) {
    expect(specification.length).toBeGreaterThan(10)
    expect(real).not.toBe(specification)
  }
})
