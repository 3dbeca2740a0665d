import { withKey } from '../../arrange/keys.ts'
import { check } from '../../kit/check.ts'
import { answers, refuses, says } from '../../kit/expect.ts'
import { keyNamed } from '../../oracle/ssh-keys.ts'

const byFingerprint = 'GET /keys'

const needs = { project: 'none', role: 'admin' } as const

const digits = '00:11:22:33:44:55:66:77:88:99:aa:bb:cc:dd:ee:ff'

export const malformedFingerprint = check({
  id: 'keys/malformed-fingerprint',
  says: 'A malformed fingerprint answers 400',
  source: 'keys#malformed, keys#md5, keys#sha256',
  level: 'must',
  covers: [byFingerprint],
  needs,
  readOnly: true,
  each: () => [
    'abc',
    `MD5:${digits}`,
    digits.slice(3),
    digits.replaceAll(':', ''),
    digits.replace('a', 'g'),
    'A'.repeat(43),
    `SHA256:${'A'.repeat(42)}`,
    `SHA256:${'A'.repeat(44)}`,
    'SHA256:',
    `Sha256:${'A'.repeat(43)}`,
    `sHA256:${'A'.repeat(43)}`,
  ],
  holds: async ({ call }, fingerprint) =>
    says(await call(byFingerprint, { fingerprint }), 400, 'Failed to return the key'),
})

export const unknownFingerprint = check({
  id: 'keys/unknown-fingerprint',
  says: 'A well-formed fingerprint that no key has answers 404',
  source: 'keys#by-fingerprint, keys#md5-trailing',
  level: 'must',
  covers: [byFingerprint],
  needs,
  readOnly: true,
  each: () => {
    const { md5, sha256 } = keyNamed('a key that nobody ever had')
    return [md5, sha256, `${md5}:00`, `${md5} and more`]
  },
  holds: async ({ call }, fingerprint) =>
    says(await call(byFingerprint, { fingerprint }), 404, '404 Key Not Found'),
})

export const fingerprintRequired = check({
  id: 'keys/fingerprint-required',
  says: '`GET /keys` without `fingerprint` answers 400',
  source: 'keys#fingerprint-required',
  level: 'must',
  covers: [byFingerprint],
  needs,
  readOnly: true,
  holds: async ({ call }) => refuses(await call(byFingerprint), 'fingerprint is missing'),
})

export const encodedFingerprint = check({
  id: 'keys/encoded-fingerprint',
  says: 'A plus sign in a fingerprint must be percent-encoded, else the fingerprint is malformed',
  source: 'keys#sha256, keys#malformed',
  level: 'should',
  covers: [byFingerprint],
  needs,
  holds: async (stage) => {
    const tried = Array.from({ length: 200 }, (_, n) => keyNamed(`${stage.prefix} plus ${n}`))
    const key = tried.find(({ sha256 }) => sha256.includes('+')) ?? keyNamed('never')
    await withKey(stage, key, async () => {
      answers(await stage.call(byFingerprint, { fingerprint: key.sha256 }), 200)
      const raw = key.sha256.replaceAll('/', '%2F')
      says(await stage.send('GET', `/keys?fingerprint=${raw}`), 400, 'Failed to return the key')
    })
  },
})
