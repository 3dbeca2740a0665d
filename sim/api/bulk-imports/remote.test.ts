import { beforeEach, describe, expect, test } from 'vitest'
import type { OutboundCall, RemoteReply } from '../../lib/outbound.ts'
import type { Simulator } from '../../simulator.ts'
import { type Calls, callsOf, testSimulator } from '../../testing/calls.ts'
import { remoteReplyOf } from '../../testing/remote-simulator.ts'

const demo = testSimulator()
const free = testSimulator({ tier: 'free' })

let source: Simulator
let here: Simulator
let alice: Calls
let asked: OutboundCall[]
let instead: (call: OutboundCall) => RemoteReply | undefined

beforeEach(() => {
  source = demo.fork()
  asked = []
  instead = () => undefined
  const remoteHost = (call: OutboundCall) => {
    asked.push(call)
    return instead(call) ?? remoteReplyOf(source, call)
  }
  here = testSimulator({ remoteHost })
  alice = callsOf(here, 'alice')
})

interface Part {
  readonly status: string
  readonly entity_type: string
  readonly source_full_path: string
  readonly destination_full_path: string | null
  readonly failures: readonly { readonly [name: string]: string }[]
}

/** What became of each part of a migration, the first of them the group that was asked for. */
async function migrated(values: object = {}, access_token = 'alice-token', by = alice): Promise<Part[]> {
  const entity = {
    source_type: 'group_entity',
    source_full_path: 'acme',
    destination_slug: 'moved',
    destination_namespace: '',
    ...values,
  }
  const configuration = { url: 'https://source.example', access_token }
  const { status, json } = by.post('/bulk_imports', { configuration, entities: [entity] })
  expect(status).toBe(201)
  for (let n = 0; n < 60; n++) {
    here.clock.advance('1s')
    await here.settled()
    const now = by.get(`/bulk_imports/${json.id}`).json.status
    if (now !== 'created' && now !== 'started') break
  }
  return by.get(`/bulk_imports/${json.id}/entities?sort=asc&per_page=100`).json
}

const off = (values: object) =>
  source.world.settings.update(1, { inForce: { bulk_import_enabled: true, ...values } })

describe('a source', () => {
  test.each([
    ['dave-token', {}, 'Unsuccessful response 403 from [FILTERED] Body: '],
    ['alice-token', { bulk_import_enabled: false }, 'Unsuccessful response 404 from [FILTERED] Body: '],
  ])('lets a group go for its owners, while it has migrations on: %s, %j', async (token, values, text) => {
    off(values)
    const [part, ...others] = await migrated({}, token)
    expect(others).toEqual([])
    expect(part).toMatchObject({ status: 'failed', namespace_id: null, destination_full_path: null })
    expect(part?.failures).toMatchObject([
      { relation: 'export_request_worker', pipeline_class: 'ExportRequestWorker', step: 'extractor' },
    ])
    expect(part?.failures[0]?.exception_message).toContain(text)
    expect(alice.get('/groups/moved').status).toBe(404)
  })

  test('is asked with the token in a header, once it was looked at', async () => {
    await migrated({ migrate_projects: false })
    for (const { url, headers } of asked.slice(-5)) {
      expect(url).not.toContain('alice-token')
      expect(headers?.['PRIVATE-TOKEN']).toBe('alice-token')
    }
  })

  test('is forgotten with its token when it is over', async () => {
    await migrated({ migrate_projects: false })
    expect(here.world.bulkImports.require(1).accessToken).toBeNull()
  })

  test('is read to the last page', async () => {
    for (let n = 0; n < 120; n++)
      callsOf(source, 'alice').post('/groups/acme/labels', { name: `label ${n}`, color: 'red' })
    await migrated({ migrate_projects: false })
    const count = (on: Calls, path: string) => Number(on.get(path).headers['X-Total'])
    expect(count(alice, '/groups/moved/labels')).toBe(count(callsOf(source, 'alice'), '/groups/acme/labels'))
  })

  test('that has no archive within five minutes leaves an empty project behind', async () => {
    instead = ({ method, url }) =>
      method === 'GET' && url.endsWith('/export')
        ? {
            reached: true,
            status: 200,
            headers: {},
            body: new TextEncoder().encode('{"export_status":"started"}'),
          }
        : undefined
    const configuration = { url: 'https://source.example', access_token: 'alice-token' }
    const entity = { source_type: 'group_entity', source_full_path: 'acme/platform' }
    const wish = { ...entity, destination_slug: 'moved', destination_namespace: '' }
    const { id } = alice.post('/bulk_imports', { configuration, entities: [wish] }).json
    const look = () => alice.get(`/bulk_imports/${id}/entities?sort=asc`).json.at(-1)
    const pass = async (seconds: number) => {
      for (let n = 0; n < seconds; n++) {
        here.clock.advance('1s')
        await here.settled()
      }
    }
    await pass(240)
    expect(look()).toMatchObject({ entity_type: 'project', status: 'started' })
    await pass(120)
    expect(look()).toMatchObject({
      status: 'failed',
      failures: [
        {
          relation: 'project',
          step: 'extractor',
          exception_message: 'Empty export status on source instance',
          exception_class: 'BulkImports::Pipeline::ExpiredError',
        },
      ],
    })
    expect(alice.get(`/projects/${look().project_id}/import`).json).toMatchObject({ import_status: 'failed' })
  }, 30_000)
})

