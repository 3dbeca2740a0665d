import { Gitlab } from '@gitbeaker/rest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WorldDescription } from '../../fixtures/index.ts'
import { createSimulator, type Server, type Simulator } from '../index.ts'

const createdAt = '2023-12-01T00:00:00Z'
/** People of other ids than at the source, one of whom is known there by another name. */
const elsewhere: WorldDescription = {
  version: 1,
  settings: { bulkImport: true },
  users: [
    { username: 'root', name: 'Administrator', admin: true, createdAt },
    { username: 'zoe', name: 'Zoe', createdAt },
    { username: 'carol', name: 'Carol', createdAt },
    { username: 'robert', name: 'Robert', email: 'bob@example.com', createdAt },
  ],
  tokens: [
    { value: 'root-token', user: 'root', scopes: ['api', 'sudo'], createdAt },
    { value: 'zoe-token', user: 'zoe', scopes: ['api'], createdAt },
  ],
} as WorldDescription

let source: Server
let target: Server
let simulators: readonly Simulator[]

/** What the owners of the source have decided for their group. */
const decided = {
  project_creation_level: 'maintainer',
  default_branch_protection: 1,
  subgroup_creation_level: 'owner',
  share_with_group_lock: true,
  request_access_enabled: false,
  two_factor_grace_period: 12,
  lfs_enabled: false,
  emails_disabled: true,
}

beforeAll(async () => {
  simulators = [createSimulator(), createSimulator({ world: elsewhere })]
  ;[source, target] = (await Promise.all(simulators.map((sim) => sim.listen()))) as [Server, Server]
})
afterAll(() => Promise.all([source.close(), target.close()]))

const asked = async (url: string, token: string) => {
  const reply = await fetch(url, { headers: { 'PRIVATE-TOKEN': token } })
  return reply.json()
}
const remote = (path: string) => asked(`${source.url}/api/v4${path}`, 'root-token')
const here = (path: string) => asked(`${target.url}/api/v4${path}`, 'root-token')

