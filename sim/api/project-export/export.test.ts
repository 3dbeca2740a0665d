import { describe, expect, test } from 'vitest'
import { text } from '../../lib/bytes.ts'
import { gunzip } from '../../lib/gzip.ts'
import type { OutboundCall } from '../../lib/outbound.ts'
import { untar } from '../../lib/untar.ts'
import { storeSettings } from '../../model/settings/in-force.ts'
import type { SettingValues } from '../../model/settings/settings.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'
import { standing, writtenSince } from '../../testing/worlds.ts'

const here = perTest()
const start = (id: number | string = 1, body: unknown = {}) =>
  here.as('alice').post(`/projects/${id}/export`, body)
const status = (id: number | string = 1) => here.as('alice').get(`/projects/${id}/export`).json.export_status
const download = (id: number | string = 1) => here.as('alice').get(`/projects/${id}/export/download`)

function inForce(values: SettingValues, sim = here.sim): void {
  storeSettings(sim.world, values, sim.now())
  sim.clock.advance('61s')
}

function filesOf(archive: unknown): ReadonlyMap<string, string> {
  return new Map([...untar(gunzip(archive as Uint8Array))].map(({ path, bytes }) => [path, text(bytes)]))
}

describe('the status of an export', () => {
  test('is none before anybody asked for one', () => {
    expect(here.as('alice').get('/projects/1/export').json).toEqual({
      id: 1,
      description: 'The shop that sells what Acme makes.',
      name: 'Webapp',
      name_with_namespace: 'Acme / Webapp',
      path: 'webapp',
      path_with_namespace: 'acme/webapp',
      created_at: '2022-01-10T08:55:00.000Z',
      export_status: 'none',
    })
  })

  test('is seen in each of its steps by a client that asks every second', () => {
    expect(start()).toMatchObject({ status: 202, json: { message: '202 Accepted' } })
    expect([status(), status(), status(), status()]).toEqual(['queued', 'started', 'finished', 'finished'])
  })

  test('has links only when the archive is there', () => {
    start()
    expect(here.as('alice').get('/projects/1/export').json).not.toHaveProperty('_links')
    here.sim.clock.advance('5s')
    expect(here.as('alice').get('/projects/1/export').json._links).toEqual({
      api_url: 'http://127.0.0.1:8080/api/v4/projects/1/export/download',
      web_url: 'http://127.0.0.1:8080/acme/webapp/download_export',
    })
  })

  test('tells that another archive is on its way', () => {
    start()
    here.sim.clock.advance('1s')
    start()
    here.sim.clock.advance('500ms')
    // The first of two exports has ended, the second has not.
    const { export_status, ...others } = here.as('alice').get('/projects/1/export').json
    expect(export_status).toBe('regeneration_in_progress')
    expect(others).not.toHaveProperty('_links')
    expect(download().status).toBe(200)
    here.sim.clock.advance('3s')
    expect(status()).toBe('finished')
  })

  test('begins anew with each start, which drops the archive before', () => {
    start()
    here.sim.clock.advance('5s')
    expect(status()).toBe('finished')
    start()
    expect(status()).toBe('queued')
    expect(download()).toMatchObject({ status: 404, json: { message: '404 Not found or has expired' } })
  })

  test('is none again after a day', () => {
    start()
    here.sim.clock.advance('24h')
    expect(status()).toBe('finished')
    here.sim.clock.advance('5s')
    expect(status()).toBe('none')
    expect(download().status).toBe(404)
  })

  test('is none in the clutches of an earlier end: a later archive has its own day', () => {
    start()
    here.sim.clock.advance('12h')
    start()
    here.sim.clock.advance('13h')
    expect(status()).toBe('finished')
  })

  test('is another one while what follows on the archive is done', () => {
    const seen = (dialect: 'specification' | 'real') => {
      const { sim, as } = forks[dialect]
      as('alice').post('/projects/2/export', {})
      sim.clock.advance('1600ms')
      return as('alice').get('/projects/2/export').json.export_status
    }
    expect(seen('specification')).toBe('started')
    expect(seen('real')).toBe('regeneration_in_progress')
  })
  const forks = { specification: perTest(), real: perTest({ dialect: 'real' }) }
})

