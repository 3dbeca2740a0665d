import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coerce, type Declared } from './coerce.ts'
import * as params from './params.ts'

const { string, integer, boolean, datetime, oneOf, required, withDefault } = params

function declared(all: params.Params, rules: Declared['rules'] = []): Declared {
  return { params: all as Declared['params'], rules }
}

/** The value that one parameter gets from a raw one, or the text of its refusal. */
function coerced(param: params.Param, raw: unknown): unknown {
  const result = coerce(declared({ x: param }), { x: raw })
  return result.ok ? result.values.x : result.messages.join(', ')
}

/** The texts of a refusal. */
function refused(
  all: params.Params,
  raw: { readonly [name: string]: unknown },
  rules: Declared['rules'] = [],
): string {
  const result = coerce(declared(all, rules), raw)
  return result.ok ? 'taken' : result.messages.join(', ')
}

const others = { array: ['1'], hash: { a: '1' }, bytes: new Uint8Array([49]) }

describe('an integer', () => {
  test.each([
    ['3', 3],
    [' 3 ', 3],
    ['1_0', 10],
    ['+7', 7],
    ['-2', -2],
    ['007', 7],
    [3, 3],
    [3.0, 3],
    [3.7, 3],
    [-3.7, -3],
    ['', null],
    [null, null],
  ])('is taken from %j', (raw, value) => {
    expect(coerced(integer(), raw)).toBe(value)
  })

  test.each([
    '1.5',
    'abc',
    '1e3',
    '0x10',
    '1_',
    '_1',
    '1__0',
    '1 0',
    '--1',
    true,
    false,
    others.array,
    others.hash,
  ])('is not taken from %j', (raw) => {
    expect(coerced(integer(), raw)).toBe('x is invalid')
  })

  test('takes its default for nothing', () => {
    const param = withDefault(integer(), 20)
    for (const raw of ['', null, undefined]) expect(coerced(param, raw)).toBe(20)
    expect(coerced(param, '0')).toBe(0)
  })
})

describe('a boolean', () => {
  const spellings = (words: string[]) =>
    words.flatMap((word) => [word, word.toUpperCase(), `${word[0]?.toUpperCase()}${word.slice(1)}`])

  test.each(spellings(['true', 't', 'yes', 'y', 'on', '1']))('is true for %s', (raw) => {
    expect(coerced(boolean(), raw)).toBe(true)
  })

  test.each(spellings(['false', 'f', 'no', 'n', 'off', '0']))('is false for %s', (raw) => {
    expect(coerced(boolean(), raw)).toBe(false)
  })

  test('is itself in JSON, also as 1 and 0', () => {
    expect([true, false, 1, 0].map((raw) => coerced(boolean(), raw))).toEqual([true, false, true, false])
  })

  test('is null for nothing', () => {
    expect(['', null].map((raw) => coerced(boolean(), raw))).toEqual([null, null])
  })

  test.each(['yEs', 'tRUE', 'truE', ' true', 'true ', '2', 'ja', 2, 1.5, others.array, others.hash])(
    'is not taken from %j',
    (raw) => {
      expect(coerced(boolean(), raw)).toBe('x is invalid')
    },
  )
})

describe('a string', () => {
  test.each([
    ['a', 'a'],
    ['', ''],
    [' a ', ' a '],
    [5, '5'],
    [1.5, '1.5'],
    [true, 'true'],
    [null, null],
  ])('is taken from %j', (raw, value) => {
    expect(coerced(string(), raw)).toBe(value)
  })

  test.each([others.array, others.hash, []])('is not taken from %j', (raw) => {
    expect(coerced(string(), raw)).toBe('x is invalid')
  })
})

describe('a datetime', () => {
  test.each([
    ['2019-03-15T08:00:00Z', Date.UTC(2019, 2, 15, 8)],
    ['2019-03-15', Date.UTC(2019, 2, 15)],
    ['2019-03-15T08:00:00 02:00', Date.UTC(2019, 2, 15, 8)],
    ['2019-03-15T08:00:00+02:00', Date.UTC(2019, 2, 15, 6)],
    ['', null],
    [null, null],
  ])('is taken from %j', (raw, value) => {
    expect(coerced(datetime(), raw)).toBe(value)
  })

  test.each(['foo', '1552636800', 1552636800, true, others.array, others.hash])(
    'is not taken from %j',
    (raw) => {
      expect(coerced(datetime(), raw)).toBe('x is invalid')
    },
  )
})

