import { describe, expect, test } from 'vitest'
import type { Json } from '../../lib/json.ts'
import type { OutboundCall, RemoteReply } from '../../lib/outbound.ts'
import type { Reply } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

let called: string[] = []
const archive = { 'content-length': '9', 'content-type': 'application/gzip' }
const remoteHost = ({ url }: OutboundCall): RemoteReply => {
  called.push(url)
  return { reached: true, status: 200, headers: archive, body: new Uint8Array() }
}
const here = perTest({ release: '18.9', settingsCache: 0, remoteHost })
const as = (user?: string) => here.as(user)

function decide(values: object): void {
  expect(as('root').put('/application/settings', values).status).toBe(200)
}

const refused = ({ status, json }: Reply) => [status, json.message ?? json.error]

describe('addresses that are not listed', () => {
  const web = '/projects/acme%2Fwebapp'
  const denied = 'Requests to hosts and IP addresses not on the Allow List are denied'
  const blocked = `is blocked: ${denied}`
  const listed = 'https://listed.example'
  const other = 'https://other.example'

  test.each([
    ['hooks', (url: string) => as('alice').post(`${web}/hooks`, { url }), [422, 'Invalid url given']],
    [
      'badges',
      (url: string) => as('alice').post(`${web}/badges`, { link_url: url, image_url: `${listed}/a.svg` }),
      [400, { link_url: [blocked] }],
    ],
    [
      'mirrors',
      (url: string) => as('alice').post(`${web}/remote_mirrors`, { url: `${url}/a.git` }),
      [400, { url: [blocked] }],
    ],
    [
      'clusters',
      (url: string) =>
        as('alice').post(`${web}/clusters/user`, {
          name: 'one',
          platform_kubernetes_attributes: { api_url: url, token: 'x' },
        }),
      [400, { 'platform_kubernetes.api_url': [blocked] }],
    ],
    [
      'status checks',
      (url: string) => as('alice').post(`${web}/external_status_checks`, { name: 'x', external_url: url }),
      [400, { external_url: [blocked] }],
    ],
    [
      'uploads of exports',
      (url: string) => as('alice').post(`${web}/export`, { upload: { url } }),
      [400, { url: [blocked] }],
    ],
    [
      'files to import',
      (url: string) =>
        as('alice').post('/projects/remote-import', { path: 'imported', url: `${url}/a.tar.gz` }),
      [400, `File url is blocked: ${denied}`],
    ],
  ])('are refused to %s', (_, send, refusal) => {
    decide({
      deny_all_requests_except_allowed: true,
      outbound_local_requests_allowlist_raw: 'listed.example',
    })
    expect(refused(send(other))).toEqual(refusal)
    expect(refused(send(listed))).not.toEqual(refusal)
    decide({ deny_all_requests_except_allowed: false })
    expect(refused(send(other))).not.toEqual(refusal)
  })

  test('are those of this machine, too, unless they are the own one of the installation', () => {
    const hook = (url: string) => as('alice').post(`${web}/hooks`, { url }).status
    decide({ deny_all_requests_except_allowed: true })
    const { web_url: own } = as('alice').get(web).json
    expect([hook('http://127.0.0.1:9/'), hook('http://10.0.0.1/'), hook(own)]).toEqual([422, 422, 201])
    decide({ outbound_local_requests_allowlist_raw: '127.0.0.1:9, 10.0.0.0/28' })
    expect([hook('http://127.0.0.1:9/'), hook('http://10.0.0.1/')]).toEqual([201, 201])
    expect([hook('http://127.0.0.1:8/'), hook('http://10.0.0.17/')]).toEqual([422, 422])
  })

  test('are not called by hooks that were there before', () => {
    const { id } = as('alice').post(`${web}/hooks`, { url: other }).json
    const calls = () => {
      called = []
      as('alice').post(`${web}/hooks/${id}/test/push_events`)
      here.sim.clock.advance('1m')
      return called
    }
    expect(calls()).toEqual([other])
    decide({ deny_all_requests_except_allowed: true })
    expect(calls()).toEqual([])
  })
})

test('nobody creates a top-level group where that is switched off, but within others and from archives', () => {
  const group = (user: string, values: object = {}) => {
    const path = `g${here.sim.now()}${user}`
    return as(user).post('/groups', { name: path, path, ...values }).status
  }
  decide({ top_level_group_creation_enabled: false })
  expect([group('root'), group('alice'), group('alice', { parent_id: 1 })]).toEqual([403, 403, 201])
  expect(as('alice').get('/user').json.can_create_group).toBe(true)
  decide({ top_level_group_creation_enabled: true })
  expect(group('alice')).toBe(201)
})