describe('a download', () => {
  test('is an archive with a name of the service', () => {
    start()
    here.sim.clock.advance('5s')
    const reply = download('acme%2Fwebapp')
    const name = '2024-01-01_00-00-500_acme_webapp_export.tar.gz'
    expect(reply.headers).toMatchObject({
      'Content-Type': 'application/octet-stream',
      'Content-Transfer-Encoding': 'binary',
      'Content-Disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
    })
  })

  test('has a name of at most 51 characters before its ending', () => {
    const longest = 'a'.repeat(100)
    const { id } = here.as('alice').post('/projects', { name: 'long', path: longest }).json
    start(id)
    here.sim.clock.advance('5s')
    expect(download(id).headers['Content-Disposition']).toMatch(
      /"2024-01-01_00-00-\d{3}_alice_a{24}_export\.tar\.gz"/,
    )
  })

  test('is told to auditors', () => {
    start()
    here.sim.clock.advance('5s')
    download()
    expect(here.as('alice').get('/projects/1/audit_events').json[0].details).toMatchObject({
      custom_message: 'Export file download started',
      target_id: 'acme/webapp',
      target_type: 'Project',
    })
  })

  test('gives the same bytes in worlds of one seed', () => {
    const bytes = () => {
      const sim = here.sim.fork()
      sim.handle({
        method: 'POST',
        url: '/api/v4/projects/1/export',
        headers: { 'private-token': 'alice-token' },
      })
      sim.clock.advance('5s')
      return sim.handle({
        method: 'GET',
        url: '/api/v4/projects/1/export/download',
        headers: { 'private-token': 'alice-token' },
      }).body
    }
    expect(Buffer.compare(bytes() as Uint8Array, bytes() as Uint8Array)).toBe(0)
  })

  test('changes nothing in the project', () => {
    const before = standing(here.sim.world)
    start(1, { description: 'Another one' })
    here.sim.clock.advance('5s')
    download()
    expect(writtenSince(before, here.sim.world).sort()).toEqual(
      ['auditEvents', 'exportFiles', 'jobs', 'projectExports', 'sequences'].sort(),
    )
  })
})

describe('an archive', () => {
  test('has the layout of the service', () => {
    start()
    here.sim.clock.advance('5s')
    const files = filesOf(download().body)
    expect(files.get('VERSION')).toBe('0.2.4')
    expect(files.get('GITLAB_VERSION')).toBe('15.8.0-ee')
    expect(files.get('GITLAB_REVISION')).toMatch(/^[0-9a-f]{11}$/)
    expect(files.get('lfs-objects.json')).toBe('{}')
    expect([...files.keys()].filter((path) => path.startsWith('snippets/'))).toHaveLength(1)
    expect(files.get('tree/project/releases.ndjson')).toBe('')
    expect(files.get('tree/project/push_rule.ndjson')).toBe('null')
    expect(files.get('tree/project/auto_devops.ndjson')).toMatch(/^\{.*\}$/)
    for (const line of (files.get('tree/project/issues.ndjson') ?? '').split('\n').slice(0, -1))
      expect(JSON.parse(line)).toMatchObject({ iid: expect.any(Number), notes: expect.any(Array) })
  })

  test('has no bundle of an empty repository, and no wiki where there is none', () => {
    start(6)
    here.sim.clock.advance('5s')
    const paths = [...filesOf(download(6).body).keys()]
    expect(paths).not.toContain('project.bundle')
    expect(paths).not.toContain('project.wiki.bundle')
  })

  test('holds the description that was asked for, which an empty one is not', () => {
    const described = (description: string) => {
      start(1, { description })
      here.sim.clock.advance('5s')
      return JSON.parse(filesOf(download().body).get('tree/project.json') ?? '').description
    }
    expect(described('For others')).toBe('For others')
    expect(described('')).toBe('The shop that sells what Acme makes.')
    expect(here.as('alice').get('/projects/1').json.description).toBe('The shop that sells what Acme makes.')
  })

  test('says nothing of names, tokens and secrets', () => {
    start()
    here.sim.clock.advance('5s')
    const project = JSON.parse(filesOf(download().body).get('tree/project.json') ?? '')
    for (const key of ['name', 'path', 'namespace_id', 'runners_token', 'import_url'])
      expect(project).not.toHaveProperty(key)
  })

  test('lists members of the groups above for those alone who own them', () => {
    const listed = (user: string) => {
      here.as(user).post('/projects/1/export', {})
      here.sim.clock.advance('5s')
      const archive = here.as(user).get('/projects/1/export/download').body
      const lines = filesOf(archive).get('tree/project/project_members.ndjson') ?? ''
      return lines.match(/"username":"[a-z_0-9]+"/g)?.length
    }
    expect(listed('bob')).toBe(1)
    expect(listed('alice')).toBeGreaterThan(5)
  })
})

