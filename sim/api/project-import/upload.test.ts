import { beforeAll, describe, expect, test } from 'vitest'
import { storeSettings } from '../../model/settings/in-force.ts'
import type { SettingValues } from '../../model/settings/settings.ts'
import { uploading } from '../../testing/multipart.ts'
import { perTest } from '../../testing/per-test.ts'
import { standing, writtenSince } from '../../testing/worlds.ts'
import { archiveOf, exported, least, lines, upload } from './testing/archives.ts'

const here = perTest()
const real = perTest({ dialect: 'real' })
let archive: Uint8Array

beforeAll(() => {
  archive = archiveOf({
    ...least,
    'tree/project.json': JSON.stringify({ description: 'From elsewhere', visibility_level: 20 }),
    'tree/project/labels.ndjson': lines({ title: 'bug', color: '#ff0000' }),
  })
})

function inForce(values: SettingValues, { sim } = here): void {
  storeSettings(sim.world, values, sim.now())
  sim.clock.advance('61s')
}

const imported = (id: number, user = 'alice') => here.as(user).get(`/projects/${id}/import`).json

describe('an upload', () => {
  test('makes a project that is filled a little later', () => {
    const alice = here.as('alice')
    const reply = upload(alice, archive)
    expect(reply).toMatchObject({
      status: 201,
      json: {
        name: 'imported',
        path_with_namespace: 'alice/imported',
        description: null,
        import_status: 'scheduled',
        import_type: 'gitlab_project',
        failed_relations: [],
        import_error: null,
        stats: null,
      },
    })
    expect(reply.json.correlation_id).toBe(reply.headers['X-Request-Id'])
    const { id } = reply.json
    const seen = [imported(id), imported(id), imported(id)].map((it) => it.import_status)
    expect(seen).toEqual(['started', 'started', 'finished'])
    expect(imported(id)).toMatchObject({
      description: 'From elsewhere',
      correlation_id: reply.json.correlation_id,
    })
    expect(alice.get(`/projects/${id}`).json.visibility).toBe('public')
    expect(alice.get(`/projects/${id}/labels`).json).toMatchObject([{ name: 'bug' }])
  })

  test('has its keys in the order of the service', () => {
    expect(Object.keys(upload(here.as('alice'), archive).json)).toEqual([
      'id',
      'description',
      'name',
      'name_with_namespace',
      'path',
      'path_with_namespace',
      'created_at',
      'import_status',
      'import_type',
      'correlation_id',
      'failed_relations',
      'import_error',
      'stats',
    ])
  })

  test('takes a name, a namespace by path or by id, and values that win', () => {
    const alice = here.as('alice')
    const fields = { path: 'one', name: 'Number one', namespace: 'acme/platform' }
    expect(upload(alice, archive, fields).json).toMatchObject({
      name: 'Number one',
      path_with_namespace: 'acme/platform/one',
    })
    const wish = {
      path: 'two',
      namespace: '1',
      'override_params[description]': 'Mine',
      'override_params[visibility]': 'private',
      'override_params[merge_method]': 'ff',
      'override_params[issues_access_level]': 'disabled',
      'override_params[topics]': 'a,b',
      'override_params[no_such_key]': 'x',
      overwrite: 'False',
    }
    const { json } = upload(alice, archive, wish)
    here.sim.clock.advance('5s')
    expect(alice.get(`/projects/${json.id}`).json).toMatchObject({
      path_with_namespace: 'acme/two',
      description: 'Mine',
      visibility: 'private',
      merge_method: 'ff',
      issues_access_level: 'disabled',
      topics: ['a', 'b'],
    })
  })

  test.each([
    ['alice', 'default'],
    ['root', 'elsewhere'],
  ])('asked for by %s, lies in the storage %s', (user, storage) => {
    const wish = { path: 'stored', 'override_params[repository_storage]': 'elsewhere' }
    const { json } = upload(here.as(user), archive, wish)
    here.sim.clock.advance('5s')
    expect(here.as('root').get(`/projects/${json.id}`).json.repository_storage).toBe(storage)
  })

  test('is as visible as the archive says, and no more than its group', () => {
    const { json } = upload(here.as('alice'), archive, { path: 'one', namespace: 'acme' })
    here.sim.clock.advance('5s')
    expect(here.as('alice').get(`/projects/${json.id}`).json.visibility).toBe('private')
  })

  test('is as visible as the installation allows', () => {
    inForce({ restricted_visibility_levels: ['public'] })
    const { json } = upload(here.as('alice'), archive)
    here.sim.clock.advance('5s')
    expect(here.as('alice').get(`/projects/${json.id}`).json.visibility).toBe('internal')
  })

  test('makes its importer a maintainer, in the own namespace the owner', () => {
    const level = (user: string, fields: { path: string; namespace?: string }) => {
      const { json } = upload(here.as(user), archive, fields)
      here.sim.clock.advance('5s')
      const members = here.as(user).get(`/projects/${json.id}/members`).json
      return members.map((it: { username: string; access_level: number }) => [it.username, it.access_level])
    }
    expect(level('alice', { path: 'one', namespace: 'acme' })).toEqual([['alice', 40]])
    expect(level('bob', { path: 'two', namespace: 'acme' })).toEqual([['bob', 40]])
    expect(level('bob', { path: 'three' })).toEqual([['bob', 50]])
  })

  test('is an event for auditors', () => {
    const { json } = upload(here.as('alice'), archive)
    expect(here.as('alice').get(`/projects/${json.id}/audit_events`).json[0].details).toMatchObject({
      add: 'project',
    })
  })
})