test('a time may keep the offset in which it was written', () => {
  const at = Date.UTC(2019, 2, 15, 6)
  expect(coerced(params.zonedTime(), '2019-03-15T08:00:00+02:00')).toEqual({ at, offset: 120 })
  expect(coerced(params.zonedTime(), 'foo')).toBe('x is invalid')
})

describe('a text that has to fit', () => {
  const name = string({ matches: '^[a-z]+$' })

  test('is invalid where it does not', () => {
    expect(coerced(name, 'abc')).toBe('abc')
    for (const raw of ['a1', '', 'abc\n', ['abc']]) expect(coerced(name, raw)).toBe('x is invalid')
  })

  test('may be absent, or null, unless it is required', () => {
    expect(coerced(name, null)).toBeNull()
    expect(refused({ name }, {})).toBe('taken')
    expect(refused({ name: required(name) }, { name: null })).toBe('name is invalid')
  })
})

describe('a list', () => {
  test.each([
    ['1,2', [1, 2]],
    [' 1 , 2 ', [1, 2]],
    [
      ['1', '2'],
      [1, 2],
    ],
    [
      ['1,2', '3'],
      [1, 2, 3],
    ],
    [
      [1, 2],
      [1, 2],
    ],
    [['None'], [0]],
    ['any,3', [0, 3]],
    ['-4', [-4]],
    [[null, '1'], [1]],
    ['', []],
    [null, []],
    [5, []],
    [[], []],
    [{ '0': '1' }, []],
  ])('of integers makes the best of %j', (raw, value) => {
    expect(coerced(params.integerList(), raw)).toEqual(value)
  })

  test.each([
    ['a,b', ['a', 'b']],
    [' a , b ', ['a', 'b']],
    [
      ['a', 'b, c'],
      ['a', 'b', 'c'],
    ],
    [[''], []],
    [[null, 'a'], ['a']],
    ['', []],
    [null, []],
    [5, []],
    [{ '0': 'a' }, []],
  ])('of strings makes the best of %j', (raw, value) => {
    expect(coerced(params.stringList(), raw)).toEqual(value)
  })

  test('never refuses anything', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: false }), (raw) => {
        for (const list of [params.integerList(), params.stringList()])
          expect(Array.isArray(coerced(list, raw)) || raw === undefined).toBe(true)
      }),
      { seed: 1, numRuns: 500 },
    )
  })
})

describe('a plain array', () => {
  test('takes an array of what it is an array of', () => {
    expect(coerced(params.integerArray(), ['1', 2])).toEqual([1, 2])
    expect(coerced(params.stringArray(), ['a', 2])).toEqual(['a', '2'])
    expect(coerced(params.integerArray(), [])).toEqual([])
  })

  test.each(['1', '1,2', 1, ['a'], [null], [true], { '0': '1' }])(
    'of integers is not taken from %j',
    (raw) => {
      expect(coerced(params.integerArray(), raw)).toBe('x is invalid')
    },
  )

  test.each(['a', ['a', null], [['a']], { '0': 'a' }])('of strings is not taken from %j', (raw) => {
    expect(coerced(params.stringArray(), raw)).toBe('x is invalid')
  })
})

describe('an integer or None or Any', () => {
  test.each([
    ['3', 3],
    [3, 3],
    ['None', 'none'],
    ['ANY', 'any'],
    ['', null],
  ])('is taken from %j', (raw, value) => {
    expect(coerced(params.integerOrNoneAny(), raw)).toBe(value)
  })

  test('is refused in its own words', () => {
    expect(coerced(params.integerOrNoneAny(), 'abc')).toBe(
      'x should be an integer, none, or any, however got abc',
    )
  })
})

describe('an array or None or Any', () => {
  test.each([
    [
      ['1', '2'],
      ['1', '2'],
    ],
    [[1], ['1']],
    ['none', 'none'],
    ['Any', 'any'],
    ['', null],
  ])('is taken from %j', (raw, value) => {
    expect(coerced(params.arrayOrNoneAny(), raw)).toEqual(value)
  })

  test.each(['1', '1,2', 1, { '0': '1' }])('is not taken from %j', (raw) => {
    expect(coerced(params.arrayOrNoneAny(), raw)).toBe("x should be an array, 'None' or 'Any'")
  })
})

