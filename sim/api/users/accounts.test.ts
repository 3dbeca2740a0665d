import { describe, expect, test } from 'vitest'
import { gpgKey } from '../../../conformance/oracle/gpg-keys.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

describe('changing a user', () => {
  test('is for administrators, and keeps what is not said', () => {
    const { status, json } = here
      .as('root')
      .put('/users/4', { bio: 'A bio', website_url: 'https://c.example' })
    expect([status, json.bio, json.website_url, json.name]).toEqual([
      200,
      'A bio',
      'https://c.example',
      here.as('carol').get('/user').json.name,
    ])
    expect(here.as('carol').put('/users/4', { bio: 'x' }).status).toBe(403)
    expect(here.as('root').put('/users/999', { bio: 'x' }).json).toEqual({ message: '404 User Not Found' })
  })

  test('refuses names and addresses of others', () => {
    const root = here.as('root')
    expect(root.put('/users/4', { username: 'alice' })).toMatchObject({
      status: 409,
      json: { message: 'Username has already been taken' },
    })
    expect(root.put('/users/4', { email: 'alice@example.com' })).toMatchObject({
      status: 409,
      json: { message: 'Email has already been taken' },
    })
    expect(root.put('/users/4', { username: 'carol', email: 'carol@example.com' }).status).toBe(200)
  })

  test('carries a new user name to the projects in the own namespace', () => {
    here.as('root').put('/users/4', { username: 'caroline' })
    expect(here.as('carol').get('/projects/5').json.path_with_namespace).toBe('caroline/webapp')
    expect(here.as('carol').get('/projects/carol%2Fwebapp').json.id).toBe(5)
  })

  test('keeps accounts elsewhere, one a provider', () => {
    const root = here.as('root')
    const identity = (extern_uid: string) =>
      root.put('/users/4', { provider: 'saml', extern_uid }).json.identities
    expect(identity('1')).toMatchObject([{ provider: 'saml', extern_uid: '1' }])
    expect(identity('2')).toMatchObject([{ provider: 'saml', extern_uid: '2' }])
    expect(root.get('/users?provider=saml&extern_uid=2').json.map(({ id }: { id: number }) => id)).toEqual([
      4,
    ])
    expect(root.delete('/users/4/identities/saml').status).toBe(204)
    expect(root.delete('/users/4/identities/saml').json).toEqual({ message: '404 Identity Not Found' })
  })
})

describe('removing a user', () => {
  test('leaves what was written to a ghost', () => {
    const [root, alice] = [here.as('root'), here.as('alice')]
    const mine = root.get('/merge_requests?scope=all&author_id=4&per_page=1').json[0]
    expect(root.delete('/users/4').status).toBe(204)
    expect(root.get('/users/4').status).toBe(404)
    expect(here.as('carol').get('/user').status).toBe(401)
    const at = `/projects/${mine.project_id}/merge_requests/${mine.iid}`
    expect(alice.get(at).json.author).toMatchObject({ username: 'ghost', name: 'Ghost User' })
  })

  test('takes it away as well where that is asked for', () => {
    const root = here.as('root')
    expect(root.delete('/users/4?hard_delete=true').status).toBe(204)
    expect(root.get('/merge_requests?scope=all&author_id=4').json).toEqual([])
  })

  test('needs another owner of the groups', () => {
    const root = here.as('root')
    expect(root.delete('/users/2')).toMatchObject({
      status: 409,
      json: { message: 'User cannot be removed while is the sole-owner of a group' },
    })
  })
})

