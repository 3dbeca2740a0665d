import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { publicKeys } from '../testing/public-keys.ts'
import { base64, concat, utf8 } from './bytes.ts'
import { fingerprintsOf, readPublicKey } from './ssh-key.ts'

function field(content: Uint8Array | string): Uint8Array {
  const bytes = typeof content === 'string' ? utf8(content) : content
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, bytes.length)
  return concat(length, bytes)
}
const line = (name: string, ...fields: (Uint8Array | string)[]) =>
  `${name} ${base64(concat(field(name), ...fields.map(field)))}`

describe.each(publicKeys)('a $type key of $bits bits', ({ type, bits, line, md5, sha256 }) => {
  const [name = '', encoded = ''] = line.split(' ')

  test('is recognised, and fingerprinted as by ssh-keygen', () => {
    const key = readPublicKey(`${line} somebody@example.com`)
    expect(key).toMatchObject({ type, bits })
    expect(fingerprintsOf(key?.bytes ?? new Uint8Array())).toEqual({
      fingerprintMd5: md5,
      fingerprintSha256: sha256,
    })
  })

  test('is refused when its name, its end or its padding is wrong', () => {
    const other = name === 'ssh-rsa' ? 'ssh-dss' : 'ssh-rsa'
    for (const wrong of [
      `${other} ${encoded}`,
      `${name} ${encoded.slice(0, -8)}`,
      `${name} ${encoded}AAAA`,
      name,
    ])
      expect(readPublicKey(wrong)).toBeUndefined()
    expect(readPublicKey(`${name} ${encoded.replace(/=*$/, '')}===`)).toBeUndefined()
  })
})

describe('keys of security tokens', () => {
  const point = concat(Uint8Array.of(4), new Uint8Array(64).fill(7))
  const rows: [string, string | undefined][] = [
    [line('sk-ssh-ed25519@openssh.com', new Uint8Array(32).fill(7), 'ssh:'), 'ed25519_sk'],
    [line('sk-ssh-ed25519@openssh.com', new Uint8Array(32).fill(7)), undefined],
    [line('sk-ecdsa-sha2-nistp256@openssh.com', 'nistp256', point, 'ssh:'), 'ecdsa_sk'],
    [line('sk-ecdsa-sha2-nistp256@openssh.com', 'nistp384', point, 'ssh:'), undefined],
  ]
  test.each(rows)('%s is %s', (key, type) => expect(readPublicKey(key)?.type).toBe(type))
})

test.each([
  '',
  'ssh-ed25519',
  'ssh-ed25519 !!!!',
  'foo-bar AAAA',
  'ssh-ed25519 AAAA',
  '-----BEGIN OPENSSH PRIVATE KEY-----',
  line('ssh-ed25519', new Uint8Array(31)),
  line('ssh-rsa', Uint8Array.of(1, 0, 1)),
  line('ssh-rsa', Uint8Array.of(1, 0, 1), Uint8Array.of(0, 0)),
  line('ssh-rsa', Uint8Array.of(1, 0, 1), Uint8Array.of(200, 1)),
  line('ecdsa-sha2-nistp256', 'nistp256', new Uint8Array(65)),
])('%j is no public key', (text) => expect(readPublicKey(text)).toBeUndefined())

test('the bits of an RSA key are those of its modulus', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 255 }),
      fc.uint8Array({ minLength: 1, maxLength: 64 }),
      (first, rest) => {
        const modulus = concat(Uint8Array.of(...(first > 127 ? [0] : []), first), rest)
        const bits = first.toString(2).length + 8 * rest.length
        expect(readPublicKey(line('ssh-rsa', Uint8Array.of(3), modulus))?.bits).toBe(bits)
      },
    ),
    { seed: 1 },
  )
})

test('no text makes reading fail', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.base64String().map((it) => `ssh-rsa ${it}`),
  )
  fc.assert(
    fc.property(texts, (text) => void readPublicKey(text)),
    { seed: 1 },
  )
})
