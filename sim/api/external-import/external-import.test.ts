import { describe, expect, test } from 'vitest'
import { type Calls, callsOf, testSimulator } from '../../testing/calls.ts'

const base = testSimulator()

function fresh(options?: Parameters<typeof testSimulator>[0]) {
  const sim = options === undefined ? base.fork() : testSimulator(options)
  return { sim, alice: callsOf(sim, 'alice'), as: (user: string) => callsOf(sim, user) }
}

const wish = { personal_access_token: 'remote-token', repo_id: 1, target_namespace: 'acme' }

function polled(calls: Calls, id: number): readonly { readonly status: string; readonly stats: unknown }[] {
  const seen: { status: string; stats: unknown }[] = []
  for (let i = 0; i < 6; i++) {
    const { import_status: status, stats } = calls.get(`/projects/${id}/import`).json
    if (seen.at(-1)?.status !== status || JSON.stringify(seen.at(-1)?.stats) !== JSON.stringify(stats))
      seen.push({ status, stats })
  }
  return seen
}

describe('an import from the hosted service', () => {
  test('answers with the project, and brings everything within three seconds', () => {
    const { alice } = fresh()
    const { status, json } = alice.post('/import/extgit', wish)
    expect(status).toBe(201)
    expect(json).toEqual({
      id: expect.any(Number),
      name: 'source-repo',
      full_path: '/acme/source-repo',
      full_name: 'Acme / source-repo',
    })
    const fetched = {
      diff_note: 1,
      issue: 2,
      label: 2,
      milestone: 1,
      note: 3,
      pull_request: 2,
      pull_request_merged_by: 1,
    }
    expect(polled(alice, json.id)).toEqual([
      { status: 'started', stats: { fetched: {}, imported: {} } },
      { status: 'started', stats: { fetched, imported: {} } },
      { status: 'finished', stats: { fetched, imported: fetched } },
    ])
    expect(alice.get(`/projects/${json.id}/import`).json).toMatchObject({
      import_type: 'extgit',
      import_error: null,
      failed_relations: [],
    })
    expect(
      alice.get(`/projects/${json.id}/repository/branches`).json.map(({ name }: { name: string }) => name),
    ).toEqual(['main', 'rain', 'wind'])
    expect(alice.get(`/projects/${json.id}/issues?state=all`).json).toHaveLength(2)
    expect(
      alice
        .get(`/projects/${json.id}/merge_requests?state=all`)
        .json.map(({ state }: { state: string }) => state)
        .sort(),
    ).toEqual(['merged', 'opened'])
    expect(alice.get(`/projects/${json.id}/milestones`).json[0].title).toBe('First release')
    expect(alice.get(`/projects/${json.id}/repository/files/sky.py/raw?ref=v0.1`).body).toBeDefined()
  })

  test('takes the name that was asked for, and a path that fits it', () => {
    const { alice } = fresh()
    const { json } = alice.post('/import/extgit', {
      ...wish,
      new_name: 'The Weather',
      target_namespace: '/acme/platform',
    })
    expect(json).toMatchObject({ name: 'The Weather', full_path: '/acme/platform/the-weather' })
  })

  test.each([
    ['a private repository is a private project', { ...wish, repo_id: 2 }, 'private'],
    ['another one has the visibility of new projects, as far as its group allows', wish, 'private'],
    ['in a namespace of one’s own, too', { ...wish, target_namespace: 'alice' }, 'private'],
  ])('%s', (_, given, visibility) => {
    const { alice } = fresh()
    const { json } = alice.post('/import/extgit', given)
    expect(alice.get(`/projects/${json.id}`).json.visibility).toBe(visibility)
    polled(alice, json.id)
    expect(alice.get(`/projects/${json.id}`).json.visibility).toBe(visibility)
  })

  test('asked for with a group token is as open as the repository, as far as its group allows', () => {
    const { as } = fresh()
    const bot = as('acme-bot')
    const { status, json } = bot.post('/import/extgit', wish)
    expect(status).toBe(201)
    expect(bot.get(`/projects/${json.id}`).json.visibility).toBe('private')
    as('alice').put('/groups/acme', { visibility: 'public' })
    const open = bot.post('/import/extgit', { ...wish, new_name: 'open' }).json
    expect(bot.get(`/projects/${open.id}`).json.visibility).toBe('public')
    const hidden = bot.post('/import/extgit', { ...wish, repo_id: 2 }).json
    expect(bot.get(`/projects/${hidden.id}`).json.visibility).toBe('private')
    // Nothing is ever imported into the namespace of a bot.
    const own = { ...wish, target_namespace: bot.get('/user').json.username }
    expect(bot.post('/import/extgit', own).status).toBe(422)
  })

  test('goes by the name of the real service in its dialect, which its clients call anyway', () => {
    const { alice } = fresh({ dialect: 'real' })
    const { json } = alice.post('/import/github', { ...wish, github_hostname: '' })
    expect(alice.get(`/projects/${json.id}/import`).json.import_type).toBe('github')
  })
})

