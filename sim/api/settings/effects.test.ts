import { describe, expect, test } from 'vitest'
import { callsOf, type Reply, testSimulator } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'
import { type PublicKeySample, publicKeys } from '../../testing/public-keys.ts'

const here = perTest()
const as = (user?: string) => here.as(user)
const set = (values: object) => as('root').put('/application/settings', values)

/** Changes settings, and lets the minute pass after which everything acts on them. */
function decide(values: object): void {
  expect(set(values).status).toBe(200)
  here.sim.clock.advance('1m')
}

const project = (values: object = {}, user = 'alice'): Reply =>
  as(user).post('/projects', { name: `p${here.sim.now()}`, ...values })
const group = (values: object = {}, user = 'alice'): Reply => {
  const path = `g${here.sim.now()}`
  return as(user).post('/groups', { name: path, path, ...values })
}
const refused = ({ status, json }: Reply) => [status, json.message]

describe('the cache', () => {
  test('lets other operations act on the old value for a minute, and keeps order', () => {
    set({ default_project_visibility: 'internal' })
    expect(project().json.visibility).toBe('private')
    here.sim.clock.advance('30s')
    set({ default_project_visibility: 'public' })
    expect(project().json.visibility).toBe('private')
    here.sim.clock.advance('28s')
    expect(project().json.visibility).toBe('internal')
    here.sim.clock.advance('1m')
    expect(project().json.visibility).toBe('public')
  })

  test('may be short, or none at all', () => {
    for (const [settingsCache, statuses] of [
      [0, ['public', 'public']],
      ['5s', ['private', 'public']],
    ] as const) {
      const sim = testSimulator({ settingsCache })
      callsOf(sim, 'root').put('/application/settings', { default_project_visibility: 'public' })
      const made = (name: string) => callsOf(sim, 'alice').post('/projects', { name }).json.visibility
      const first = made('first')
      sim.clock.advance('5s')
      expect([first, made('second')]).toEqual(statuses)
    }
    expect(() => testSimulator({ settingsCache: 'soon' })).toThrow(RangeError)
  })

  test('goes back with the world', () => {
    const mark = here.sim.snapshot()
    decide({ default_project_visibility: 'public' })
    here.sim.restore(mark)
    expect(project().json.visibility).toBe('private')
  })
})

