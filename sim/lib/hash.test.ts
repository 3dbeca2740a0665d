import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nativeDigest } from '../adapters/native-digest.ts'
import { anyText } from '../testing/any-text.ts'
import { portableDigest } from './hash.ts'

const algorithm = fc.constantFrom('md5', 'sha1', 'sha256', 'sha512')
const encoding = fc.constantFrom('hex', 'base64')
// Half surrogate pairs are texts, too.
const data = fc.oneof(
  anyText({ maxLength: 300 }),
  fc.array(fc.integer({ min: 0xd7ff, max: 0xe000 })).map((units) => String.fromCharCode(...units)),
  fc.uint8Array({ maxLength: 300 }),
)

test('digests agree with OpenSSL, computed here and by Node', () => {
  fc.assert(
    fc.property(algorithm, data, encoding, (...told) => {
      const [name, value, form] = told
      const expected = createHash(name).update(value).digest(form)
      expect(portableDigest(...told)).toBe(expected)
      expect(nativeDigest(...told)).toBe(expected)
    }),
  )
})