describe('an import from the hosted service is refused', () => {
  const missing =
    'personal_access_token is missing, repo_id is missing, target_namespace is missing, target_namespace is empty'
  test.each<[string, object, number, object]>([
    ['without anything', {}, 400, { error: missing }],
    ['for a number that is none', { ...wish, repo_id: 'x' }, 400, { error: 'repo_id is invalid' }],
    [
      'for an empty namespace',
      { ...wish, target_namespace: '' },
      400,
      { error: 'target_namespace is empty' },
    ],
    [
      'for stages that are no object',
      { ...wish, optional_stages: 'x' },
      400,
      { error: 'optional_stages is invalid' },
    ],
    [
      'for an address that must not be called',
      { ...wish, extgit_hostname: 'ftp://remote' },
      400,
      { errors: 'Invalid URL: ftp://remote' },
    ],
    [
      'for a local address',
      { ...wish, extgit_hostname: 'http://10.0.0.1' },
      400,
      { errors: 'Invalid URL: http://10.0.0.1' },
    ],
    [
      'for a namespace that there is not',
      { ...wish, target_namespace: 'nowhere' },
      422,
      { errors: 'Namespace or group to import repository into does not exist.' },
    ],
    [
      'for somebody else’s namespace',
      { ...wish, target_namespace: 'bob' },
      422,
      { errors: 'This namespace has already been taken! Please choose another one.' },
    ],
    [
      'for a token that the host does not know',
      { ...wish, personal_access_token: 'invalid-1' },
      422,
      { errors: 'Import failed due to a GitHub error: {"message":"Bad credentials"} (HTTP 401)' },
    ],
    [
      'for a repository that there is not',
      { ...wish, repo_id: 99 },
      422,
      { errors: 'Import failed due to a GitHub error: {"message":"Not Found"} (HTTP 404)' },
    ],
    [
      'for a repository without a number',
      { ...wish, repo_id: '' },
      422,
      { errors: 'Import failed due to a GitHub error: {"message":"Not Found"} (HTTP 404)' },
    ],
    [
      'when the host has had enough',
      { ...wish, personal_access_token: 'limited-1' },
      429,
      { error: 'Too Many Requests' },
    ],
    [
      'for a name that is taken',
      { ...wish, new_name: 'Webapp' },
      422,
      { errors: 'Name has already been taken, Path has already been taken' },
    ],
    [
      'for a path that is taken',
      { ...wish, new_name: 'webapp' },
      422,
      { errors: 'Path has already been taken' },
    ],
  ])('%s', (_, given, status, body) => {
    const { alice } = fresh()
    const { status: seen, json } = alice.post('/import/extgit', given)
    expect([seen, json]).toEqual([status, body])
  })

  test.each([
    ['dave', 'acme'],
    ['carol', 'acme'],
    ['mallory', 'acme'],
  ])('for %s, who may not import into %s', (user, target_namespace) => {
    const { as } = fresh()
    expect(as(user).post('/import/extgit', { ...wish, target_namespace }).json).toEqual({
      errors: 'This namespace has already been taken! Please choose another one.',
    })
  })

  test('without a credential', () => {
    expect(callsOf(base.fork()).post('/import/extgit', wish).status).toBe(401)
  })

  test('when its source is switched off, a minute after that', () => {
    const { sim, alice, as } = fresh()
    as('root').put('/application/settings', { import_sources: ['gitlab_project'] })
    sim.clock.advance('61s')
    const { status, json } = alice.post('/import/extgit', wish)
    expect([status, json]).toEqual([403, { errors: ['github import source is disabled'] }])
  })

  test('for what is larger than the limit of the installation', () => {
    const { sim, alice, as } = fresh()
    expect(as('root').put('/application/settings', { repository_size_limit: 1 }).status).toBe(200)
    sim.clock.advance('61s')
    expect(alice.post('/import/extgit', wish).status).toBe(201)
  })
})