describe('who gets in', () => {
  test('with admin mode on, only tokens of that scope have powers', () => {
    const body = { name: 'x', scopes: ['api', 'admin_mode', 'sudo'] }
    const { token } = as('root').post('/users/1/personal_access_tokens', body).json
    decide({ admin_mode: true })
    expect(as('root').get('/application/settings').status).toBe(403)
    expect(as('root').get('/user').status).toBe(200)
    expect(refused(as('root').send('GET', '/user', { headers: { sudo: 'bob' } }))).toEqual([
      403,
      '403 Forbidden - Must be admin to use sudo',
    ])
    const elevated = { headers: { 'private-token': token } }
    expect(as().send('GET', '/application/settings', elevated).status).toBe(200)
    const sudo = { headers: { 'private-token': token, sudo: 'bob' } }
    expect(as().send('GET', '/user', sudo).json.username).toBe('bob')
  })

  test('personal tokens can be switched off, OAuth goes on', () => {
    decide({ disable_personal_access_tokens: true })
    for (const user of ['root', 'alice', 'acme-webapp-bot', 'carol-impersonation'])
      expect(refused(as(user).get('/user'))).toEqual([401, '401 Unauthorized'])
    expect(as().get('/user?access_token=alice-oauth-token').status).toBe(200)
  })

  test('terms keep everybody out who has not accepted them in their present wording', () => {
    decide({ enforce_terms: true, terms: 'Be kind' })
    const text =
      '403 Forbidden - You (@alice) must accept the Terms of Service in order to perform this action. To accept these terms, please access GitLab from a web browser at http://127.0.0.1:8080.'
    expect(refused(as('alice').get('/user'))).toEqual([403, text])
    here.sim.world.users.update(2, { acceptedTerms: 'Be kind' })
    expect(as('alice').get('/user').status).toBe(200)
    expect(as('acme-webapp-bot').get('/user').status).toBe(200)
  })

  test('in maintenance nothing is written but the settings', () => {
    decide({ maintenance_mode: true })
    expect(refused(project())).toEqual([403, 'You cannot perform write operations on a read-only instance'])
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(
      here.sim.handle({ method: 'POST', url: '/api/v4/projects', headers: form, body: 'name=x' }),
    ).toMatchObject({ status: 301, headers: { location: 'http://127.0.0.1:8080/' }, body: '' })
    expect(as('alice').get('/projects').status).toBe(200)
    decide({ maintenance_mode: false })
    expect(project().status).toBe(201)
  })

  test('passwords may be good for nothing but web pages', () => {
    const { application_id, secret } = as('root').post('/applications', {
      name: 'x',
      redirect_uri: 'https://a.example',
      scopes: 'api',
    }).json
    const form = { grant_type: 'password', username: 'carol', password: 'carol-password' }
    const ask = () =>
      here.sim.handle({
        method: 'POST',
        url: '/oauth/token',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...form, client_id: application_id, client_secret: secret }),
      })
    expect(ask().status).toBe(200)
    decide({ password_authentication_enabled_for_git: false })
    expect(ask()).toMatchObject({ status: 400, body: expect.stringContaining('invalid_grant') })
  })

  test('git comes in over SSH alone, or not to push', () => {
    const credentials = Buffer.from('any:carol-token').toString('base64')
    const headers = { authorization: `Basic ${credentials}` }
    const ask = (service: string) => {
      const url = `/acme/webapp.git/info/refs?service=git-${service}`
      const { status, body } = here.sim.handle({ method: 'GET', url, headers })
      return [status, status === 200 ? '' : body]
    }
    expect(ask('receive-pack')[0]).toBe(200)
    decide({ maintenance_mode: true })
    expect(ask('upload-pack')[0]).toBe(200)
    expect(ask('receive-pack')).toEqual([
      403,
      'Git push is not allowed because this GitLab instance is currently in (read-only) maintenance mode.\n',
    ])
    decide({ maintenance_mode: false, enabled_git_access_protocol: 'ssh' })
    expect(ask('upload-pack')).toEqual([403, 'Git access over HTTP is not allowed\n'])
  })

  test('authentication tokens of runners end in time, each kind in its own', () => {
    decide({ project_runner_token_expiration_interval: 3600, group_runner_token_expiration_interval: 7200 })
    const register = (path: string) =>
      as().post('/runners', { token: as('alice').get(path).json.runners_token }).json
    const [ofProject, ofGroup] = [register('/projects/1'), register('/groups/1')]
    const hours = ({ token_expires_at: at }: { readonly token_expires_at: string }) => at.slice(11, 13)
    expect([hours(ofProject), hours(ofGroup)]).toEqual(['01', '02'])
    const verify = (token: string) => as().post('/runners/verify', { token }).status
    expect([verify(ofProject.token), verify(ofGroup.token)]).toEqual([200, 200])
    here.sim.clock.advance('1h')
    expect([verify(ofProject.token), verify(ofGroup.token)]).toEqual([403, 200])
    const reset = () => as('alice').post(`/runners/${ofProject.id}/reset_authentication_token`).json
    expect(verify(reset().token)).toBe(200)
    decide({ project_runner_token_expiration_interval: null })
    expect(reset().token_expires_at).toBeNull()
  })

  test('registration tokens of runners can be switched off, or for projects alone', () => {
    const { runners_token } = as('alice').get('/projects/1').json
    const register = () => as().post('/runners', { token: runners_token })
    decide({ valid_runner_registrars: ['group'] })
    expect(refused(register())).toEqual([403, '403 Forbidden'])
    decide({ valid_runner_registrars: ['project'], allow_runner_registration_token: false })
    expect(refused(register())).toEqual([410, '410 Gone - runner registration disallowed'])
  })
})

