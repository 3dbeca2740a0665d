import fc from 'fast-check'
import { numberIn } from '../kit/expect.ts'
import { ed25519Key, rsaKey, type SshKey } from '../oracle/ssh-keys.ts'
import { arranged, type Stage } from '../run/stage.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

/** Keys of two types, of which nobody has the private half. */
export const sshKeys: fc.Arbitrary<SshKey> = fc.oneof(bytes(32).map(ed25519Key), bytes(256).map(rsaKey))

/** Does something while the owner has a key, and takes the key away afterwards. */
export async function withKey(
  stage: Stage,
  { line }: SshKey,
  use: (id: number) => Promise<void>,
): Promise<void> {
  const params = { title: `${stage.prefix} key`, key: `${line} somebody@example.com` }
  const id = numberIn(arranged(await stage.call('POST /user/keys', params, { as: 'owner' })), 'id')
  try {
    await use(id)
  } finally {
    await stage.call('DELETE /user/keys/:key_id', { key_id: id }, { as: 'owner' })
  }
}
