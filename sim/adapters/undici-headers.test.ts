import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carriedHeaders, rawHeaders } from './undici-headers.ts'

test('headers have the bytes of their values, whatever they were in the replies before', () => {
  const value = fc.constantFrom('', 'a', 'b', 'é', 'a longer one', 'line\n', 'λ')
  const reply = fc.dictionary(fc.constantFrom('ETag', 'Vary', 'x-total', 'X-Total-Pages'), value)
  fc.assert(
    fc.property(fc.array(reply, { maxLength: 12 }), (replies) => {
      for (const headers of replies) {
        const pairs = Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text] as const)
        const isCarried = pairs.every(([, text]) => !/[\nλ]/.test(text))
        const sent = carriedHeaders(headers)
        expect(sent).toEqual(isCarried ? Object.fromEntries(pairs) : undefined)
        if (sent === undefined) continue
        const raw = rawHeaders(sent)
        expect(raw).toEqual(pairs.flat())
      }
    }),
    { seed: 7 },
  )
})