describe('what is new', () => {
  test('projects, groups and branches have the defaults', () => {
    decide({
      default_project_visibility: 'public',
      default_group_visibility: 'internal',
      default_branch_name: 'trunk',
      default_ci_config_path: 'ci/main.yml',
      shared_runners_enabled: false,
    })
    expect(project({ initialize_with_readme: true }).json).toMatchObject({
      visibility: 'public',
      default_branch: 'trunk',
      ci_config_path: 'ci/main.yml',
      shared_runners_enabled: false,
    })
    expect(project({ visibility: 'private' }).json.visibility).toBe('private')
    expect(project({ namespace_id: 1 }).json.visibility).toBe('private')
    expect(group().json.visibility).toBe('internal')
    expect(group({ parent_id: 1 }).json.visibility).toBe('private')
  })

  test.each([
    [0, undefined],
    [1, [30, 40]],
    [2, [40, 40]],
    [3, [40, 30]],
  ])('default branches are protected as %i says', (level, access) => {
    decide({ default_branch_protection: level })
    const { id } = project({ initialize_with_readme: true }).json
    const [branch] = as('alice').get(`/projects/${id}/protected_branches`).json
    const levels = branch && [branch.push_access_levels, branch.merge_access_levels]
    expect(levels?.map(([it]: { access_level: number }[]) => it?.access_level)).toEqual(access)
    expect(as('alice').get('/groups/1').json.default_branch_protection).toBe(level)
  })

  test('a group protects in its own way, unless administrators keep that to themselves', () => {
    const own = group({ default_branch_protection: 0 }).json
    expect(own.default_branch_protection).toBe(0)
    const { id } = project({ namespace_id: own.id, initialize_with_readme: true }).json
    expect(as('alice').get(`/projects/${id}/protected_branches`).json).toEqual([])
    decide({ group_owners_can_manage_default_branch_protection: false })
    as('alice').put(`/groups/${own.id}`, { default_branch_protection: 3 })
    expect(as('alice').get(`/groups/${own.id}`).json.default_branch_protection).toBe(0)
    as('root').put(`/groups/${own.id}`, { default_branch_protection: 3 })
    expect(as('alice').get(`/groups/${own.id}`).json.default_branch_protection).toBe(3)
  })

  test.each([
    [0, 'noone', [400, 400, 400]],
    [1, 'maintainer', [201, 201, 400]],
    [2, 'developer', [201, 201, 201]],
  ])('projects are created in groups as %i says', (level, word, statuses) => {
    decide({ default_project_creation: level })
    expect(as('alice').get('/groups/1').json.project_creation_level).toBe(word)
    const tried = ['alice', 'bob', 'carol'].map((user) => project({ namespace_id: 1 }, user).status)
    expect(tried).toEqual(statuses)
  })

  test('users have the limits and switches of the day, old ones keep theirs', () => {
    decide({
      default_projects_limit: 0,
      can_create_group: false,
      user_default_external: true,
      user_default_internal_regex: '@acme\\.example$',
      user_defaults_to_private_profile: true,
      minimum_password_length: 12,
    })
    const create = (username: string, email: string, password = 'long enough password') =>
      as('root').post('/users', { username, name: username, email, password })
    const newton = create('newton', 'newton@example.com').json
    expect(newton).toMatchObject({
      projects_limit: 0,
      can_create_group: false,
      external: true,
      private_profile: true,
    })
    expect(create('noether', 'noether@acme.example').json.external).toBe(false)
    expect(create('nobel', 'nobel@example.com', 'short').json.message).toEqual({
      password: ['is too short (minimum is 12 characters)'],
    })
    expect(as('alice').get('/user').json).toMatchObject({ projects_limit: 100_000, can_create_group: true })
    const issued = as('root').post(`/users/${newton.id}/personal_access_tokens`, {
      name: 'x',
      scopes: ['api'],
    })
    const headers = { 'private-token': issued.json.token, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'x', path: 'newton-group' })
    expect(as().send('POST', '/groups', { headers, body }).status).toBe(403)
  })

  test('SSH keys are of the kinds and sizes that are wanted', () => {
    const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHz2q8vbUHCyKuXjM2mTqEjmdc1n0mSLyQZ0vTgAQkuC demo'
    const add = () => as('mallory').post('/user/keys', { title: 'x', key })
    decide({ ed25519_key_restriction: -1, dsa_key_restriction: -1, ecdsa_sk_key_restriction: -1 })
    expect(add().json.message.key).toEqual(['type is forbidden. Must be RSA, ECDSA, or ED25519_SK'])
    decide({ ed25519_key_restriction: 256 })
    expect(add().status).toBe(201)
  })

  test('SSH keys of people end in time, if they have to', () => {
    const [{ line: key }] = publicKeys.filter(({ type }) => type === 'ed25519') as [PublicKeySample]
    const add = (more: object) => as('mallory').post('/user/keys', { title: 'x', key, ...more })
    decide({ max_ssh_key_lifetime: 10 })
    expect(add({}).json.message.key).toEqual([
      'has no expiration date but an expiration date is required for SSH keys on this instance. Contact the instance administrator.',
    ])
    expect(add({ expires_at: '2024-01-12' }).json.message.key).toEqual([
      'has an invalid expiration date. Set a shorter lifetime for the key or contact the instance administrator.',
    ])
    expect(as('bob').post('/projects/1/deploy_keys', { title: 'x', key }).status).toBe(201)
    expect(add({ expires_at: '2024-01-11', key: publicKeys[1]?.line }).status).toBe(201)
  })

  test('passwords have what administrators ask for', () => {
    decide({ password_number_required: true, password_uppercase_required: true })
    const user = { username: 'newton', name: 'n', email: 'n@example.com', password: 'lower case only' }
    expect(as('root').post('/users', user).json.message).toEqual({
      password: ['requires at least one number', 'requires at least one uppercase letter'],
    })
  })

  test('personal tokens begin as the installation wants, and end in time', () => {
    const issue = (more: object = {}) =>
      as('root').post('/users/2/personal_access_tokens', { name: 'x', scopes: ['api'], ...more })
    expect(issue().json.token).toMatch(/^glpat-/)
    decide({ personal_access_token_prefix: 'acme-', max_personal_access_token_lifetime: 10 })
    expect(refused(issue())).toEqual([422, "Expires at can't be blank"])
    expect(refused(issue({ expires_at: '2024-02-01' }))).toEqual([422, 'Expires at is invalid'])
    expect(issue({ expires_at: '2024-01-05' }).json.token).toMatch(/^acme-/)
    expect(as('alice').get('/user').status).toBe(200)
  })
})

