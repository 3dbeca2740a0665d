import fc from 'fast-check'
import { expect, test } from 'vitest'
import { usersMentioned } from './mentioned-users.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'B', '@', '.', '-', '_', ' ', '!', 'é') })
const name = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-', '_'), minLength: 1, maxLength: 3 })

// Letter by letter: no word goes on behind the name, and none ends before the sign.
function isMentioned(text: string, name: string): boolean {
  const lower = text.toLowerCase()
  for (let at = lower.indexOf(`@${name}`); at >= 0; at = lower.indexOf(`@${name}`, at + 1))
    if (!/[\w.-]/.test(lower[at + name.length + 1] ?? '') && !/[\w@]/.test(lower[at - 1] ?? '')) return true
  return false
}

test('a user is mentioned where a sign stands before the whole name, and no word before the sign', () => {
  fc.assert(
    fc.property(text, name, (text, name) => {
      expect(usersMentioned(text).includes(name)).toBe(isMentioned(text, name))
    }),
    { numRuns: 500 },
  )
})

test('nothing mentions nobody', () => {
  expect(usersMentioned(null)).toEqual([])
})
