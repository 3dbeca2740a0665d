import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const as = (user?: string) => here.as(user)
const addresses = {
  link_url: 'https://example.com/%{project_path}',
  image_url: 'https://example.com/%{default_branch}/%{project_id}.svg',
}
const PROJECT = '/projects/1/badges'
const GROUP = '/groups/1/badges'
const people = ['alice', 'bob', 'carol', 'erin', 'mallory'] as const

describe('badges', () => {
  test('of a project have their placeholders replaced', () => {
    const added = as('bob').post(PROJECT, { ...addresses, name: 'Build' })
    expect([added.status, added.json]).toEqual([
      201,
      {
        name: 'Build',
        ...addresses,
        rendered_link_url: 'https://example.com/acme/webapp',
        rendered_image_url: 'https://example.com/main/1.svg',
        id: added.json.id,
        kind: 'project',
      },
    ])
    expect(as('erin').get(`${PROJECT}/${added.json.id}`).json).toEqual(added.json)
    const commit = as('bob').get('/projects/1/repository/commits/main').json.id
    const tried = {
      link_url: 'http://a.example/%{commit_sha}',
      image_url: 'http://a.example/%{project_title}',
    }
    expect(as('bob').get(`${PROJECT}/render?${new URLSearchParams(tried)}`).json).toMatchObject({
      ...tried,
      rendered_link_url: `http://a.example/${commit}`,
      rendered_image_url: 'http://a.example/Webapp',
    })
  })

  test('of a group are shown in every project below it, beside its own', () => {
    const group = as('alice').post(GROUP, { ...addresses, name: 'Everywhere' }).json
    expect(group).toMatchObject({ kind: 'group', rendered_link_url: addresses.link_url })
    here.sim.clock.advance('1m')
    as('bob').post(PROJECT, addresses)
    const kinds = (path: string) =>
      as('bob')
        .get(path)
        .json.map((it: { kind: string }) => it.kind)
    expect([kinds(PROJECT), kinds('/projects/2/badges'), kinds(GROUP), kinds('/groups/2/badges')]).toEqual([
      ['group', 'project'],
      ['group'],
      ['group'],
      [],
    ])
    expect(kinds(`${PROJECT}?name=Everywhere`)).toEqual(['group'])
    expect(as('bob').get('/projects/2/badges').json[0].rendered_link_url).toBe(
      'https://example.com/acme/platform/api',
    )
    for (const method of ['get', 'put', 'delete'] as const)
      expect(as('alice')[method](`${PROJECT}/${group.id}`, { name: 'x' })).toMatchObject({
        status: 404,
        json: { message: '404 Not found' },
      })
  })

  test('are updated in part and deleted', () => {
    const { id } = as('alice').post(GROUP, addresses).json
    const path = `${GROUP}/${id}`
    expect(as('alice').put(path, { link_url: 'http://b.example' }).json).toMatchObject({
      link_url: 'http://b.example',
      image_url: addresses.image_url,
      name: null,
    })
    expect(as('alice').delete(path).status).toBe(204)
    expect(as('alice').get(path)).toMatchObject({ status: 404, json: { message: '404 Not found' } })
  })

  test.each([
    [{}, { error: 'link_url is missing, image_url is missing' }],
    [
      { ...addresses, link_url: 'ftp://a.example' },
      { message: { link_url: ['is blocked: Only allowed schemes are http, https'] } },
    ],
    [{ link_url: '', image_url: 'x' }, { message: { link_url: ['must be a valid URL'] } }],
  ])('%j is refused', (body, json) => {
    const reply = as('bob').post(PROJECT, body)
    expect(reply.status).toBe(400)
    expect(reply.json).toMatchObject(json)
  })

  test('are changed by maintainers of projects and owners of groups', () => {
    const tried = (path: string) => people.map((user) => as(user).post(path, addresses).status)
    expect(tried(PROJECT)).toEqual([201, 201, 403, 403, 404])
    expect(tried(GROUP)).toEqual([201, 403, 403, 403, 404])
    expect(as().get('/projects/3/badges').status).toBe(200)
    expect(as().get(PROJECT).status).toBe(404)
  })

  test('are deleted with their project or group', () => {
    as('alice').post(GROUP, addresses)
    as('alice').post(PROJECT, addresses)
    here.sim.world.settings.update(1, { inForce: { delayed_group_deletion: false } })
    as('alice').delete('/groups/1')
    expect(here.sim.world.badges.all().count(10)).toBe(0)
  })
})
