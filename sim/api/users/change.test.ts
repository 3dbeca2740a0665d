import { describe, expect, test } from 'vitest'
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
    expect(here.as('carol').get('/projects/carol%2Fwebapp').status).toBe(404)
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

test('an external user has no projects and groups of their own, and gets the defaults back', () => {
  const root = here.as('root')
  const rights = ({ projects_limit, can_create_group, can_create_project }: { [name: string]: unknown }) => ({
    projects_limit,
    can_create_group,
    can_create_project,
  })
  const none = { projects_limit: 0, can_create_group: false, can_create_project: false }
  const usual = { projects_limit: 100_000, can_create_group: true, can_create_project: true }
  const external = { external: true, projects_limit: 7, can_create_group: true }
  expect(rights(root.put('/users/4', external).json)).toEqual(none)
  expect(here.as('carol').post('/projects', { name: 'Mine' }).status).toBe(403)
  expect(rights(root.put('/users/4', { projects_limit: 7 }).json)).toMatchObject({ projects_limit: 7 })
  expect(rights(root.put('/users/4', { external: false }).json)).toEqual(usual)
  const again = { external: false, projects_limit: 3 }
  root.put('/users/4', { external: true })
  expect(rights(root.put('/users/4', again).json)).toEqual({ ...usual, projects_limit: 3 })
  const account = {
    email: 'x@example.com',
    name: 'X',
    username: 'x',
    password: 'Pa55word!long',
    external: true,
  }
  expect(rights(root.post('/users', account).json)).toEqual(none)
})
