import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

describe.each([
  ['/projects/1/variables', 'bob', 'Variable'],
  ['/groups/1/variables', 'alice', 'GroupVariable'],
  ['/admin/ci/variables', 'root', 'InstanceVariable'],
])('variables at %s', (path, who, noun) => {
  test('are made, changed and deleted by their keys', () => {
    const me = here.as(who)
    const made = me.post(path, { key: 'KEY', value: 'one', masked: false })
    expect(made).toMatchObject({ status: 201, json: { key: 'KEY', value: 'one', variable_type: 'env_var' } })
    expect(me.get(path).json).toEqual([made.json])
    expect(me.put(`${path}/KEY`, { value: 'two', raw: true }).json).toEqual({
      ...made.json,
      value: 'two',
      raw: true,
    })
    expect(me.delete(`${path}/KEY`).status).toBe(204)
    expect(me.get(`${path}/KEY`).json).toEqual({ message: `404 ${noun} Not Found` })
  })

  test('are refused where they cannot be', () => {
    const me = here.as(who)
    me.post(path, { key: 'KEY', value: 'one' })
    const refused = (body: object) => me.post(path, body).json.message
    expect(refused({ key: 'KEY', value: 'x' })).toEqual({ key: ['(KEY) has already been taken'] })
    expect(refused({ key: 'a b', value: 'x' })).toEqual({
      key: ["can contain only letters, digits and '_'."],
    })
    expect(refused({ key: 'MASKED', value: 'short', masked: true })).toEqual({ value: ['is invalid'] })
    expect(me.get(path).json).toHaveLength(1)
    expect(here.as('carol').get(path).status).toBe(403)
  })
})

test('variables of one key for several environments are told apart by their scope', () => {
  const bob = here.as('bob')
  for (const environment_scope of ['*', 'production'])
    bob.post('/projects/1/variables', { key: 'KEY', value: environment_scope, environment_scope })
  expect(bob.get('/projects/1/variables/KEY').status).toBe(409)
  const scope = '?filter[environment_scope]=production'
  expect(bob.get(`/projects/1/variables/KEY${scope}`).json.value).toBe('production')
  expect(bob.delete(`/projects/1/variables/KEY${scope}`).status).toBe(204)
  expect(bob.get('/projects/1/variables/KEY').json.value).toBe('*')
})

describe('releases', () => {
  const path = '/projects/1/releases'

  test('publish a tag, which is made where there is none', () => {
    const bob = here.as('bob')
    const assets = {
      links: [{ name: 'Manual', url: 'https://example.com/manual', direct_asset_path: '/manual' }],
    }
    const made = bob.post(path, { tag_name: 'v9', ref: 'main', description: 'Notes', assets })
    expect(made).toMatchObject({
      status: 201,
      json: { name: 'v9', tag_name: 'v9', upcoming_release: false, author: { username: 'bob' } },
    })
    expect(made.json.assets.count).toBe(5)
    expect(made.json.assets.links[0].direct_asset_url).toMatch(/\/-\/releases\/v9\/downloads\/manual$/)
    expect(bob.get('/projects/1/repository/tags/v9').json.commit.id).toBe(made.json.commit.id)
    expect(bob.get(`${path}/v9`).json).toEqual(made.json)
    expect(bob.put(`${path}/v9`, { description: 'Other' }).json.description).toBe('Other')
    expect(bob.delete(`${path}/v9`).status).toBe(200)
    expect(bob.get(`${path}/v9`).status).toBe(404)
    expect(bob.get('/projects/1/repository/tags/v9').status).toBe(200)
  })

  test('are refused in the words of the service', () => {
    const bob = here.as('bob')
    bob.post(path, { tag_name: 'v1.0.0' })
    const said = (body: object) => {
      const { status, json } = bob.post(path, body)
      return [status, json.message]
    }
    expect(said({ tag_name: 'v1.0.0' })).toEqual([409, 'Release already exists'])
    expect(said({ tag_name: 'v77' })).toEqual([422, 'Ref is not specified'])
    expect(said({ tag_name: 'v77', ref: 'nowhere' })).toEqual([400, 'Target nowhere is invalid'])
    expect(said({ tag_name: 'v77', ref: 'main', milestones: ['None'] })).toEqual([
      400,
      'Milestone(s) not found: None',
    ])
    expect(bob.put(`${path}/v1.0.0`, {}).json).toEqual({ message: 'params is empty' })
    expect(here.as('dave').post(path, { tag_name: 'v1.1.0' }).status).toBe(403)
  })

  test('hide tag and sources from whoever may not read the code', () => {
    here.as('bob').post(path, { tag_name: 'v1.0.0' })
    const [seen] = here.as('erin').get(path).json
    expect(seen.name).toMatch(/^Release-\d+$/)
    expect(seen).not.toHaveProperty('tag_name')
    expect(seen.assets).not.toHaveProperty('sources')
  })

  test('offer links, each once', () => {
    const bob = here.as('bob')
    bob.post(path, { tag_name: 'v1.0.0' })
    const links = `${path}/v1.0.0/assets/links`
    const link = bob.post(links, { name: 'a', url: 'https://example.com/a' })
    expect(link).toMatchObject({ status: 201, json: { link_type: 'other', external: true } })
    expect(bob.post(links, { name: 'a', url: 'https://example.com/a' }).json.message).toEqual({
      url: ['has already been taken'],
      name: ['has already been taken'],
    })
    expect(bob.put(`${links}/${link.json.id}`, { name: 'b' }).json.name).toBe('b')
    expect(bob.put(`${links}/${link.json.id}`, {}).status).toBe(400)
    expect(bob.delete(`${links}/${link.json.id}`).status).toBe(200)
    expect(bob.get(links).json).toEqual([])
  })
})

