/** An armoured public key that nobody else has: a packet as RFC 4880 has it, without a user or a signature. */
export function gpgKey(name: string): string {
  const modulus = [...new TextEncoder().encode(name.padEnd(128, ' ').slice(0, 128))]
  const body = [
    4,
    0x5f,
    0,
    0,
    0,
    1,
    4,
    0,
    ...modulus.map((byte, i) => (i === 0 ? byte | 0x80 : byte)),
    0,
    17,
    1,
    0,
    1,
  ]
  const packet = [0x99, body.length >> 8, body.length & 0xff, ...body]
  const lines = btoa(String.fromCharCode(...packet)).match(/.{1,64}/g) ?? []
  return ['-----BEGIN PGP PUBLIC KEY BLOCK-----', '', ...lines, '-----END PGP PUBLIC KEY BLOCK-----'].join(
    '\n',
  )
}
