import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { utf8 } from './bytes.ts'
import { type Json, reachesPrototype } from './json.ts'
import { lineBounds, ndjson, readNdjson } from './ndjson.ts'

describe('lines of JSON', () => {
  test('are read as they were written', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ noUnicodeString: false })), (values) => {
        // Keys through which a prototype could be reached are dropped by whoever reads.
        const text = JSON.stringify(values, (key, value) => (reachesPrototype(key) ? undefined : value))
        const written = JSON.parse(text) as Json[]
        expect([...readNdjson(utf8(ndjson(written)))]).toEqual(written)
      }),
    )
  })

  test('end each, so that no lines are no bytes', () => {
    expect(ndjson([])).toBe('')
    expect(ndjson([{ a: '<b>' }, null])).toBe('{"a":"\\u003cb\\u003e"}\nnull\n')
  })

  test('may lack the last end, and be empty', () => {
    expect([...readNdjson(utf8('1\n\n \n2'))]).toEqual([1, 2])
  })

  test('that cannot be read are undefined', () => {
    expect([...readNdjson(utf8('{\n1\n'))]).toEqual([undefined, 1])
    const deep = `${'['.repeat(100)}${']'.repeat(100)}`
    expect([...readNdjson(utf8(deep))]).toEqual([undefined])
  })

  test('beyond the bounds end the reading', () => {
    const bounds = { ...lineBounds, lines: 2, length: 5 }
    expect([...readNdjson(utf8('1\n2\n3\n4\n'), bounds)]).toEqual([1, 2, undefined])
    expect([...readNdjson(utf8('1\n"longer"\n3\n'), bounds)]).toEqual([1, undefined])
  })

  test('give nobody a prototype', () => {
    const [value] = readNdjson(utf8('{"__proto__":{"admin":true},"a":1}\n'))
    expect(value).toEqual({ a: 1 })
    expect((value as { admin?: boolean }).admin).toBeUndefined()
  })
})