test('snippets are of the level and the length that the installation wants', () => {
  const snippet = (content: string) =>
    as('mallory').post('/snippets', { title: 'x', file_name: 'x.txt', content })
  expect(snippet('x').json.visibility).toBe('private')
  decide({ default_snippet_visibility: 'public', snippet_size_limit: 1024 })
  expect(snippet('x').json.visibility).toBe('public')
  expect(snippet('x'.repeat(1024)).status).toBe(201)
  expect(refused(snippet('ü'.repeat(1000)))).toEqual([
    400,
    { error: 'Content is too long (1.95 KB). The maximum size is 1 KB.' },
  ])
})

test('a default level that is taken away is private', () => {
  decide({ default_project_visibility: 'public', default_group_visibility: 'public' })
  const none = { default_project_visibility: null, default_group_visibility: null }
  expect(set(none).json).toMatchObject({
    default_project_visibility: 'private',
    default_group_visibility: 'private',
  })
  here.sim.clock.advance('1m')
  expect([project().json.visibility, group().json.visibility]).toEqual(['private', 'private'])
})

describe('restricted levels', () => {
  const message = { visibility_level: ['public has been restricted by your GitLab administrator'] }

  test('are refused to everybody but administrators, at creation and later', () => {
    decide({ restricted_visibility_levels: ['public'] })
    expect(refused(project({ visibility: 'public' }))).toEqual([400, message])
    expect(refused(group({ visibility: 'public' }))).toEqual([
      400,
      'Failed to save group {:visibility_level=>["public has been restricted by your GitLab administrator"]}',
    ])
    expect(refused(as('alice').put('/projects/8', { visibility: 'public' }))[0]).toBe(404)
    const { id } = project().json
    expect(refused(as('alice').put(`/projects/${id}`, { visibility: 'public' }))).toEqual([400, message])
    expect(refused(as('alice').put(`/groups/${group().json.id}`, { visibility: 'public' }))).toEqual([
      400,
      message,
    ])
    expect(project({ visibility: 'public' }, 'root').status).toBe(201)
    expect(as('alice').put('/projects/4', { visibility: 'public', description: 'as before' }).status).toBe(
      200,
    )
  })

  test('lower what is forked', () => {
    decide({ restricted_visibility_levels: ['public', 'internal'] })
    expect(as('mallory').post('/projects/4/fork').json.visibility).toBe('private')
  })

  test('hide profiles from those who do not sign in', () => {
    expect(as().get('/users?username=alice').status).toBe(200)
    decide({ restricted_visibility_levels: 'public' })
    expect(as().get('/users?username=alice').status).toBe(403)
    expect(as().get('/users/2/projects').json).toEqual({ message: '404 User Not Found' })
    expect(as('mallory').get('/users/2/projects').status).toBe(200)
  })
})

