import fc from 'fast-check'
import { expect, test } from 'vitest'
import { REDACTED, withoutValues } from './secrets.ts'

test('a secret that is a word of letters leaves longer words as they are', () => {
  const body =
    '{"prevent_secrets":true,"secret_detection_revocation_token_types_url":null,"client_secret":"secret"}'
  expect(withoutValues(body, ['secret'])).toBe(body.replace(':"secret"', `:"${REDACTED}"`))
})

test('no secret stands anywhere by itself, however it is encoded', () => {
  const secret = fc.oneof(fc.stringMatching(/^[a-z]{4,12}$/), fc.string({ minLength: 4, maxLength: 12 }))
  const around = fc.constantFrom('', ' ', '&', '\n', '\t', '"', '=', 'ä', '\u0001', '/')
  fc.assert(
    fc.property(secret, around, around, (hidden, before, after) => {
      fc.pre(hidden.trim() === hidden && !REDACTED.includes(hidden))
      const plain = `${before}${hidden}${after}`
      for (const text of [plain, encodeURIComponent(plain), JSON.stringify(plain)])
        expect(withoutValues(text, [hidden])).not.toContain(hidden)
    }),
  )
})
