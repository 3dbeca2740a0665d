import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

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

  test('that are missing are written by nobody', () => {
    for (const user of ['alice', 'carol', 'erin'])
      for (const method of ['put', 'delete'] as const)
        expect(here.as(user)[method](`${path}/v77`, { name: 'x' }).status).toBe(403)
  })

  test('take no tag that git reserves', () => {
    for (const tag_name of ['', 'HEAD', '-v77', 'refs/tags/v77'])
      expect(here.as('bob').post(path, { tag_name, ref: 'main' }).json).toEqual({
        message: 'Tag name invalid',
      })
  })

  test('name their tag in paths, and hide milestones from whoever may not read them', () => {
    const alice = here.as('alice')
    const { id } = alice.post('/projects', {
      name: 'Open',
      visibility: 'public',
      initialize_with_readme: true,
    }).json
    alice.post(`/projects/${id}/milestones`, { title: 'one' })
    const made = alice.post(`/projects/${id}/releases`, { tag_name: 'v/1', ref: 'main', milestones: ['one'] })
    expect(made.json).toMatchObject({ tag_path: '/alice/open/-/tags/v%2F1', milestones: [{ title: 'one' }] })
    const seen = () => here.as('mallory').get(`/projects/${id}/releases/v%2F1`).json
    expect(seen()).toHaveProperty('milestones')
    alice.put(`/projects/${id}`, { issues_access_level: 'private', merge_requests_access_level: 'private' })
    expect(seen()).not.toHaveProperty('milestones')
  })

  test('of a protected tag are written by whoever may create it', () => {
    const { as } = here
    as('bob').post(path, { tag_name: 'v1.0.0' })
    as('bob').post('/projects/1/protected_tags', { name: 'v1.0.*', create_access_level: 40 })
    expect(as('carol').put(`${path}/v1.0.0`, { name: 'x' }).status).toBe(403)
    expect(as('carol').delete(`${path}/v1.0.0`).status).toBe(403)
    expect(as('bob').delete(`${path}/v1.0.0`).status).toBe(200)
  })

  test('hide tag and sources from whoever may not read the code', () => {
    here.as('bob').post(path, { tag_name: 'v1.0.0' })
    const [seen] = here.as('erin').get(path).json
    expect(seen.name).toMatch(/^Release-\d+$/)
    expect(seen).not.toHaveProperty('tag_name')
    expect(seen.assets).not.toHaveProperty('sources')
  })
})