describe('deletion', () => {
  test('of projects in groups can be delayed, and taken back', () => {
    decide({ delayed_project_deletion: true, deletion_adjourned_period: 3 })
    const path = `/projects/${project({ namespace_id: 1, name: 'Gone', path: 'gone' }).json.id}`
    expect(as('alice').delete(path).status).toBe(202)
    const marked = as('alice').get(path).json
    expect(marked).toMatchObject({ archived: true, marked_for_deletion_on: '2024-01-01' })
    expect(marked.path).toBe(`gone-deleted-${marked.id}`)
    expect(as('alice').delete(path).status).toBe(202)
    expect(as('alice').post(`${path}/restore`).json).toMatchObject({
      archived: false,
      path: 'gone',
      name: 'Gone',
      marked_for_deletion_on: null,
    })
    expect(as('alice').post(`${path}/restore`).status).toBe(400)
    as('alice').delete(path)
    here.sim.clock.advance('71h')
    expect(as('alice').get(path).status).toBe(200)
    here.sim.clock.advance('1h')
    expect(as('alice').get(path).status).toBe(404)
  })

  test('of projects that wait can be hastened, confirmed by the path', () => {
    decide({ delayed_project_deletion: true })
    const made = project({ namespace_id: 1, name: 'Gone', path: 'gone' }).json
    const remove = (full_path?: string) =>
      as('alice').delete(`/projects/${made.id}`, { permanently_remove: true, full_path })
    expect(remove('acme/gone').json).toEqual({ message: 'Project must be marked for deletion first.' })
    as('alice').delete(`/projects/${made.id}`)
    expect(remove('acme/gone').json).toEqual({
      message: '`full_path` is incorrect. You must enter the complete path for the project.',
    })
    expect(remove(`acme/gone-deleted-${made.id}`).status).toBe(202)
    expect(as('alice').get(`/projects/${made.id}`).status).toBe(404)
  })

  test('of personal projects is never delayed', () => {
    decide({ delayed_project_deletion: true })
    const path = `/projects/${project().json.id}`
    as('alice').delete(path)
    expect(as('alice').get(path).status).toBe(404)
  })

  test('of groups is delayed by the days that the settings say, or not at all', () => {
    decide({ deletion_adjourned_period: 2 })
    const path = `/groups/${group().json.id}`
    as('alice').delete(path)
    here.sim.clock.advance('47h')
    expect(as('alice').get(path).json.marked_for_deletion_on).toBe('2024-01-01')
    here.sim.clock.advance('1h')
    expect(as('alice').get(path).status).toBe(404)
    decide({ deletion_adjourned_period: 0 })
    const other = `/groups/${group().json.id}`
    as('alice').delete(other)
    expect(as('alice').get(other).status).toBe(404)
  })

  test('of projects can be for administrators alone', () => {
    decide({ default_project_deletion_protection: true })
    const path = `/projects/${project().json.id}`
    expect(as('alice').delete(path).status).toBe(403)
    expect(as('root').delete(path).status).toBe(202)
  })
})

describe('what is shown', () => {
  test('pictures come from the avatar service or not at all', () => {
    const url = () => as('alice').get('/user').json.avatar_url
    const owner = () => as('alice').get('/projects/4').json
    expect(url()).toMatch(/gravatar/)
    decide({ gravatar_enabled: false })
    expect([url(), owner().namespace.avatar_url, owner().owner.avatar_url]).toEqual([null, null, null])
  })

  test('addresses for git begin somewhere else', () => {
    const address = () => as('alice').get('/projects/1').json.http_url_to_repo
    expect(address()).toBe('http://127.0.0.1:8080/acme/webapp.git')
    decide({ custom_http_clone_url_root: 'https://git.example.com/' })
    expect(address()).toBe('https://git.example.com/acme/webapp.git')
    decide({ custom_http_clone_url_root: '' })
    expect(address()).toBe('http://127.0.0.1:8080/acme/webapp.git')
  })

  test('projects say of made-up pipelines what the nearest decision says', () => {
    const shown = () => as('alice').get('/projects/2').json.auto_devops_enabled
    expect(shown()).toBe(true)
    decide({ auto_devops_enabled: false })
    expect(shown()).toBe(false)
    as('alice').put('/groups/1', { auto_devops_enabled: true })
    expect(shown()).toBe(true)
    as('alice').put('/groups/2', { auto_devops_enabled: false })
    expect(shown()).toBe(false)
    as('alice').put('/projects/2', { auto_devops_enabled: true })
    expect(shown()).toBe(true)
  })

  test('times stop at hours', () => {
    const path = '/projects/1/issues/1'
    as('carol').post(`${path}/time_estimate`, { duration: '1w 2h' })
    const shown = () => as('carol').get(`${path}/time_stats`).json.human_time_estimate
    expect(shown()).toBe('1w 2h')
    decide({ time_tracking_limit_to_hours: true })
    expect(shown()).toBe('42h')
  })

  test('changes stop at the limit of files', () => {
    const path = '/projects/1/repository/compare?from=v1.0.0&to=main'
    const compared = () => as('carol').get(path).json
    expect(compared().compare_timeout).toBe(false)
    decide({ keep_latest_artifact: false, diff_max_files: 3000 })
    expect(as('carol').get('/projects/1').json.keep_latest_artifact).toBe(false)
    expect(compared().compare_timeout).toBe(false)
  })
})

