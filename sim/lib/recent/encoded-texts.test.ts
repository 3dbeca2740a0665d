import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../../testing/any-text.ts'
import { utf8 } from '../bytes.ts'
import { encodedBriefly, encodedForGood, encodedForNow } from './encoded-texts.ts'

const text = fc
  .tuple(anyText({ minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 20_000 }))
  .map(([word, times]) => word.repeat(times))

test('bytes of a text are those of its UTF-8, and those for good stay so', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 10, maxLength: 50 }), (texts) => {
      for (const text of texts)
        for (const encoded of [encodedBriefly, encodedForNow])
          expect(Buffer.compare(encoded(text), utf8(text))).toBe(0)
      const kept = texts.map((text) => ({ text, bytes: encodedForGood(text) }))
      for (const text of texts) {
        encodedBriefly(`others and ${text}`)
        encodedForNow(`${text} and others`)
      }
      for (const { text, bytes } of kept) expect(Buffer.compare(bytes, utf8(text))).toBe(0)
    }),
    { numRuns: 10 },
  )
})
