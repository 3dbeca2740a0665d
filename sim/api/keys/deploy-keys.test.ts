import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'
import { publicKeys } from '../../testing/public-keys.ts'

const here = perTest()

const as = (user?: string) => here.as(user)

const line = publicKeys.find(({ type }) => type === 'ed25519')?.line ?? ''

const add = (key: string, more: object = {}) => as('carol').post('/user/keys', { title: 'new', key, ...more })

const deploy = '/projects/1/deploy_keys'

const FORBIDDEN = 'type is forbidden. Must be RSA, DSA, ECDSA, ED25519, ECDSA_SK, or ED25519_SK'

describe('deploy keys', () => {
  const post = (user: string, key: string, more: object = {}, path = deploy) =>
    as(user).post(path, { title: 'Robot', key, ...more })

  test('of the instance name the projects that they may write to', () => {
    const { id } = post('bob', line, { can_push: true }).json
    const listed = as('root').get('/deploy_keys').json
    const found = listed.find((it: { id: number }) => it.id === id)
    expect(found).not.toHaveProperty('can_push')
    expect(found.projects_with_write_access).toMatchObject([{ id: 1, path_with_namespace: 'acme/webapp' }])
    // It is enabled in the first project too, where it only reads.
    const other = listed.find((it: { id: number }) => it.id === 4)
    expect(other.projects_with_write_access).toMatchObject([{ id: 2 }])
    expect(as('bob').get('/deploy_keys').status).toBe(403)
  })

  test('are let in, found by their fingerprint, and shut out', () => {
    const { status, json } = post('bob', line, { can_push: true })
    expect(status).toBe(201)
    expect(json).toMatchObject({ title: 'Robot', can_push: true, expires_at: null })
    expect(as('bob').get(`${deploy}/${json.id}`).json).toEqual(json)
    expect(
      as('bob')
        .get(deploy)
        .json.map((it: { id: number }) => it.id),
    ).toEqual([4, json.id])
    const found = as('root').get(`/keys?fingerprint=${encodeURIComponent(json.fingerprint_sha256)}`).json
    expect(found.deploy_keys_projects).toMatchObject([
      { project_id: 1, deploy_key_id: json.id, can_push: true },
    ])
    expect(found.user.username).toBe('bob')
    expect(as('bob').delete(`${deploy}/${json.id}`).status).toBe(204)
    expect(as('bob').get(`${deploy}/${json.id}`).json).toEqual({ message: '404 Deploy Key Not Found' })
    expect(as('root').get(`/keys/${json.id}`).status).toBe(404)
  })

  test('of other projects of the caller are joined, those that are here are left alone', () => {
    const { id } = post('alice', line, {}, '/projects/2/deploy_keys').json
    const joined = post('alice', line, { can_push: true })
    expect([joined.status, joined.json.id, joined.json.can_push]).toEqual([201, id, true])
    expect(post('alice', line, { can_push: false }).json).toEqual(joined.json)
    expect(as('alice').delete(`/projects/2/deploy_keys/${id}`).status).toBe(204)
    expect(as('root').get(`/keys/${id}`).status).toBe(200)
  })

  test('go with the last project that they open', () => {
    const { id } = post('alice', line, {}, '/projects/2/deploy_keys').json
    as('alice').delete('/projects/2')
    here.sim.clock.advance('8d')
    expect(as('root').get(`/keys/${id}`).status).toBe(404)
    expect(as('root').get('/keys/4').json.deploy_keys_projects).toHaveLength(1)
  })

  test('are refused like other keys', () => {
    expect(post('bob', 'foo').json).toEqual({
      message: {
        'deploy_key.key': [FORBIDDEN, 'is invalid'],
        'deploy_key.fingerprint_sha256': ['cannot be generated'],
      },
    })
    add(line)
    expect(post('bob', line)).toMatchObject({
      status: 400,
      json: { message: { 'deploy_key.fingerprint_sha256': ['has already been taken'] } },
    })
    expect(as('bob').post(deploy, {}).json).toEqual({ error: 'key is missing, title is missing' })
  })

  test('are the business of maintainers', () => {
    expect(post('carol', line).status).toBe(403)
    expect(as('carol').get(deploy).status).toBe(403)
    expect(as('mallory').get(deploy).status).toBe(404)
    expect(as().get(deploy).status).toBe(401)
  })

  test('are told to auditors', () => {
    const { id } = post('bob', line).json
    as('bob').delete(`${deploy}/${id}`)
    const events = as('bob').get('/projects/1/audit_events?per_page=2').json
    expect(events.map((it: { details: object }) => it.details)).toMatchObject([
      {
        custom_message: 'Removed deploy key',
        target_id: id,
        target_type: 'DeployKey',
        target_details: 'Robot',
      },
      {
        custom_message: 'Added deploy key',
        target_id: id,
        target_type: 'DeployKey',
        target_details: 'Robot',
      },
    ])
  })
})

test('a public deploy key keeps its title, whatever Maintainers send', () => {
  const { id } = here.as('root').post('/deploy_keys', { title: 'Public', key: line }).json
  const at = `/projects/1/deploy_keys/${id}`
  here.as('bob').post(`${at}/enable`)
  const title = (user: string) => here.as(user).put(at, { title: 'Ours', can_push: true }).json.title
  expect([title('bob'), title('root')]).toEqual(['Public', 'Ours'])
  expect(here.as('root').post('/deploy_keys', { title: 'Again', key: line }).json).toEqual({
    message: { fingerprint_sha256: ['has already been taken'] },
  })
})

test('deploy keys are let into a second project and changed there', () => {
  const alice = here.as('alice')
  const [key] = alice.get('/projects/1/deploy_keys').json
  const at = `/projects/4/deploy_keys/${key.id}`
  expect(alice.post(`${at}/enable`)).toMatchObject({ status: 201, json: { id: key.id } })
  expect(alice.put(at, { can_push: true }).json.can_push).toBe(true)
  expect(alice.put(at, {}).status).toBe(400)
  expect(
    here
      .as('root')
      .get('/deploy_keys')
      .json.map(({ id }: { id: number }) => id),
  ).toContain(key.id)
  expect(here.as('carol').post('/projects/5/deploy_keys/99/enable').json).toEqual({
    message: '404 Deploy Key Not Found',
  })
})