describe('with limits on requests', () => {
  const limited = perTest({ rateLimits: true, clock: 'frozen' })
  const inForce = (values: object) => {
    limited.as('root').put('/application/settings', values)
    limited.sim.clock.advance('1m')
  }
  const statuses = (times: number, ask: () => Reply) => Array.from({ length: times }, () => ask().status)

  test('issues, notes and pipelines are created so often a minute', () => {
    inForce({ issues_create_limit: 1, notes_create_limit: 1, pipeline_limit_per_project_user_sha: 1 })
    const carol = limited.as('carol')
    expect(statuses(2, () => carol.post('/projects/1/issues', { title: 'x' }))).toEqual([201, 429])
    expect(statuses(2, () => carol.post('/projects/1/issues/1/notes', { body: 'x' }))).toEqual([201, 429])
    expect(statuses(2, () => carol.post('/projects/1/pipeline', { ref: 'main' })).at(-1)).toBe(429)
    limited.sim.clock.advance('1m')
    expect(carol.post('/projects/1/issues', { title: 'x' }).status).toBe(201)
  })

  test('users that the settings list are not counted', () => {
    inForce({ notes_create_limit: 1, notes_create_limit_allowlist_raw: 'bob carol' })
    const note = () => limited.as('carol').post('/projects/1/issues/1/notes', { body: 'x' })
    expect(statuses(3, note)).toEqual([201, 201, 201])
  })

  test('users are looked up, and projects listed by strangers, so often in ten minutes', () => {
    inForce({ users_get_by_id_limit: 2, projects_api_rate_limit_unauthenticated: 2 })
    expect(statuses(3, () => limited.as('carol').get('/users/2'))).toEqual([200, 200, 429])
    const list = () => limited.as().get('/projects?per_page=1')
    expect(statuses(3, list)).toEqual([200, 200, 429])
    expect(statuses(3, () => limited.as('carol').get('/projects?per_page=1'))).toEqual([200, 200, 200])
    limited.sim.clock.advance('2m')
    expect(list().status).toBe(429)
    limited.sim.clock.advance('10m')
    expect(list().status).toBe(200)
  })
})

describe('what is migrated', () => {
  function migrated(user: string) {
    const entity = { source_type: 'group_entity', source_full_path: 'acme', destination_slug: 'acme-copy' }
    const asked = {
      configuration: { url: here.sim.url, access_token: 'alice-token' },
      entities: [{ ...entity, destination_namespace: '' }],
    }
    const { status, json } = as('root').post(`/bulk_imports?sudo=${user}`, asked)
    expect(status).toBe(201)
    here.sim.clock.advance('5m')
    const [{ status: how }] = as('root').get(`/bulk_imports/${json.id}/entities?sudo=${user}`).json
    return [how, as('root').get('/groups/acme-copy').json.visibility]
  }

  test('is lowered to a level that is not restricted', () => {
    expect(as('alice').put('/groups/1', { visibility: 'public' }).json.visibility).toBe('public')
    decide({ restricted_visibility_levels: ['public'] })
    expect(migrated('alice')).toEqual(['finished', 'internal'])
    expect(as('root').get('/groups/acme-copy/projects').json.length).toBeGreaterThan(0)
  })

  test('opens no group for who may open none', () => {
    decide({ can_create_group: false })
    const values = { name: 'Newcomer', username: 'newcomer', email: 'newcomer@example.com' }
    expect(as('root').post('/users', { ...values, password: 'long enough password' }).status).toBe(201)
    expect(migrated('newcomer')).toEqual(['failed', undefined])
  })
})

test('without a plan deletion is at once, whatever was decided with one', () => {
  const free = callsOf(testSimulator({ tier: 'free' }), 'alice')
  const { id } = free.post('/groups', { name: 'x', path: 'x1' }).json
  free.delete(`/groups/${id}`)
  expect(free.get(`/groups/${id}`).status).toBe(404)
})
