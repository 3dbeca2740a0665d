import { describe, expect, test } from 'vitest'
import { type Calls, callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()
const entity = {
  source_type: 'group_entity',
  source_full_path: 'acme/platform',
  destination_namespace: '',
}

function begin(calls: Calls, slug: string, extra: object = {}): number {
  const configuration = { url: base.url, access_token: 'alice-token' }
  const entities = [{ ...entity, destination_slug: slug, ...extra }]
  const { status, json } = calls.post('/bulk_imports', { configuration, entities })
  expect(status).toBe(201)
  return json.id
}

const statusOf = (calls: Calls, id: number): string => calls.get(`/bulk_imports/${id}`).json.status

describe('migrations while they are switched off', () => {
  test.each(['alice', undefined])('are no calls at all to %s', (user) => {
    const sim = base.fork()
    const { world, ...moment } = sim.snapshot()
    world.settings.update(1, { inForce: { bulk_import_enabled: false } })
    sim.restore({ world, ...moment })
    const calls = callsOf(sim, user)
    for (const path of ['', '/entities', '/1', '/1/entities', '/1/entities/1', '/x'])
      expect(calls.get(`/bulk_imports${path}`)).toMatchObject({
        status: 404,
        json: { message: '404 Not Found' },
      })
    expect(calls.post('/bulk_imports', {}).status).toBe(404)
  })

  test('are so in an empty world', () => {
    expect(callsOf(testSimulator({ world: 'empty' })).get('/bulk_imports').status).toBe(404)
  })
})

describe('reading migrations', () => {
  test('needs somebody', () => {
    expect(callsOf(base.fork()).get('/bulk_imports').status).toBe(401)
  })

  test('shows own ones only, to administrators too', () => {
    const sim = base.fork()
    const alice = callsOf(sim, 'alice')
    const id = begin(alice, 'one')
    const entityId = alice.get(`/bulk_imports/${id}/entities`).json[0].id
    for (const other of ['root', 'mallory']) {
      const calls = callsOf(sim, other)
      expect(calls.get('/bulk_imports').json).toEqual([])
      expect(calls.get('/bulk_imports/entities').json).toEqual([])
      for (const path of [`${id}`, `${id}/entities`, `${id}/entities/${entityId}`])
        expect(calls.get(`/bulk_imports/${path}`)).toMatchObject({
          status: 404,
          json: { message: '404 Not found' },
        })
    }
    expect(alice.get(`/bulk_imports/${id}/entities/${entityId}`).status).toBe(200)
  })

  test('an entity belongs to its migration', () => {
    const alice = callsOf(base.fork(), 'alice')
    const [one, two] = [begin(alice, 'one'), begin(alice, 'two')]
    const entityId = alice.get(`/bulk_imports/${two}/entities`).json[0].id
    expect(alice.get(`/bulk_imports/${one}/entities/${entityId}`)).toMatchObject({
      status: 404,
      json: { message: '404 Not found' },
    })
  })

  test.each([
    ['x', 'import_id is invalid'],
    ['x/entities', 'import_id is invalid'],
    ['1/entities/x', 'entity_id is invalid'],
    ['?status=canceled', 'status does not have a valid value'],
    ['?sort=x', 'sort does not have a valid value'],
    ['entities?status=x', 'status does not have a valid value'],
  ])('refuses %s', (path, error) => {
    const at = path.startsWith('?') ? `/bulk_imports${path}` : `/bulk_imports/${path}`
    expect(callsOf(base.fork(), 'alice').get(at)).toMatchObject({ status: 400, json: { error } })
  })

  test('goes by creation, the newest first unless said, and by status', () => {
    const sim = base.fork()
    const alice = callsOf(sim, 'alice')
    const ids = ['one', 'two', 'three'].map((slug) => begin(alice, slug))
    sim.clock.advance('2m')
    const last = begin(alice, 'four')
    const listed = (query: string) =>
      alice.get(`/bulk_imports${query}`).json.map(({ id }: { id: number }) => id)
    expect(listed('')).toEqual([last, ...[...ids].reverse()])
    expect(listed('?sort=asc')).toEqual([...ids, last])
    expect(listed('?status=finished&sort=asc')).toEqual(ids)
    expect(listed('?status=timeout')).toEqual([])
    expect(listed('?status=finished&per_page=1&page=2')).toEqual([ids[1]])
    expect(alice.get('/bulk_imports?per_page=2').headers['X-Total']).toBe('4')
    const entities = alice.get('/bulk_imports/entities?status=finished').json
    expect(entities.every(({ status }: { status: string }) => status === 'finished')).toBe(true)
  })

  test('tells of an entity what the service tells', () => {
    const sim = base.fork()
    const alice = callsOf(sim, 'alice')
    const id = begin(alice, 'one', { destination_slug: undefined, destination_name: 'one' })
    const [fresh] = alice.get(`/bulk_imports/${id}/entities`).json
    expect(Object.keys(fresh)).toEqual([
      'id',
      'bulk_import_id',
      'status',
      'entity_type',
      'source_full_path',
      'destination_full_path',
      'destination_name',
      'destination_slug',
      'destination_namespace',
      'parent_id',
      'namespace_id',
      'project_id',
      'created_at',
      'updated_at',
      'failures',
      'migrate_projects',
    ])
    expect(fresh).toMatchObject({
      bulk_import_id: id,
      status: 'created',
      entity_type: 'group',
      destination_full_path: null,
      destination_name: 'one',
      destination_slug: 'one',
      parent_id: null,
      namespace_id: null,
      project_id: null,
      failures: [],
      migrate_projects: true,
    })
    sim.clock.advance('1m')
    expect(alice.get(`/bulk_imports/${id}/entities/${fresh.id}`).json).toMatchObject({
      status: 'finished',
      destination_full_path: 'one',
      namespace_id: alice.get('/groups/one').json.id,
    })
  })

  test('leads the entities of one migration in each dialect', () => {
    for (const dialect of ['specification', 'real'] as const) {
      const sim = testSimulator({ dialect })
      const alice = callsOf(sim, 'alice')
      const id = begin(alice, 'one', { source_full_path: 'acme' })
      sim.clock.advance('2m')
      const ids = (query: string): number[] =>
        alice.get(`/bulk_imports/${id}/entities${query}`).json.map((it: { id: number }) => it.id)
      const ascending = ids('?sort=asc')
      expect(ascending.length).toBeGreaterThan(2)
      expect(ids('?per_page=1')).toEqual([dialect === 'real' ? ascending[0] : ids('?sort=desc')[0]])
    }
  })
})

describe('the states of a migration', () => {
  test('are created, started and finished, and it is still created when it is read back', () => {
    const alice = callsOf(base.fork(), 'alice')
    const id = begin(alice, 'one')
    expect(statusOf(alice, id)).toBe('created')
    const seen = Array.from({ length: 15 }, () => statusOf(alice, id))
    expect([...new Set(seen)]).toEqual(['started', 'finished'])
  })

  test('a migration of which nothing arrives has failed', () => {
    const sim = base.fork()
    const alice = callsOf(sim, 'alice')
    const cases = [
      [{ destination_namespace: 'nowhere' }, 'User not allowed to create group'],
      [{ destination_namespace: 'bob' }, 'Destination is not a group'],
      [{ destination_slug: 'ACME' }, 'Group exists'],
    ] as const
    for (const [extra, exception_message] of cases) {
      const id = begin(alice, 'one', extra)
      sim.clock.advance('1m')
      expect(statusOf(alice, id)).toBe('failed')
      expect(alice.get(`/bulk_imports/${id}/entities`).json).toMatchObject([
        {
          status: 'failed',
          namespace_id: null,
          failures: [
            {
              relation: 'group',
              step: 'loader',
              exception_message,
              exception_class: 'BulkImports::Groups::Loaders::GroupLoader::GroupCreationError',
              correlation_id_value: expect.any(String),
              pipeline_class: 'BulkImports::Groups::Pipelines::GroupPipeline',
              pipeline_step: 'loader',
            },
          ],
        },
      ])
    }
  })

  test('what is not at the source fails, and the message is cut and shows no paths', () => {
    const sim = base.fork()
    const alice = callsOf(sim, 'alice')
    const id = begin(alice, 'one', { source_full_path: 'acme/nothing' })
    sim.clock.advance('1m')
    const [failure] = alice.get(`/bulk_imports/${id}/entities`).json[0].failures
    expect(failure).toMatchObject({ step: 'extractor', exception_class: 'BulkImports::NetworkError' })
    expect(failure.exception_message).toMatch(/^Unsuccessful response 404 from \[FILTERED\] Body: /)
    expect(failure.exception_message.length).toBeLessThanOrEqual(72)
  })

  test('a mixed result is finished', () => {
    const sim = base.fork()
    const alice = callsOf(sim, 'alice')
    const configuration = { url: base.url, access_token: 'alice-token' }
    const entities = ['acme', 'fine'].map((destination_slug) => ({ ...entity, destination_slug }))
    const { id } = alice.post('/bulk_imports', { configuration, entities }).json
    sim.clock.advance('1m')
    expect(statusOf(alice, id)).toBe('finished')
    const statuses = alice.get(`/bulk_imports/${id}/entities?sort=asc`).json
    expect(statuses.slice(0, 2).map(({ status }: { status: string }) => status)).toEqual([
      'failed',
      'finished',
    ])
  })

  test('at most five entities run at once', () => {
    const alice = callsOf(base.fork(), 'alice')
    const configuration = { url: base.url, access_token: 'alice-token' }
    const entities = Array.from({ length: 8 }, (_, i) => ({ ...entity, destination_slug: `copy-${i}` }))
    const { id } = alice.post('/bulk_imports', { configuration, entities }).json
    for (let i = 0; i < 40; i++) {
      const running = alice.get(`/bulk_imports/${id}/entities?status=started`).json.length
      expect(running).toBeLessThanOrEqual(5)
    }
    expect(statusOf(alice, id)).toBe('finished')
  })

  test('what waits for eight hours has timed out', () => {
    const sim = base.fork()
    const alice = callsOf(sim, 'alice')
    const id = begin(alice, 'one')
    const { world } = sim.snapshot()
    for (const kind of ['bulk-import', 'bulk-import-entity'])
      for (const job of world.jobs.by('byKind', kind).list()) world.jobs.delete(job.id)
    sim.restore({ ...sim.snapshot(), world })
    sim.clock.advance('7h')
    expect(statusOf(alice, id)).toBe('created')
    sim.clock.advance('1h')
    expect(statusOf(alice, id)).toBe('timeout')
    expect(alice.get('/bulk_imports/entities?status=timeout').json).toHaveLength(1)
  })
})