describe('a hash', () => {
  const hash = params.hash({ id: integer(), labels: params.stringList() }, [params.exclusive('id', 'labels')])

  test('is taken from a hash, field by field', () => {
    expect(coerced(hash, { id: '1' })).toEqual({ id: 1 })
    expect(coerced(hash, { labels: 'a,b' })).toEqual({ labels: ['a', 'b'] })
  })

  test('leaves out what is not declared', () => {
    expect(coerced(hash, { other: '1' })).toEqual({})
  })

  test.each(['a', 1, ['a'], true])('is not taken from %j', (raw) => {
    expect(coerced(hash, raw)).toBe('x is invalid')
  })

  test('names its fields in what it refuses', () => {
    expect(coerced(hash, { id: 'a' })).toBe('x[id] is invalid')
    expect(coerced(hash, { id: '1', labels: 'a' })).toBe('x[id], x[labels] are mutually exclusive')
  })
})

describe('an array of hashes', () => {
  const hashes = params.hashArray({ id: required(integer()) })

  test('is taken hash by hash', () => {
    expect(coerced(hashes, [{ id: '1' }, { id: 2 }])).toEqual([{ id: 1 }, { id: 2 }])
  })

  test('names the place in what it refuses', () => {
    expect(coerced(hashes, [{ id: 1 }, { id: 'a' }])).toBe('x[1][id] is invalid')
    expect(coerced(hashes, [{}])).toBe('x[0][id] is missing')
  })

  test.each(['a', { id: 1 }, ['a'], [null]])('is not taken from %j', (raw) => {
    expect(coerced(hashes, raw)).toBe('x is invalid')
  })
})

describe('a refusal', () => {
  const state = oneOf(['opened', 'closed'])

  test.each([
    ['a required value that is missing', { title: required(string()) }, {}, 'title is missing'],
    [
      'several in order of declaration',
      { title: required(string()), source_branch: required(string()), target_branch: required(string()) },
      { source_branch: 'a' },
      'title is missing, target_branch is missing',
    ],
    [
      'a required enumeration that is missing, twice',
      { scope: required(state) },
      {},
      'scope is missing, scope does not have a valid value',
    ],
    [
      'a required text that is missing, twice',
      { x: required(params.nonBlankString()) },
      {},
      'x is missing, x is empty',
    ],
    ['an empty text', { title: params.nonBlankString() }, { title: '' }, 'title is empty'],
    ['a blank text', { title: params.nonBlankString() }, { title: '  ' }, 'title is empty'],
    ['a null where a text has to be', { title: params.nonBlankString() }, { title: null }, 'title is empty'],
    [
      'a word that is none of the enumeration',
      { state },
      { state: 'x' },
      'state does not have a valid value',
    ],
    [
      'no word where there has to be one of an enumeration',
      { state },
      { state: '' },
      'state does not have a valid value',
    ],
    [
      'the wrong type, and go on',
      { state },
      { state: ['x'] },
      'state is invalid, state does not have a valid value',
    ],
    [
      'a value that is excepted',
      { per_page: integer({ except: [0] }) },
      { per_page: '0' },
      'per_page has a value not allowed',
    ],
  ] as const)('may name %s', (_, all, raw, text) => {
    expect(refused(all, raw)).toBe(text)
  })

  test('says the same only once', () => {
    const rule = params.exclusive('a', 'b')
    expect(refused({ a: string(), b: string() }, { a: '1', b: '1' }, [rule, rule])).toBe(
      'a, b are mutually exclusive',
    )
  })

  test('does not name what was not sent', () => {
    expect(refused({ title: params.nonBlankString(), state, day: datetime() }, {})).toBe('taken')
  })
})

describe('null', () => {
  test('is a value of an enumeration that is optional', () => {
    expect(coerced(oneOf(['a', 'b']), null)).toBeNull()
  })

  test('counts as given where at least one is needed', () => {
    const all = { a: string(), b: string() }
    const rules = [params.atLeastOneOf('a', 'b')]
    expect(refused(all, { a: null }, rules)).toBe('taken')
    expect(refused(all, {}, rules)).toBe('a, b are missing, at least one parameter must be provided')
  })
})