async function migrated(token: string, destinationSlug: string): Promise<number> {
  const client = new Gitlab({ host: target.url, token: 'zoe-token' })
  const { id } = await client.Migrations.create({ url: source.url, access_token: token }, [
    {
      sourceType: 'group_entity',
      sourceFullPath: 'acme',
      destinationSlug,
      destinationNamespace: '',
    } as never,
  ])
  for (let i = 0; i < 200; i++) {
    const { status } = await client.Migrations.show(id)
    if (status !== 'created' && status !== 'started') return id
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the migration does not end')
}

type Named = { readonly [name: string]: string }

describe('a migration from one served simulator to another', () => {
  let id: number
  beforeAll(async () => {
    await fetch(`${source.url}/api/v4/groups/acme`, {
      method: 'PUT',
      headers: { 'PRIVATE-TOKEN': 'root-token', 'content-type': 'application/json' },
      body: JSON.stringify(decided),
    })
    const root = (path: string, body: object) =>
      fetch(`${source.url}/api/v4/groups/acme${path}`, {
        method: 'POST',
        headers: { 'PRIVATE-TOKEN': 'root-token', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then((reply) => reply.json())
    const address = 'https://example.com/%{project_path}'
    await root('/badges', { name: 'Build', link_url: address, image_url: address })
    const board = await root('/boards', { name: 'Development' })
    const labels: readonly { readonly id: number }[] = await remote('/groups/acme/labels')
    for (const label of labels) await root(`/boards/${board.id}/lists`, { label_id: label.id })
    id = await migrated('root-token', 'moved')
  }, 30_000)

  test('finishes, with each entity', async () => {
    const client = new Gitlab({ host: target.url, token: 'zoe-token' })
    expect(await client.Migrations.show(id)).toMatchObject({ status: 'finished', source_type: 'gitlab' })
    const entities = await client.Migrations.allEntities({ bulkImportId: id } as never)
    expect(entities.length).toBeGreaterThan(3)
    for (const entity of entities) expect(entity).toMatchObject({ status: 'finished', failures: [] })
  })

  test('brings the group with labels and milestones', async () => {
    const group = await here('/groups/moved')
    expect(group).toMatchObject({ name: 'Acme', description: 'Everything for your kitchen.' })
    expect(group).toMatchObject(decided)
    expect(await here('/groups/moved%2Fplatform')).toMatchObject({
      project_creation_level: 'developer',
      lfs_enabled: true,
    })
    const labels = (rows: readonly Named[]) =>
      rows.map(({ name, color, description }) => [name, color, description])
    expect(labels(await here('/groups/moved/labels'))).toEqual(labels(await remote('/groups/acme/labels')))
    const milestones = (rows: readonly Named[]) =>
      rows.map(({ iid, title, state, due_date: due, start_date: start }) => [iid, title, state, due, start])
    expect(milestones(await here('/groups/moved/milestones'))).toEqual(
      milestones(await remote('/groups/acme/milestones')),
    )
  })

  test('brings its badges and boards', async () => {
    expect(await here('/groups/moved/badges')).toMatchObject([
      { name: 'Build', link_url: 'https://example.com/%{project_path}', kind: 'group' },
    ])
    const lists = (rows: readonly { readonly lists: readonly { readonly label: Named }[] }[]) =>
      rows.map((row) => row.lists.map(({ label }) => label.name))
    const [original] = lists(await remote('/groups/acme/boards'))
    expect(original).toHaveLength(2)
    expect(lists(await here('/groups/moved/boards'))).toEqual([original])
  })

  test('brings subgroups as entities of their own', async () => {
    expect(await here('/groups/moved%2Fplatform')).toMatchObject({ name: 'Platform' })
    const entities = await asked(`${target.url}/api/v4/bulk_imports/${id}/entities?sort=asc`, 'zoe-token')
    const [top] = entities
    expect(entities).toContainEqual(
      expect.objectContaining({
        parent_id: top.id,
        entity_type: 'group',
        source_full_path: 'acme/platform',
        destination_full_path: 'moved/platform',
        destination_namespace: 'moved',
      }),
    )
  })

  test('brings projects with all that is in them', async () => {
    const paths = (rows: readonly Named[], group: string) =>
      rows.map(({ path_with_namespace: path }) => path?.replace(`${group}/`, '')).sort()
    const query = 'include_subgroups=true&with_shared=false&per_page=100'
    expect(paths(await here(`/groups/moved/projects?${query}`), 'moved')).toEqual(
      paths(await remote(`/groups/acme/projects?${query}`), 'acme'),
    )
    const webapp = await here('/projects/moved%2Fwebapp')
    const original = await remote('/projects/acme%2Fwebapp')
    for (const name of ['name', 'description', 'default_branch', 'visibility', 'topics'])
      expect([name, webapp[name]]).toEqual([name, original[name]])
    const names = (rows: readonly Named[]) => rows.map(({ name }) => name)
    const branches = 'repository/branches?per_page=100'
    expect(names(await here(`/projects/moved%2Fwebapp/${branches}`))).toEqual(
      expect.arrayContaining(names(await remote(`/projects/acme%2Fwebapp/${branches}`))),
    )
    for (const list of ['issues', 'merge_requests', 'milestones', 'labels']) {
      const count = async (rows: Promise<readonly unknown[]>) => (await rows).length
      const path = `${list}?per_page=100&state=all`
      expect([list, await count(here(`/projects/moved%2Fwebapp/${path}`))]).toEqual([
        list,
        await count(remote(`/projects/acme%2Fwebapp/${path}`)),
      ])
    }
  })

  test('brings members whom the target knows by name or by address', async () => {
    const members = async (path: string) =>
      (await here(`${path}/members`)).map(({ username, access_level: level }: Named) => [username, level])
    expect((await members('/groups/moved')).sort()).toEqual([
      ['carol', 30],
      ['robert', 40],
      ['zoe', 50],
    ])
  })
})

describe('a source that gives limited access', () => {
  test('is left out where the token does not reach', async () => {
    const client = new Gitlab({ host: target.url, token: 'zoe-token' })
    await expect(client.Migrations.create({ url: source.url, access_token: 'nobody' }, [])).rejects.toThrow(
      /required 'api' scope/,
    )
  })

  test('that does not exist is refused at once', async () => {
    const closed = await createSimulator({ world: 'empty' }).listen()
    await closed.close()
    const reply = await fetch(`${target.url}/api/v4/bulk_imports`, {
      method: 'POST',
      headers: { 'PRIVATE-TOKEN': 'zoe-token', 'content-type': 'application/json' },
      body: JSON.stringify({ configuration: { url: closed.url, access_token: 'x' }, entities: [] }),
    })
    expect(reply.status).toBe(422)
    expect(await reply.json()).toEqual({ message: expect.stringContaining('ECONNREFUSED') })
  })
})
