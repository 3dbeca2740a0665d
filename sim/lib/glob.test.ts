import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchesGlob, matchesPath } from './glob.ts'

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

describe('a pattern of paths', () => {
  test.each([
    ['a/b', 'a/b', true],
    ['a/b', 'a/b/c', false],
    ['a/b/c', 'a/b', false],
    ['*', 'a', true],
    ['*', 'a/b', false],
    ['a/*.js', 'a/b.js', true],
    ['a/*.js', 'a/b/c.js', false],
    ['**', 'a/b/c', true],
    ['**/c', 'c', true],
    ['**/c', 'a/b/c', true],
    ['**/c', 'a/b/cc', false],
    ['a/**/*', 'a', false],
    ['a/**/*', 'a/b', true],
    ['a/**/*', 'a/b/c', true],
    ['a/**/c/**/e', 'a/b/c/d/e', true],
    ['a/**/c/**/e', 'a/e', false],
    ['**/b/*', 'a/b/b/c', true],
  ])('%s fits %s: %s', (pattern, path, fits) => {
    expect(matchesPath(pattern, path)).toBe(fits)
  })
})