describe('the state of an account', () => {
  const post = (verb: string, id = 4) => {
    const { status, json } = here.as('root').post(`/users/${id}/${verb}`)
    return [status, json]
  }

  test('is blocked once, and told by true, null and false', () => {
    expect([post('block'), post('block')]).toEqual([
      [201, true],
      [201, null],
    ])
    expect(here.as('carol').get('/user').status).toBe(403)
    expect([post('unblock'), post('unblock')]).toEqual([
      [201, true],
      [201, false],
    ])
  })

  test('moves only along its ways', () => {
    expect(post('block', 1)).toEqual([
      403,
      { message: '403 Forbidden - The API initiating user cannot be blocked by the API' },
    ])
    expect(post('unban')).toEqual([403, { message: 'You cannot unban active users.' }])
    expect([post('ban'), post('activate')]).toEqual([
      [201, true],
      [403, { message: '403 Forbidden - A blocked user must be unblocked to be activated' }],
    ])
    expect([post('unban'), post('deactivate'), post('deactivate')]).toEqual([
      [201, true],
      [201, true],
      [201, null],
    ])
    expect(post('unblock')[0]).toBe(403)
    expect([post('activate'), post('approve')]).toEqual([
      [201, true],
      [409, { message: 'The user you are trying to approve is not pending approval' }],
    ])
    expect(post('reject')).toEqual([409, { message: 'User does not have a pending request' }])
  })
})

describe('what belongs to an account', () => {
  test('are addresses, each of one user', () => {
    const carol = here.as('carol')
    const { status, json } = carol.post('/user/emails', { email: 'c@example.com' })
    expect([status, json.confirmed_at]).toEqual([201, null])
    expect(carol.get(`/user/emails/${json.id}`).json).toEqual(json)
    expect(here.as('root').post('/users/5/emails', { email: 'C@example.com' })).toMatchObject({
      status: 400,
      json: { message: { email: ['has already been taken'] } },
    })
    expect(here.as('dave').delete(`/user/emails/${json.id}`).json).toEqual({ message: '404 Email Not Found' })
    expect(carol.delete(`/user/emails/${json.id}`).status).toBe(204)
  })

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

  test('is a status, which ends when it is to', () => {
    const carol = here.as('carol')
    expect(carol.get('/user/status').json).toMatchObject({ emoji: null, message: null, message_html: '' })
    const said = { message: '<b>', availability: 'busy', clear_status_after: '30_minutes' }
    expect(carol.put('/user/status', said).json).toMatchObject({
      emoji: 'speech_balloon',
      message: '<b>',
      message_html: '&lt;b&gt;',
      availability: 'busy',
    })
    expect(carol.send('PATCH', '/user/status', json({ emoji: 'coffee' })).json).toMatchObject({
      emoji: 'coffee',
      message: '<b>',
    })
    here.sim.clock.advance('1h')
    expect(here.as('dave').get('/users/carol/status').json.message).toBeNull()
  })

  test('are followers', () => {
    const carol = here.as('carol')
    expect([carol.post('/users/2/follow').status, carol.post('/users/2/follow').status]).toEqual([201, 304])
    expect(carol.get('/users/2').json).toMatchObject({ followers: 1, is_followed: true })
    expect(carol.get('/users/2/followers').json).toMatchObject([{ username: 'carol' }])
    expect(carol.get('/users/4/following').json).toMatchObject([{ username: 'alice' }])
    expect([carol.post('/users/2/unfollow').status, carol.post('/users/2/unfollow').status]).toEqual([
      201, 304,
    ])
  })

  test('are memberships, told to administrators', () => {
    const root = here.as('root')
    const types = root
      .get('/users/4/memberships?per_page=100')
      .json.map((it: { source_type: string }) => it.source_type)
    expect(new Set(types)).toContain('Namespace')
    expect(root.get('/users/4/memberships?type=Group').json).toEqual({
      error: 'type does not have a valid value',
    })
    expect(here.as('carol').get('/users/4/memberships').status).toBe(403)
  })

  test('are custom attributes, by which users and groups are found', () => {
    const root = here.as('root')
    root.put('/users/4/custom_attributes/team', { value: 'blue' })
    expect(root.get('/users?custom_attributes[team]=blue').json).toMatchObject([{ id: 4 }])
    root.put('/groups/1/custom_attributes/team', { value: 'red' })
    expect(root.get('/groups/1/custom_attributes').json).toEqual([{ key: 'team', value: 'red' }])
    expect(root.get('/groups?custom_attributes[team]=red').json).toMatchObject([{ id: 1 }])
    expect(root.delete('/groups/1/custom_attributes/team').status).toBe(204)
    expect(root.get('/groups/1/custom_attributes/team').status).toBe(404)
  })
})

function json(body: unknown) {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
