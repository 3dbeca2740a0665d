import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesGlob } from './glob.ts'

/** The definition itself: a star takes nothing, or one character more. */
function naive(pattern: string, name: string): boolean {
  if (pattern === '') return name === ''
  if (pattern[0] === '*')
    return naive(pattern.slice(1), name) || (name !== '' && naive(pattern, name.slice(1)))
  return pattern[0] === name[0] && naive(pattern.slice(1), name.slice(1))
}

const few = fc.constantFrom('a', 'b', '/')

test('a pattern matches what its definition says', () => {
  const patterns = fc.string({ unit: fc.oneof(few, fc.constant('*')), maxLength: 7 })
  fc.assert(
    fc.property(patterns, fc.string({ unit: few, maxLength: 9 }), (pattern, name) => {
      expect(matchesGlob(pattern, name)).toBe(naive(pattern, name))
    }),
    { seed: 1, numRuns: 3000 },
  )
})

test('only a star is special', () => {
  for (const special of ['.', '?', '[a]', '\\', '+', '(', '{a,b}', '^', '$']) {
    expect(matchesGlob(special, special)).toBe(true)
    expect(matchesGlob(special, 'a')).toBe(false)
  }
})

test('a hostile pattern takes no more steps than its length times that of the name', () => {
  expect(matchesGlob(`${'*a'.repeat(500)}b`, 'a'.repeat(2000))).toBe(false)
})