test('of exclusive parameters those that were sent are named', () => {
  const all = { a: string(), b: string(), c: string() }
  expect(refused(all, { c: '1', a: '1' }, [params.exclusive('a', 'b', 'c')])).toBe(
    'a, c are mutually exclusive',
  )
})

describe('a switch that needs others', () => {
  const key = params.required(string())
  const all = { on: { ...boolean(), whenTrue: { params: { key } } }, key: params.any(), last: integer() }

  test.each([
    [{ on: true }, 'key is missing'],
    [{ on: '1', last: 'x' }, 'key is missing, last is invalid'],
    [{ on: 'maybe' }, 'on is invalid, key is missing'],
    [{ on: true, key: ['a'] }, 'key is invalid'],
    [{ on: true, key: '' }, 'taken'],
    [{ on: false }, 'taken'],
    [{ on: null }, 'taken'],
    [{ on: '' }, 'taken'],
    [{ key: ['a'] }, 'taken'],
  ])('%j: %s', (raw, text) => {
    expect(refused(all, raw)).toBe(text)
  })

  test('has what it needs in its type', () => {
    expect(coerce(declared(all), { on: true, key: 5 })).toEqual({ ok: true, values: { on: true, key: '5' } })
    expect(coerce(declared(all), { key: 5 })).toEqual({ ok: true, values: { key: 5 } })
  })

  test('may need one of several, or all of several or none', () => {
    const rules = [params.allOrNoneOf('a', 'b'), params.exactlyOneOf('a', 'c')]
    const parts = { a: integer(), b: integer(), c: integer() }
    const one = { on: { ...boolean(), whenTrue: { params: parts, rules } } }
    const missing = 'a, c are missing, exactly one parameter must be provided'
    expect(refused(one, { on: true })).toBe(missing)
    expect(refused(one, { on: true, a: 1 })).toBe('a, b provide all or none of parameters')
    expect(refused(one, { on: true, a: 1, b: 1, c: 1 })).toBe('a, c are mutually exclusive')
    expect(refused(one, { on: true, c: 1 })).toBe('taken')
  })
})

test.each([
  [params.decimal(), '1.25', 1.25],
  [params.decimal(), 3, 3],
  [params.decimal(), '', null],
  [params.decimal(), '1e2', 100],
  [params.decimal(), 'x', 'x is invalid'],
  [params.decimal(), true, 'x is invalid'],
  [params.integerHash(), { a: '1', b: 2 }, { a: 1, b: 2 }],
  [params.integerHash(), '', null],
  [params.integerHash(), { a: 'x' }, 'x is invalid'],
  [params.integerHash(), 'a', 'x is invalid'],
])('%j takes %j for %j', (param, raw, value) => {
  expect(coerced(param, raw)).toEqual(value)
})

test('what is declared as anything is taken as it comes', () => {
  for (const raw of [1, 'a', true, [1], { a: 1 }, null]) expect(coerced(params.any(), raw)).toBe(raw)
})

test('what is not declared is left out, and names of inherited properties are never taken for sent', () => {
  const result = coerce(declared({ toString: string(), a: string() }), { a: '1', b: '2' })
  expect(result).toEqual({ ok: true, values: { a: '1' } })
})

test('whatever is sent is taken or refused', () => {
  const all: params.Params = {
    a: integer(),
    b: boolean(),
    c: datetime(),
    d: params.nonBlankString(),
    e: oneOf(['x']),
    f: params.integerArray(),
    g: params.hash({ a: integer() }),
    h: params.hashArray({ a: integer() }),
    i: params.stringHash(),
    j: params.integerOrNoneAny(),
    k: params.arrayOrNoneAny(),
    l: params.file(),
  }
  const raws = fc.dictionary(fc.constantFrom(...Object.keys(all)), fc.anything({ withNullPrototype: false }))
  fc.assert(
    fc.property(raws, (raw) => {
      const result = coerce(declared(all), raw)
      expect(result.ok || result.messages.length > 0).toBe(true)
    }),
    { seed: 2, numRuns: 1000 },
  )
})