describe('a start', () => {
  test.each([
    [{ upload: 'x' }, 'upload is invalid'],
    [
      { upload: { url: 'http://a.b', http_method: 'put' } },
      'upload[http_method] does not have a valid value',
    ],
    [{ upload: { url: 'http://a.b', http_method: '' } }, 'upload[http_method] does not have a valid value'],
    [
      { upload: { url: 'http://a.b', http_method: 'DELETE' } },
      'upload[http_method] does not have a valid value',
    ],
    [{ upload: { http_method: 'PUT' } }, 'upload[url] is missing'],
    [{ description: ['a'] }, 'description is invalid'],
  ])('refuses %j', (body, error) => {
    expect(start(1, body)).toMatchObject({ status: 400, json: { error } })
    expect(status()).toBe('none')
  })

  test.each([{}, null, { url: '' }, { url: null, http_method: 'POST' }])(
    'takes %j for no target',
    (upload) => {
      expect(start(1, { upload }).status).toBe(202)
    },
  )

  test('takes a target without a URL for none in the real dialect', () => {
    const { as } = real
    expect(as('alice').post('/projects/1/export', { upload: { http_method: 'PUT' } }).status).toBe(202)
  })
  const real = perTest({ dialect: 'real' })

  test.each([
    ['whatever', 'is blocked: Only allowed schemes are http, https'],
    ['ftp://example.com/a', 'is blocked: Only allowed schemes are http, https'],
    ['http://exa mple.com/', 'is blocked: URI is invalid'],
    ['http://-a.example.com/', 'is blocked: Hostname or IP address invalid'],
    ['http://.example.com/', 'is blocked: Hostname or IP address invalid'],
  ])('refuses to send to %s', (url, told) => {
    expect(start(1, { upload: { url } })).toMatchObject({ status: 400, json: { message: { url: [told] } } })
  })

  test('that is refused for its target has dropped the archive before', () => {
    start()
    here.sim.clock.advance('5s')
    expect(start(1, { upload: { url: 'ftp://a.b/' } }).status).toBe(400)
    expect(status()).toBe('none')
  })

  test('is refused where the project is too large, and has dropped the archive before', () => {
    start()
    here.sim.clock.advance('5s')
    here.sim.world.projects.update(1, {
      sizes: { ...here.sim.world.projects.require(1).sizes, lfsObjects: 2 * 1024 * 1024 },
    })
    inForce({ max_export_size: 2 })
    expect(start()).toMatchObject({
      status: 400,
      json: { message: 'The project size exceeds the export limit.' },
    })
    expect(status()).toBe('none')
    inForce({ max_export_size: 100 })
    expect(start().status).toBe(202)
  })

  test.each(['carol', 'dave', 'erin'])('is nothing for %s', (user) => {
    for (const reply of [
      here.as(user).post('/projects/1/export', { upload: 'x' }),
      here.as(user).get('/projects/1/export'),
      here.as(user).get('/projects/1/export/download'),
    ])
      expect(reply).toMatchObject({ status: 403, json: { message: '403 Forbidden' } })
  })

  test('is nothing for strangers and for nobody', () => {
    expect(here.as('mallory').post('/projects/1/export', { upload: 'x' })).toMatchObject({
      status: 404,
      json: { message: '404 Project Not Found' },
    })
    expect(here.as().post('/projects/1/export', {}).status).toBe(401)
    expect(here.as('mallory').get('/projects/3/export').status).toBe(403)
  })

  test('is refused to nobody by the rights alone in the real service', () => {
    const nobody = callsOf(testSimulator({ dialect: 'real' }))
    const of = (project: number) => [
      nobody.post(`/projects/${project}/export`, {}).status,
      nobody.get(`/projects/${project}/export`).status,
      nobody.get(`/projects/${project}/export/download`).status,
    ]
    expect([of(1), of(3)]).toEqual([
      [404, 404, 404],
      [403, 403, 403],
    ])
  })

  test('does not exist where exports are switched off', () => {
    inForce({ project_export_enabled: false })
    for (const user of ['root', 'alice', 'erin', undefined])
      for (const path of ['/projects/1/export', '/projects/1/export/download', '/projects/999/export'])
        expect(here.as(user).get(path)).toMatchObject({ status: 404, json: { message: '404 Not Found' } })
    expect(here.as('alice').post('/projects/1/export', {}).status).toBe(404)
  })
})