describe('what arrives', () => {
  test('is no more visible than the group that it goes into', async () => {
    callsOf(source, 'alice').put('/groups/acme', { visibility: 'public' })
    const inner = alice.post('/groups', { name: 'Inner', path: 'inner', visibility: 'internal' }).json
    const [part] = await migrated({ destination_namespace: 'inner', migrate_projects: false })
    expect(part).toMatchObject({ status: 'finished', destination_full_path: 'inner/moved' })
    expect(alice.get('/groups/inner%2Fmoved').json).toMatchObject({
      visibility: 'internal',
      parent_id: inner.id,
    })
  })

  test('has a name of its own where the same one is there already', async () => {
    await migrated({ migrate_projects: false })
    await migrated({ destination_slug: 'again', migrate_projects: false })
    const name = (path: string) => alice.get(`/groups/${path}`).json.name
    expect([name('moved'), name('again')]).toEqual(['Acme(1)', 'Acme(2)'])
  })

  test('is as the source has decided, but follows the installation where that says the same', async () => {
    callsOf(source, 'alice').put('/groups/acme', { project_creation_level: 'noone' })
    await migrated({ migrate_projects: false })
    here.world.settings.update(1, { inForce: { default_branch_protection: 0, default_project_creation: 1 } })
    expect(alice.get('/groups/moved').json).toMatchObject({
      project_creation_level: 'noone',
      default_branch_protection: 0,
    })
  })

  test('are milestones in their state, and closed ones closed', async () => {
    const states = (on: Calls, path: string) =>
      on
        .get(`/groups/${path}/milestones`)
        .json.map((it: { title: string; state: string }) => [it.title, it.state])
    const there = callsOf(source, 'alice')
    const [first] = there.get('/groups/acme/milestones').json
    source.world.milestones.update(first.id, { state: 'closed' })
    await migrated({ migrate_projects: false })
    expect(states(alice, 'moved')).toEqual(states(there, 'acme'))
    expect(states(alice, 'moved').map(([, state]: string[]) => state)).toContain('closed')
  })

  test('are members with the ends of their memberships', async () => {
    callsOf(source, 'alice').put('/groups/acme/members/4', { access_level: 30, expires_at: '2030-01-01' })
    await migrated({ migrate_projects: false })
    const members = alice.get('/groups/moved/members').json
    expect(members.find((it: { username: string }) => it.username === 'carol')).toMatchObject({
      access_level: 30,
      expires_at: '2030-01-01',
    })
  })

  test.each(['root-token', 'alice-token'])(
    'are members by their addresses before their names: %s',
    async (token) => {
      const [bob, mallory] = [3, 7]
      here.world.users.update(bob, { email: 'another.bob@example.com' })
      here.world.users.update(mallory, { email: 'bob@example.com' })
      await migrated({ migrate_projects: false }, token)
      const names = alice.get('/groups/moved/members').json.map((it: { username: string }) => it.username)
      expect(names).toContain('mallory')
      expect(names).not.toContain('bob')
      // Users without a matching email address are matched by username.
      expect(names).toContain('dave')
    },
  )

  test('are no projects where nobody wants them, or the service does not bring them', async () => {
    const kinds = (parts: readonly Part[]) => [...new Set(parts.map(({ entity_type: kind }) => kind))]
    expect(kinds(await migrated({ migrate_projects: false }))).toEqual(['group'])
    expect(kinds(await migrated({ destination_slug: 'with' }))).toEqual(['group', 'project'])
    callsOf(here, 'root').post('/features/bulk_import_projects', { value: 'false' })
    expect(kinds(await migrated({ destination_slug: 'without' }))).toEqual(['group'])
  })

  test('are no projects in a group whose maintainers may create none', async () => {
    callsOf(source, 'alice').put('/groups/acme', { project_creation_level: 'noone' })
    const parts = await migrated({})
    const projects = parts.filter(({ entity_type: kind }) => kind === 'project')
    expect(projects.filter(({ source_full_path: path }) => !path.includes('platform'))).toSatisfy(
      (all: readonly Part[]) => all.length > 0 && all.every(({ status }) => status === 'failed'),
    )
    expect(projects[0]?.failures[0]).toMatchObject({
      exception_message: 'User not allowed to create project',
      exception_class: 'BulkImports::Error',
    })
  })

  test('is the same on the free plan, without what that has not', async () => {
    source = free.fork()
    const [part] = await migrated({ migrate_projects: false })
    expect(part).toMatchObject({ status: 'finished', failures: [] })
  })
})

test('a part that was found on the way lasts eight hours from then on', async () => {
  await migrated({ migrate_projects: false })
  const { world } = here
  const late = world.bulkImportEntities.by('byImport', 1).list().at(-1)
  const status = () => alice.get(`/bulk_imports/1/entities/${late?.id}`).json.status
  world.bulkImportEntities.update(late?.id ?? 0, { status: 'created' })
  world.bulkImports.update(1, { status: 'started' })
  const { createdAt } = world.bulkImports.require(1)
  here.clock.set(createdAt + 8 * 3_600_000)
  expect([alice.get('/bulk_imports/1').json.status, status()]).toEqual(['timeout', 'created'])
  here.clock.advance('10s')
  expect(status()).toBe('timeout')
})

test('the installation itself is a source wherever it lies', () => {
  const url = 'http://10.0.0.9'
  const calls = callsOf(testSimulator({ url }), 'alice')
  const start = (at: string) =>
    calls.post('/bulk_imports', { configuration: { url: at, access_token: 'alice-token' }, entities: [] })
  expect(start(url).status).toBe(201)
  expect(start('http://10.0.0.8').json).toEqual({
    message: 'URL is blocked: Requests to the local network are not allowed',
  })
})