describe('moving', () => {
  test('a project into a group and back', () => {
    const alice = here.as('alice')
    const { status, json } = alice.put('/projects/4/transfer', { namespace: 'acme/platform' })
    expect([status, json.path_with_namespace]).toEqual([200, 'acme/platform/dotfiles'])
    expect(alice.get('/projects/alice%2Fdotfiles').json.id).toBe(4)
    const taken = alice.put('/projects/4/transfer', { namespace: 2 })
    expect(taken.json.message).toBe(
      'Failed to transfer project {:new_namespace=>["Project is already in this namespace."]}',
    )
    expect(alice.put('/projects/4/transfer', { namespace: 'nowhere' }).json).toEqual({
      message: '404 Namespace Not Found',
    })
    expect(alice.put('/projects/4/transfer', { namespace: 'alice' }).status).toBe(200)
    expect(here.as('bob').put('/projects/1/transfer', { namespace: 'bob' }).status).toBe(403)
  })

  test('a group into another, no more visible than it', () => {
    const alice = here.as('alice')
    const open = alice.post('/groups', { name: 'open', path: 'open', visibility: 'public' }).json
    const moved = alice.post(`/groups/${open.id}/transfer`, { group_id: 1 })
    expect(moved).toMatchObject({ status: 201, json: { full_path: 'acme/open', visibility: 'private' } })
    expect(alice.post('/groups/1/transfer', { group_id: open.id }).json).toEqual({
      message: 'Transfer failed: Cannot transfer group to one of its subgroup.',
    })
    expect(alice.post('/groups/1/transfer', {}).json).toEqual({
      message: 'Transfer failed: Group is already a root group.',
    })
    expect(alice.post(`/groups/${open.id}/transfer`, {}).json.full_path).toBe('open')
  })
})

test('files are attached to projects', () => {
  const boundary = 'frontier'
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a b.png"\r\n\r\nbytes\r\n--${boundary}--\r\n`
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const { status, json } = here.as('carol').send('POST', '/projects/1/uploads', { headers, body })
  expect(status).toBe(201)
  expect(json.url).toMatch(/^\/uploads\/[0-9a-f]{32}\/a_b\.png$/)
  expect(json).toMatchObject({
    alt: 'a_b',
    full_path: `/acme/webapp${json.url}`,
    markdown: `![a_b](${json.url})`,
  })
})
