import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { md5Hex, sha1Hex, sha256Hex } from './hash.ts'

test('digests agree with OpenSSL', () => {
  for (const value of ['', 'abc', 'é'.repeat(1000)]) {
    expect(sha1Hex(value)).toBe(createHash('sha1').update(value).digest('hex'))
    expect(sha256Hex(value)).toBe(createHash('sha256').update(value).digest('hex'))
    expect(md5Hex(value)).toBe(createHash('md5').update(value).digest('hex'))
  }
})