describe('an upload is refused', () => {
  const badFile = 'You need to upload a GitLab project export archive (ending in .gz).'

  test.each([
    [{}, 'path is missing, file is missing'],
    [{ path: 'a' }, 'file is missing'],
    [{ path: 'a', file: 'text' }, 'file is invalid'],
  ])('as JSON: %j', (body, error) => {
    expect(here.as('alice').post('/projects/import', body)).toMatchObject({ status: 400, json: { error } })
  })

  test.each([
    [{ overwrite: 'maybe' }, 'overwrite is invalid'],
    [{ override_params: 'x' }, 'override_params is invalid'],
    [{ 'override_params[visibility]': 'x' }, 'override_params[visibility] does not have a valid value'],
  ])('for parameters: %j', (fields, error) => {
    const reply = upload(here.as('alice'), archive, { path: 'a', ...fields })
    expect(reply).toMatchObject({ status: 400, json: { error } })
  })

  test.each(['archive.zip', 'archive.tar.GZ', 'archive', 'gz'])('with a file called %s', (name) => {
    expect(upload(here.as('alice'), archive, { path: 'a' }, name)).toMatchObject({
      status: 422,
      json: { message: { error: badFile } },
    })
  })

  test('with a plain text as its file', () => {
    const body = uploading({ path: 'a', file: 'x' }, { field: 'other', name: 'a.gz', bytes: archive })
    expect(here.as('alice').send('POST', '/projects/import', body)).toMatchObject({
      status: 400,
      json: { error: 'file is invalid' },
    })
  })

  test('with what only the front proxy may say of a file', () => {
    for (const name of ['file.path', 'file.name', 'file.size', 'file.remote_url'])
      expect(upload(here.as('alice'), archive, { path: 'a', [name]: '/etc/passwd' }).status).toBe(400)
  })

  test.each([
    ['mallory', 'acme', 404, '404 Namespace Not Found'],
    ['alice', 'nowhere', 404, '404 Namespace Not Found'],
    ['alice', '987654', 404, '404 Namespace Not Found'],
    ['alice', 'bob', 404, '404 Namespace Not Found'],
    ['dave', 'acme', 400, 'Namespace is not valid'],
    ['erin', 'acme', 400, 'Namespace is not valid'],
    ['carol', 'acme', 400, 'User is not allowed to import projects'],
    ['acme-webapp-bot', undefined, 400, 'Namespace is not valid'],
  ])('for %s into %s', (user, namespace, status, message) => {
    const fields = { path: 'a', ...(namespace !== undefined && { namespace }) }
    expect(upload(here.as(user), archive, fields)).toMatchObject({ status, json: { message } })
  })

  test('into a public group, of which the caller is no member', () => {
    here.as('root').put('/groups/acme', { visibility: 'public' })
    const fields = { path: 'a', namespace: 'acme' }
    const missing = { status: 404, json: { message: '404 Namespace Not Found' } }
    expect(upload(here.as('mallory'), archive, fields)).toMatchObject(missing)
  })

  test('into a group to developers in one dialect only', () => {
    expect(upload(real.as('carol'), archive, { path: 'a', namespace: 'acme' }).status).toBe(201)
  })

  const badPath =
    "Path can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in '.git' or end in '.atom'"
  const special =
    'Path must not start or end with a special character and must not contain consecutive special characters.'
  const badName =
    "Name can contain only letters, digits, emojis, '_', '.', '+', dashes, or spaces. It must start with a letter, digit, emoji, or '_'."

  test.each([
    [{ path: 'dotfiles' }, 'Project namespace name has already been taken'],
    [{ path: 'dotfiles', name: 'Other' }, 'Path has already been taken'],
    [{ path: 'a b', name: 'x' }, badPath],
    [{ path: 'a.git', name: 'x' }, badPath],
    [{ path: '-a', name: 'x' }, badPath],
    [{ path: 'a..b', name: 'x' }, special],
    [{ path: 'a-', name: 'x' }, special],
    [{ path: '_a', name: 'x' }, special],
    [{ path: 'badges', name: 'x' }, 'Path badges is a reserved name'],
    [{ path: 'x', name: '!' }, badName],
    [{ path: '' }, "Path can't be blank"],
  ])('for %j', (fields, message) => {
    expect(upload(here.as('alice'), archive, fields)).toMatchObject({ status: 400, json: { message } })
  })

  test('beyond the limit of a user', () => {
    const limit = (projectsLimit: number) => {
      here.sim.world.users.update(2, { projectsLimit })
      return upload(here.as('alice'), archive).json.message
    }
    expect(limit(1)).toBe(
      "Limit reached You've reached your limit of 1 projects created. Contact your GitLab administrator.",
    )
    expect(limit(0)).toBe(
      'Limit reached You cannot create projects in your personal namespace. Contact your GitLab administrator.',
    )
  })

  test('where the visibility of new projects is restricted', () => {
    inForce({ restricted_visibility_levels: ['private'] })
    expect(upload(here.as('alice'), archive).json).toEqual({
      message: 'Visibility level private has been restricted by your GitLab administrator',
    })
    expect(upload(here.as('root'), archive).status).toBe(201)
  })

  test('where projects may not come from archives', () => {
    inForce({ import_sources: ['github'] })
    expect(upload(here.as('alice'), archive)).toMatchObject({
      status: 403,
      json: { message: '403 Forbidden' },
    })
  })

  test('beyond the size of the settings', () => {
    inForce({ max_import_size: 1 })
    expect(upload(here.as('alice'), archive).status).toBe(201)
    const reply = upload(here.as('alice'), new Uint8Array(1024 * 1024 + 1), { path: 'large' })
    expect(reply).toMatchObject({ status: 413, headers: { 'Content-Type': 'text/plain' } })
  })

  test('to nobody', () => {
    expect(upload(here.as(), archive)).toMatchObject({ status: 401, json: { message: '401 Unauthorized' } })
  })

  test('and leaves nothing', () => {
    const before = standing(here.sim.world)
    upload(here.as('alice'), archive, { path: 'a b' })
    upload(here.as('carol'), archive, { path: 'a', namespace: 'acme' })
    upload(here.as('alice'), archive, { path: 'a' }, 'a.zip')
    expect(writtenSince(before, here.sim.world)).toEqual([])
  })

  test('for the preflight of the front proxy', () => {
    expect(here.as('root').post('/projects/import/authorize')).toMatchObject({
      status: 403,
      json: { message: '403 Forbidden' },
    })
  })
})