describe('canceling', () => {
  test('stops an import that is not over, and leaves the project', () => {
    const { alice } = fresh()
    const { id } = alice.post('/import/extgit', wish).json
    const { status, json } = alice.post('/import/extgit/cancel', { project_id: id })
    expect(status).toBe(200)
    expect(json).toEqual({
      id,
      name: 'source-repo',
      full_path: '/acme/source-repo',
      full_name: 'Acme / source-repo',
      import_source: 'source/source-repo',
      import_status: 'canceled',
      human_import_status_name: 'canceled',
      provider_link: '/source/source-repo',
    })
    expect(polled(alice, id).map((seen) => seen.status)).toEqual(['canceled'])
    expect(alice.get(`/projects/${id}/issues`).json).toEqual([])
    expect(alice.post('/import/extgit/cancel', { project_id: id }).json.message).toBe(
      'The import cannot be canceled because it is canceled',
    )
  })

  test('is refused once it is over', () => {
    const { sim, alice } = fresh()
    const { id } = alice.post('/import/extgit', wish).json
    sim.clock.advance('10s')
    const { status, json } = alice.post('/import/extgit/cancel', { project_id: id })
    expect([status, json.message]).toEqual([400, 'The import cannot be canceled because it is finished'])
  })

  test.each<[string, string, object, number, object]>([
    ['nothing said', 'alice', {}, 400, { error: 'project_id is missing' }],
    ['no number', 'alice', { project_id: 'x' }, 400, { error: 'project_id is invalid' }],
    ['nobody', 'alice', { project_id: 9999 }, 404, { message: '404 Not found' }],
    ['no import', 'alice', { project_id: 1 }, 404, { message: '404 Not found' }],
  ])('of %s is refused', (_, user, given, status, body) => {
    const { as } = fresh()
    const reply = as(user).post('/import/extgit/cancel', given)
    expect([reply.status, reply.json]).toEqual([status, body])
  })

  test('is for owners; who cannot see the project is not told of it', () => {
    const { alice, as } = fresh()
    const { id } = alice.post('/import/extgit', wish).json
    expect(as('bob').post('/import/extgit/cancel', { project_id: id }).json).toEqual({
      message: 'Unauthorized access',
    })
    expect(as('mallory').post('/import/extgit/cancel', { project_id: id }).json).toEqual({
      message: 'Not Found',
    })
  })

  test('is for administrators, too', () => {
    const { alice, as } = fresh()
    const { id } = alice.post('/import/extgit', wish).json
    expect(as('root').post('/import/extgit/cancel', { project_id: id }).status).toBe(200)
  })
})

describe('gists', () => {
  function withFlag() {
    const world = fresh()
    world.as('root').post('/features/github_import_gists', { value: 'true' })
    return world
  }

  test('become snippets, unless they have more than ten files', () => {
    const { sim, alice } = withFlag()
    const { status, json } = alice.post('/import/extgit/gists', { personal_access_token: 'remote-token' })
    expect([status, json]).toEqual([202, 202])
    expect(alice.post('/import/extgit/gists', { personal_access_token: 'remote-token' }).json).toEqual({
      errors: 'Import already in progress',
    })
    const before: readonly { title: string }[] = alice.get('/snippets').json
    sim.clock.advance('5s')
    const after: readonly { title: string }[] = alice.get('/snippets').json
    expect(after).toHaveLength(before.length + 2)
    expect(after[1]).toMatchObject({ title: 'Secret notes', visibility: 'private' })
    expect(after[0]).toMatchObject({
      title: 'Shell aliases',
      visibility: 'public',
      author: { username: 'alice' },
      files: [{ path: 'aliases.sh' }, { path: 'README.md' }],
    })
    expect(alice.post('/import/extgit/gists', { personal_access_token: 'remote-token' }).status).toBe(202)
  })

  test.each<[object, number, object]>([
    [{}, 400, { error: 'personal_access_token is missing' }],
    [{ personal_access_token: 'invalid-1' }, 401, { errors: 'Access denied to the GitHub account.' }],
    [{ personal_access_token: 'limited-1' }, 429, { error: 'Too Many Requests' }],
  ])('%j are refused', (given, status, body) => {
    const { alice } = withFlag()
    const reply = alice.post('/import/extgit/gists', given)
    expect([reply.status, reply.json]).toEqual([status, body])
  })

  test('are nothing unless their flag is set', () => {
    const { alice } = fresh()
    expect(alice.post('/import/extgit/gists', { personal_access_token: 'remote-token' }).json).toEqual({
      message: '404 Not Found',
    })
  })
})

