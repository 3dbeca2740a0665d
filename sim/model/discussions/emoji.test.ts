import { expect, test } from 'vitest'
import { isEmojiName } from './emoji.ts'

test.each(['+1', '-1', '100', '1234', 'a', 'airplane_arriving', 'airplane_departure', 'e-mail', 'zzz'])(
  '%s is the name of an emoji',
  (name) => {
    expect(isEmojiName(name)).toBe(true)
  },
)

test.each(['', 'A', '10', 'airplane_', 'airplane_arriving ', 'zz', 'arriving'])('%j is none', (name) => {
  expect(isEmojiName(name)).toBe(false)
})