describe('who is no more than a Guest anywhere', () => {
  const mayCreate = (user: string) => {
    const { can_create_group, can_create_project } = as(user).get('/user').json
    return [can_create_group, can_create_project]
  }
  const path = 'own'
  const limit = 'Your project limit is 100000 projects! Please contact your administrator to increase it'

  /** Somebody new, with a token, and the role in a group. */
  function newcomer(
    username: string,
    access_level?: number,
  ): (method: string, path: string, body: object) => Reply {
    const root = as('root')
    const wish = { username, name: username, email: `${username}@example.com`, force_random_password: true }
    const { id } = root.post('/users', wish).json
    if (access_level !== undefined) root.post('/groups/1/members', { user_id: id, access_level })
    const { token } = root.post(`/users/${id}/personal_access_tokens`, { name: 'x', scopes: ['api'] }).json
    const headers = { 'private-token': token, 'content-type': 'application/json' }
    return (method, at, body) => as().send(method, at, { headers, body: JSON.stringify(body) })
  }

  test.each([
    ['a stranger', undefined],
    ['a Guest', 10],
  ])('creates nothing of their own where they may not: %s', (_, role) => {
    const by = newcomer('newcomer', role)
    const may = () => {
      const { can_create_group, can_create_project } = by('GET', '/user', {}).json
      return [can_create_group, can_create_project]
    }
    const open = as('alice').post('/projects', { name: 'open', visibility: 'public' }).json.id
    expect(may()).toEqual([true, true])
    decide({ allow_project_creation_for_guest_and_below: false })
    expect(may()).toEqual([false, false])
    expect(by('POST', '/groups', { name: path, path }).status).toBe(403)
    expect(refused(by('POST', '/projects', { name: path }))).toEqual([403, [limit]])
    expect(refused(by('POST', `/projects/${open}/fork`, {}))).toEqual([409, { limit_reached: [limit] }])
    const imported = by('POST', '/projects/remote-import', { path, url: 'https://files.example/a.tar.gz' })
    const told = "You've reached your limit of 100000 projects created. Contact your GitLab administrator."
    expect(refused(imported)).toEqual([400, `Limit reached ${told}`])
    const server = { bitbucket_server_url: 'https://git.example', bitbucket_server_username: 'x' }
    const repository = { bitbucket_server_project: 'A', bitbucket_server_repo: 'b' }
    const moved = by('POST', '/import/extserver', { ...server, ...repository, personal_access_token: 'x' })
    expect(refused(moved)).toEqual([401, { error: "You don't have permissions to import this project" }])
    const { id } = by('GET', '/user', {}).json
    const byRoot = as('root').post(`/projects/user/${id}`, { name: path })
    expect(refused(byRoot)).toEqual([400, { limit_reached: [limit] }])
    decide({ allow_project_creation_for_guest_and_below: true })
    expect(by('POST', '/projects', { name: path }).status).toBe(201)
  })

  test('is neither who reports somewhere, nor who has a project already, nor an administrator', () => {
    const reporter = newcomer('reporter', 20)
    const owner = newcomer('owner')
    expect(owner('POST', '/projects', { name: 'first' }).status).toBe(201)
    decide({ allow_project_creation_for_guest_and_below: false })
    for (const by of [reporter, owner]) {
      expect(by('POST', '/projects', { name: path }).status).toBe(201)
      expect(by('POST', '/groups', { name: path, path: `${here.sim.now()}` }).status).toBe(201)
    }
    expect(mayCreate('root')).toEqual([true, true])
  })
})

describe('adding members, inviting and sharing', () => {
  const calls: readonly (readonly [string, string, object, Json[]])[] = [
    ['a member', '/projects/1/members', { user_id: 8, access_level: 20 }, [403, '403 Forbidden']],
    ['a member of a group', '/groups/1/members', { user_id: 8, access_level: 20 }, [403, '403 Forbidden']],
    [
      'several members',
      '/projects/1/members',
      { user_id: '8,9', access_level: 20 },
      [201, 'frank: not authorized to create member and grace: not authorized to create member'],
    ],
    [
      'an invitation',
      '/projects/1/invitations',
      { email: 'x@example.com', access_level: 20 },
      [403, '403 Forbidden'],
    ],
    [
      'an invitation to a group',
      '/groups/1/invitations',
      { email: 'x@example.com', access_level: 20 },
      [403, '403 Forbidden'],
    ],
    ['members of another project', '/projects/1/import_project_members/2', {}, [422, 'Forbidden']],
    ['a share', '/projects/1/share', { group_id: 2, group_access: 20 }, [404, 'Not Found']],
    ['a share of a group', '/groups/1/share', { group_id: 2, group_access: 20 }, [404, 'Not Found']],
  ]

  test.each(calls)('is for administrators where the settings say so: %s', (_, path, body, refusal) => {
    decide({ disable_invite_members: true })
    const mark = here.sim.snapshot()
    expect(refused(as('alice').post(path, body))).toEqual(refusal)
    expect(refused(as('root').post(path, body))).not.toEqual(refusal)
    here.sim.restore(mark)
    decide({ disable_invite_members: false })
    expect(refused(as('alice').post(path, body))).not.toEqual(refusal)
  })
  test('leaves members that are there to whoever administers them', () => {
    decide({ disable_invite_members: true })
    const { json } = as('alice').post('/groups/1/members', { user_id: '5,8', access_level: 30 })
    expect(json.message).toBe('frank: not authorized to create member')
    expect(as('alice').get('/groups/1/members/5').json.access_level).toBe(30)
    expect(as('alice').put('/groups/1/members/5', { access_level: 20 }).status).toBe(200)
  })
})