describe('an import from a self-hosted server', () => {
  const server = {
    bitbucket_server_url: 'http://server.example',
    bitbucket_server_username: 'somebody',
    personal_access_token: 'remote-token',
    bitbucket_server_project: 'SRC',
    bitbucket_server_repo: 'weather',
  }

  test('answers with where it comes from, and brings everything', () => {
    const { sim, alice } = fresh()
    const { status, json } = alice.post('/import/extserver', { ...server, target_namespace: 'acme' })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      full_path: '/acme/weather',
      import_source: 'SRC/weather',
      import_status: 'scheduled',
      human_import_status_name: 'scheduled',
      provider_link: '/SRC/weather',
    })
    sim.clock.advance('10s')
    expect(alice.get(`/projects/${json.id}/import`).json).toMatchObject({
      import_status: 'finished',
      import_type: 'extserver',
      stats: null,
    })
    expect(alice.get(`/projects/${json.id}/merge_requests?state=all`).json).toHaveLength(2)
  })

  test('goes into the caller’s own namespace unless told', () => {
    const { alice } = fresh()
    expect(alice.post('/import/bitbucket_server', server).json.full_path).toBe('/alice/weather')
  })

  test('makes the groups that are missing', () => {
    const { alice } = fresh()
    expect(
      alice.post('/import/extserver', { ...server, new_namespace: 'acme/new/deep', target_namespace: '' })
        .json.full_path,
    ).toBe('/acme/new/deep/weather')
    expect(alice.get('/groups/acme%2Fnew%2Fdeep').status).toBe(200)
  })

  test.each<[string, object, string]>([
    [
      'who may open no groups imports into the own namespace',
      { target_namespace: 'brand/new' },
      '/carol/weather',
    ],
    ['who may open no groups there, too', { target_namespace: 'acme/brand' }, '/carol/weather'],
  ])('%s instead', (_, given, path) => {
    const { sim, as } = fresh()
    sim.world.users.update(4, { canCreateGroup: false })
    expect(as('carol').post('/import/extserver', { ...server, ...given }).json.full_path).toBe(path)
    expect(as('root').get('/groups/brand').status).toBe(404)
  })

  const missing =
    'bitbucket_server_url is missing, bitbucket_server_username is missing, personal_access_token is missing, bitbucket_server_project is missing, bitbucket_server_repo is missing'
  test.each<[string, object, number, object]>([
    ['without anything', {}, 400, { error: missing }],
    [
      'for an address that must not be called',
      { ...server, bitbucket_server_url: 'ftp://x.example' },
      400,
      { message: { error: 'Invalid URL: ftp://x.example' } },
    ],
    [
      'for a repository that there is not',
      { ...server, bitbucket_server_repo: 'nothing' },
      422,
      { message: { error: 'Project SRC/nothing could not be found' } },
    ],
    [
      'for a token that is unknown there',
      { ...server, personal_access_token: 'invalid-1' },
      400,
      { message: { error: 'Import failed due to a BitBucket Server error: {"message":"Bad credentials"}' } },
    ],
    [
      'for a name that is taken',
      { ...server, target_namespace: 'acme', new_name: 'Webapp' },
      422,
      { message: { error: 'Name has already been taken, Path has already been taken' } },
    ],
  ])('is refused %s', (_, given, status, body) => {
    const { alice } = fresh()
    const reply = alice.post('/import/extserver', given)
    expect([reply.status, reply.json]).toEqual([status, body])
  })

  test('is refused into a group in which one may not import', () => {
    const { as } = fresh()
    const { status, json } = as('carol').post('/import/extserver', { ...server, target_namespace: 'acme' })
    expect([status, json]).toEqual([
      401,
      { message: { error: "You don't have permissions to import this project" } },
    ])
  })
})