describe('the size of a project', () => {
  const MEBIBYTE = 1024 * 1024
  const started = (sizes: { readonly [name: string]: number }) => {
    const known = here.sim.world.projects.require(1).sizes
    const empty = Object.fromEntries(Object.keys(known).map((name) => [name, 0]))
    here.sim.world.projects.update(1, { sizes: { ...known, ...empty, ...sizes } })
    return start().status
  }

  test.each(['repository', 'wiki', 'lfsObjects', 'snippets', 'uploads'])('counts %s', (name) => {
    inForce({ max_export_size: 1 })
    expect([started({ [name]: MEBIBYTE }), started({ [name]: MEBIBYTE + 1 })]).toEqual([202, 400])
  })

  test('does not count what no archive holds', () => {
    inForce({ max_export_size: 1 })
    expect(started({ packages: 2 * MEBIBYTE, jobArtifacts: 2 * MEBIBYTE })).toBe(202)
  })
})

describe('an upload', () => {
  const remote: OutboundCall[] = []
  const sending = perTest({
    remoteHost: (call) => {
      remote.push(call)
      return { reached: true, status: 500, headers: {}, body: new Uint8Array() }
    },
  })
  const silent = perTest({ remoteHost: () => new Promise(() => undefined) })
  const sent = (upload: unknown) => {
    remote.length = 0
    const alice = sending.as('alice')
    const { status: answered } = alice.post('/projects/1/export', { upload })
    sending.sim.clock.advance('5s')
    return { answered, calls: remote, state: alice.get('/projects/1/export').json.export_status }
  }

  test.each([
    [{}, 'PUT'],
    [{ http_method: 'POST' }, 'POST'],
  ])('%j is made with %s', async (how, method) => {
    const url = 'http://127.0.0.1:9/bucket/object?signature=1'
    const { answered, calls } = sent({ url, ...how })
    await sending.sim.settled()
    expect(answered).toBe(202)
    expect(calls).toHaveLength(1)
    expect(calls[0]).toMatchObject({ method, url, headers: { 'Content-Type': 'application/gzip' } })
    const download = sending.as('alice').get('/projects/1/export/download')
    expect(Buffer.compare(calls[0]?.body as Uint8Array, download.body as Uint8Array)).toBe(0)
  })

  test('that the target refuses leaves the archive', async () => {
    sent({ url: 'http://127.0.0.1:9/' })
    await sending.sim.settled()
    expect(sending.as('alice').get('/projects/1/export').json.export_status).toBe('finished')
  })

  test('that is never answered is given up after six hours, and the archive is there', () => {
    const world = silent.sim
    const alice = silent.as('alice')
    const status = () => alice.get('/projects/1/export').json.export_status
    alice.post('/projects/1/export', { upload: { url: 'http://127.0.0.1:9/' } })
    world.clock.advance('5h')
    expect(status()).toBe('started')
    expect(alice.get('/projects/1/export').json).not.toHaveProperty('_links')
    world.clock.advance('61m')
    expect(status()).toBe('finished')
    expect(world.world.projectExports.all().count()).toBe(0)
  })

  test('to a private network is accepted and never made, unless administrators allow it', async () => {
    const url = 'http://10.1.2.3/bucket'
    expect(sent({ url })).toMatchObject({ answered: 202, calls: [], state: 'finished' })
    inForce({ allow_local_requests_from_web_hooks_and_services: true }, sending.sim)
    sent({ url })
    await sending.sim.settled()
    expect(remote).toHaveLength(1)
  })

  test('to a private network is made where administrators list it, with its port', async () => {
    inForce({ outbound_local_requests_whitelist: ['10.1.0.0/16', '192.168.0.1:8080'] }, sending.sim)
    sent({ url: 'http://10.1.2.3/bucket' })
    sent({ url: 'http://10.2.2.3/bucket' })
    sent({ url: 'http://192.168.0.1/bucket' })
    sent({ url: 'http://192.168.0.1:8080/bucket' })
    await sending.sim.settled()
    expect(remote.map(({ url }) => url).sort()).toEqual([
      'http://10.1.2.3/bucket',
      'http://192.168.0.1:8080/bucket',
    ])
  })
})

