import { keyWithUserEntity } from '../../entities/key.ts'
import type { SshKey } from '../../model/keys/key.ts'
import type { World } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { message, notFound, recordNotFound } from '../../protocol/refusal.ts'

/** Administrators only, which is checked after the parameters (conventions#order-of-checks). */
const common = {
  method: 'GET',
  auth: 'admin',
  authorize: 'last',
  answers: { one: keyWithUserEntity },
  refuses: [404],
  source: 'keys#object',
} as const

export const getSshKey = operation(
  {
    ...common,
    path: '/keys/:id',
    summary: 'Get an SSH key with its user by ID',
    params: { id: required(string({ about: 'ID of the key' })) },
  },
  ({ world, params }) => {
    const key = /^\d{1,15}$/.test(params.id ?? '') ? world.keys.get(Number(params.id)) : undefined
    if (key === undefined) throw recordNotFound()
    return key
  },
)

export const getSshKeyByFingerprint = operation(
  {
    ...common,
    path: '/keys',
    summary: 'Get an SSH key with its user by fingerprint',
    params: {
      fingerprint: required(
        string({ about: '`SHA256:` and base64, or for MD5 16 pairs of hexadecimal digits joined by colons' }),
      ),
    },
  },
  ({ world, params }) => {
    const key = keyWith(world, params.fingerprint ?? '')
    if (key === undefined) throw notFound('Key')
    return key
  },
)

function keyWith(world: World, fingerprint: string): SshKey | undefined {
  const sha256 = /^(?:sha256|SHA256):/.test(fingerprint)
  const digest = sha256 ? fingerprint.replaceAll(/sha256:|SHA256:/g, '') : fingerprint
  if (sha256 ? !is32Bytes(digest) : !/^(?:[0-9a-f]{2}:){15}[0-9a-f]{2}/im.test(digest))
    throw message(400, 'Failed to return the key')
  return world.keys.find(sha256 ? 'bySha256' : 'byMd5', digest)
}

// Base64 is read leniently: other characters are skipped, and padding ends it.
function is32Bytes(text: string): boolean {
  const digits = text.replace(/=.*$/s, '').replaceAll(/[^A-Za-z0-9+/]/g, '')
  return Math.floor((digits.length * 6) / 8) === 32
}
