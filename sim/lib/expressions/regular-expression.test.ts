import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { regularExpression } from './regular-expression.ts'

const letters = fc.constantFrom('a', 'b', 'A', '1', '-', '_')
const text = fc.array(letters, { maxLength: 12 }).map((it) => it.join(''))
const atom = fc.constantFrom('a', 'b', '.', '\\d', '\\W', '[ab]', '[^a-b_]', '[[:digit:]]', '^', '$', '\\b')
// Written so that the engine of JavaScript, which is asked for its opinion, never takes long.
const expression = fc.letrec<{ whole: string; part: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small' },
    atom,
    fc.tuple(tie('whole')).map(([it]) => `(${it})`),
    fc.tuple(tie('whole'), fc.constantFrom('?', '{0,2}', '{2}')).map(([it, times]) => `(?:${it})${times}`),
  ),
  whole: fc.oneof(
    { depthSize: 'small' },
    tie('part'),
    fc.tuple(tie('part'), tie('part')).map((it) => it.join('')),
    fc.tuple(tie('part'), tie('part')).map((it) => it.join('|')),
    fc
      .tuple(
        atom.filter((it) => !/^(?:\^|\$|\\b)$/.test(it)),
        fc.constantFrom('*', '+', '+?'),
      )
      .map((it) => it.join('')),
  ),
})).whole

describe('an expression', () => {
  test('finds what the engine of JavaScript finds', () => {
    fc.assert(
      fc.property(expression, text, (source, given) => {
        const written = source.replaceAll('[[:digit:]]', '[0-9]')
        expect(regularExpression(source)?.matches(given)).toBe(new RegExp(written).test(given))
      }),
    )
  })

  test.each([
    ['^release/(?P<major>\\d+)\\.x$', 'release/16.x', true],
    ['(?i)^MAIN$', 'main', true],
    ['a(?i:b)c', 'aBc', true],
    ['a(?i:b)c', 'abC', false],
    ['\\Qa.b\\E$', 'a.b', true],
    ['\\Qa.b\\E$', 'axb', false],
    ['\\x41\\x{1F600}', 'A😀', true],
    ['[\\w.-]+@', 'a.b-c@', true],
    ['[]a]', ']', true],
    ['a{,2}', 'a{,2}', true],
    ['', 'anything', true],
    ['x*', '', true],
  ])('%s in %s: %s', (source, given, isFound) => {
    expect(regularExpression(source)?.matches(given)).toBe(isFound)
  })

  test.each([
    '(',
    ')',
    'a**',
    '*',
    '[a',
    '[z-a]',
    '\\1',
    '(?=a)',
    '(?<!a)',
    'a{1001}',
    'a{2,1}',
    '\\',
    '[[:none:]]',
  ])('%s is none', (source) => {
    expect(regularExpression(source)).toBeUndefined()
  })

  test('never takes long: its steps are bounded, and each character is looked at once for each', () => {
    expect(regularExpression('((a{1000}){1000}){1000}')).toBeUndefined()
    expect(regularExpression('('.repeat(1000) + ')'.repeat(1000))).toBeUndefined()
    expect(regularExpression('^(a+)+$')?.matches(`${'a'.repeat(1000)}b`)).toBe(false)
    expect(regularExpression('(a*)*(a|a)*$')?.matches(`${'a'.repeat(1000)}b`)).toBe(true)
  })

  test('makes an expression of any text, or says that it is none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (source, given) => {
        expect(typeof (regularExpression(source)?.matches(given) ?? false)).toBe('boolean')
      }),
    )
  })
})