describe('limits', () => {
  const limited = perTest({ rateLimits: true, clock: 'frozen' })
  const tooMany = {
    status: 429,
    json: { message: { error: 'This endpoint has been requested too many times. Try again later.' } },
  }

  test('let six exports of all projects in a minute', () => {
    const alice = limited.as('alice')
    for (const id of [1, 2, 3, 4, 6, 7]) expect(alice.post(`/projects/${id}/export`, {}).status).toBe(202)
    expect(alice.post('/projects/1/export', {})).toMatchObject(tooMany)
    expect(limited.as('bob').post('/projects/1/export', {}).status).toBe(202)
    limited.sim.clock.advance('60s')
    expect(alice.post('/projects/1/export', {}).status).toBe(202)
  })

  test('do not count what is refused for its rights or its parameters', () => {
    for (let i = 0; i < 8; i++) {
      expect(limited.as('carol').post('/projects/1/export', {}).status).toBe(403)
      expect(limited.as('alice').post('/projects/1/export', { upload: 'x' }).status).toBe(400)
    }
    expect(limited.as('alice').post('/projects/1/export', {}).status).toBe(202)
  })

  test('let one download a minute in each namespace, whether there is something or not', () => {
    const alice = limited.as('alice')
    expect(alice.get('/projects/1/export/download').status).toBe(404)
    expect(alice.get('/projects/3/export/download')).toMatchObject(tooMany)
    expect(alice.get('/projects/4/export/download').status).toBe(404)
    expect(limited.as('bob').get('/projects/1/export/download').status).toBe(404)
    limited.sim.clock.advance('60s')
    expect(alice.get('/projects/1/export/download').status).toBe(404)
  })

  test('are those of the settings', () => {
    inForce({ project_export_limit: 1, project_download_export_limit: 0 }, limited.sim)
    const alice = limited.as('alice')
    expect(alice.post('/projects/1/export', {}).status).toBe(202)
    expect(alice.post('/projects/1/export', {}).status).toBe(429)
    for (let i = 0; i < 5; i++) expect(alice.get('/projects/1/export/download').status).toBe(404)
  })
})
