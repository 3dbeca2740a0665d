import { GitbeakerRequestError } from '@gitbeaker/rest'
import { describe, expect, test } from 'vitest'
import { served } from '../../adapters/testing/served.ts'
import { publicKeys } from '../../testing/public-keys.ts'

const PROJECT = 'acme/webapp'

describe.each(['real', 'specification'] as const)('a client in the dialect %s', (dialect) => {
  const here = served({ dialect })
  const { as } = here

  // This release of the client drops the query that its own `Keys.show({ fingerprint })` writes.
  async function byFingerprint(fingerprint: string): Promise<unknown> {
    const url = `${here.url}/api/v4/keys?fingerprint=${encodeURIComponent(fingerprint)}`
    return (await fetch(url, { headers: { 'private-token': 'root-token' } })).json()
  }

  test.each(publicKeys)('adds a $type key of $bits bits, which administrators find', async (key) => {
    const { id } = await as('carol').UserSSHKeys.create('Laptop', key.line)
    const found = await as('root').Keys.show({ keyId: id })
    expect(found).toMatchObject({ id, title: 'Laptop', user: { username: 'carol' } })
    expect(await byFingerprint(key.md5)).toEqual(found)
    expect(await byFingerprint(`SHA256:${key.sha256}`)).toEqual(found)
    await expect(as('carol').Keys.show({ keyId: id })).rejects.toThrow(GitbeakerRequestError)
    await as('carol').UserSSHKeys.remove(id)
    await expect(as('root').Keys.show({ keyId: id })).rejects.toThrow(GitbeakerRequestError)
  })

  test('lets deploy keys in and shuts them out', async () => {
    const [{ line, sha256 } = { line: '', sha256: '' }] = publicKeys
    const { DeployKeys } = as('bob')
    const key = await DeployKeys.create(PROJECT, 'Robot', line, { canPush: true })
    expect(key).toMatchObject({ title: 'Robot', can_push: true, fingerprint_sha256: `SHA256:${sha256}` })
    expect(await DeployKeys.show(PROJECT, key.id)).toEqual(key)
    expect(await byFingerprint(`SHA256:${sha256}`)).toMatchObject({
      deploy_keys_projects: [{ deploy_key_id: key.id, project_id: 1, can_push: true }],
    })
    await DeployKeys.remove(PROJECT, key.id)
    expect((await DeployKeys.all({ projectId: PROJECT })).map(({ id }) => id)).toEqual([4])
  })
})