describe('the limit of imports', () => {
  const limited = perTest({ rateLimits: true, clock: 'frozen' })

  test('is six a minute for each user', () => {
    const alice = limited.as('alice')
    for (let i = 0; i < 6; i++) expect(upload(alice, archive, { path: `a${i}` }).status).toBe(201)
    expect(upload(alice, archive, { path: 'a' })).toMatchObject({
      status: 429,
      json: { message: { error: 'This endpoint has been requested too many times. Try again later.' } },
    })
    expect(alice.post('/projects/remote-import', { url: 'https://a.b', path: 'x' }).status).toBe(429)
    expect(upload(limited.as('bob'), archive).status).toBe(201)
    limited.sim.clock.advance('60s')
    expect(upload(alice, archive, { path: 'a' }).status).toBe(201)
  })

  test('does not count what is refused because archives are no source', () => {
    inForce({ import_sources: [] }, limited)
    const alice = limited.as('alice')
    for (let i = 0; i < 8; i++) expect(upload(alice, archive).status).toBe(403)
    inForce({ import_sources: ['gitlab_project'] }, limited)
    expect(upload(alice, archive).status).toBe(201)
  })

  test('counts all three ways of importing together', () => {
    limited.as('root').post('/features/import_project_from_remote_file_s3', { value: 'true' })
    const alice = limited.as('alice')
    const object = {
      region: 'x y',
      bucket_name: 'b',
      file_key: 'k',
      access_key_id: 'i',
      secret_access_key: 's',
    }
    const asked = () => [
      upload(alice, archive, { path: 'a' }, 'a.zip').status,
      alice.post('/projects/remote-import', { url: 'ftp://x', path: 'a' }).status,
      alice.post('/projects/remote-import-s3', { ...object, path: 'a' }).status,
    ]
    expect([...asked(), ...asked(), ...asked()]).toEqual([422, 400, 400, 422, 400, 400, 429, 429, 429])
  })

  test('does not count what is refused for its parameters, and counts what is refused later', () => {
    const alice = limited.as('alice')
    for (let i = 0; i < 7; i++) expect(alice.post('/projects/import', {}).status).toBe(400)
    for (let i = 0; i < 6; i++) expect(upload(alice, archive, { path: 'a' }, 'a.zip').status).toBe(422)
    expect(upload(alice, archive).status).toBe(429)
  })
})

