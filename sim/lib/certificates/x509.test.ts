import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base64 } from '../bytes.ts'
import { readCertificate, readPrivateKey } from './x509.ts'

test('whatever stands between the lines of a PEM text is read or is none', () => {
  const labels = fc.constantFrom('CERTIFICATE', 'PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY')
  fc.assert(
    fc.property(labels, fc.uint8Array({ maxLength: 60 }), (label, bytes) => {
      const pem = `-----BEGIN ${label}-----\n${base64(bytes)}\n-----END ${label}-----\n`
      expect(() => [readCertificate(pem), readPrivateKey(pem)]).not.toThrow()
    }),
  )
  for (const text of [
    '',
    'x',
    '-----BEGIN CERTIFICATE-----',
    '-----BEGIN CERTIFICATE-----\n=\n-----END CERTIFICATE-----',
  ])
    expect([readCertificate(text), readPrivateKey(text)]).toEqual([undefined, undefined])
})
