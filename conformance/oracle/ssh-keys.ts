import { md5 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** A public key and what ssh-keygen would print of it. */
export interface SshKey {
  /** Type and base64. */
  readonly line: string
  /** 16 pairs of hexadecimal digits joined by colons. */
  readonly md5: string
  /** `SHA256:` and base64 without padding. */
  readonly sha256: string
}

/** An Ed25519 key: 32 bytes, any of which will do as long as nobody has to sign with it. */
export function ed25519Key(point: Uint8Array): SshKey {
  return keyOf('ssh-ed25519', [point])
}

/** An RSA key of a modulus whose highest bit is set. */
export function rsaKey(modulus: Uint8Array): SshKey {
  const odd = Uint8Array.from([0, ...modulus])
  odd[1] = (odd[1] ?? 0) | 0x80
  odd[odd.length - 1] = (odd.at(-1) ?? 0) | 1
  return keyOf('ssh-rsa', [Uint8Array.of(1, 0, 1), odd])
}

/** The key that a text stands for, the same at every time. */
export function keyNamed(name: string): SshKey {
  return ed25519Key(sha256(new TextEncoder().encode(name)))
}

function keyOf(type: string, fields: readonly Uint8Array[]): SshKey {
  const wire = [new TextEncoder().encode(type), ...fields].flatMap((field) => [...lengthOf(field), ...field])
  const bytes = Uint8Array.from(wire)
  return {
    line: `${type} ${base64(bytes)}`,
    md5: [...md5(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join(':'),
    sha256: `SHA256:${base64(sha256(bytes)).replace(/=+$/, '')}`,
  }
}

function lengthOf({ length }: Uint8Array): readonly number[] {
  return [length >>> 24, (length >>> 16) & 255, (length >>> 8) & 255, length & 255]
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}
