import { describe, expect, test } from 'vitest'
import { gpgKey } from '../../../conformance/oracle/gpg-keys.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

describe('what belongs to an account', () => {
  test('are keys to sign with', () => {
    const carol = here.as('carol')
    const { status, json } = carol.post('/user/gpg_keys', { key: gpgKey('carol') })
    expect(status).toBe(201)
    expect(here.as('dave').get(`/users/4/gpg_keys/${json.id}`).json).toEqual(json)
    expect(carol.post('/user/gpg_keys', { key: gpgKey('carol') }).json.message.fingerprint).toEqual([
      'has already been taken',
    ])
    expect(carol.post('/user/gpg_keys', { key: 'nothing' }).status).toBe(400)
    expect(carol.post(`/user/gpg_keys/${json.id}/revoke`).status).toBe(202)
    expect(carol.get('/user/gpg_keys').json).toEqual([])
  })
})
