import { withKey } from '../../arrange/keys.ts'
import { check } from '../../kit/check.ts'
import { answers, refuses, says } from '../../kit/expect.ts'
import { keyNamed } from '../../oracle/ssh-keys.ts'

const byFingerprint = 'GET /keys'
const source = 'specification 2, SSH keys; dossier 2, section 8'
const needs = { project: 'none', role: 'admin' } as const
const digits = '00:11:22:33:44:55:66:77:88:99:aa:bb:cc:dd:ee:ff'

export const malformed = check({
  id: 'keys/malformed',
  says: 'What is no fingerprint answers 400 and is not looked for',
  source,
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
  ],
  holds: async ({ call }, fingerprint) =>
    says(await call(byFingerprint, { fingerprint }), 400, 'Failed to return the key'),
})

export const unknown = check({
  id: 'keys/unknown',
  says: 'A fingerprint of the right form that no key has answers 404 and names what is missing',
  source,
  level: 'must',
  covers: [byFingerprint],
  needs,
  readOnly: true,
  each: () => [keyNamed('a key that nobody ever had').md5, keyNamed('a key that nobody ever had').sha256],
  holds: async ({ call }, fingerprint) =>
    says(await call(byFingerprint, { fingerprint }), 404, '404 Key Not Found'),
})

export const needed = check({
  id: 'keys/fingerprint-needed',
  says: 'A fingerprint has to be given',
  source,
  level: 'must',
  covers: [byFingerprint],
  needs,
  readOnly: true,
  holds: async ({ call }) => refuses(await call(byFingerprint), 'fingerprint is missing'),
})

export const plusSigns = check({
  id: 'keys/plus-signs',
  says: 'A plus sign in a fingerprint has to be percent-encoded; as it stands it is a blank, and the rest is no fingerprint',
  source,
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