describe('the status of an import', () => {
  test('is none for a project that was never imported', () => {
    expect(imported(1)).toMatchObject({
      import_status: 'none',
      import_type: null,
      correlation_id: null,
      failed_relations: [],
      import_error: null,
      stats: null,
    })
  })

  test('is for everybody who is signed in and sees the project', () => {
    expect(here.as('erin').get('/projects/1/import').status).toBe(200)
    expect(here.as('mallory').get('/projects/3/import').status).toBe(200)
    expect(here.as('mallory').get('/projects/1/import').status).toBe(404)
    expect(here.as().get('/projects/3/import').status).toBe(401)
  })
})

describe('an overwriting import', () => {
  const over = (user: string, fields: { [name: string]: string } = {}) => {
    const bytes = exported(here.as('alice'), 1, (by) => here.sim.clock.advance(by))
    const reply = upload(here.as(user), bytes, {
      path: 'webapp',
      namespace: 'acme',
      overwrite: 'True',
      ...fields,
    })
    return reply
  }

  test('is filled under a path of its own, then takes the place of the other', () => {
    const alice = here.as('alice')
    const { json, status } = over('alice')
    expect(status).toBe(201)
    expect(json.path).toMatch(/^webapp-[0-9a-f]{32}$/)
    expect(json.name).toBe(json.path)
    expect(alice.get('/projects/acme%2Fwebapp').json.id).toBe(1)
    here.sim.clock.advance('5s')
    expect(imported(json.id)).toMatchObject({
      import_status: 'finished',
      name: 'Webapp',
      path_with_namespace: 'acme/webapp',
    })
    expect(alice.get('/projects/acme%2Fwebapp').json).toMatchObject({
      id: json.id,
      star_count: 3,
      forks_count: 1,
    })
    expect(alice.get('/projects/1').status).toBe(404)
    expect(here.as('carol').get('/projects/5').json.forked_from_project.id).toBe(json.id)
    expect(alice.get(`/projects/${encodeURIComponent(json.path_with_namespace)}`).status).toBe(404)
  })

  test('keeps a name that was given', () => {
    const { json } = over('alice', { name: 'Shop' })
    expect(json.name).toBe('Shop')
    here.sim.clock.advance('5s')
    expect(imported(json.id)).toMatchObject({ name: 'Shop', path: 'webapp' })
  })

  test('fails for those who do not own the namespace, and leaves the other untouched', () => {
    const { json } = over('bob')
    here.sim.clock.advance('5s')
    const failed = imported(json.id, 'bob')
    expect(failed.import_status).toBe('failed')
    expect(failed.import_error).toContain('User bob (3) cannot overwrite a project in acme')
    expect(here.as('alice').get('/projects/acme%2Fwebapp').json).toMatchObject({ id: 1, star_count: 3 })
  })

  test('is an ordinary one where nothing is to be overwritten', () => {
    expect(upload(here.as('alice'), archive, { path: 'fresh', overwrite: 'true' }).json.path).toBe('fresh')
  })
})
