import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listening, listen } from '../../adapters/node.ts'
import type { PlainReply, PlainRequest } from '../../protocol/message.ts'
import type { SimulatorOptions } from '../../simulator/options.ts'
import { testSimulator } from '../../testing/calls.ts'

// Two hosts on this machine that speak the languages of the real ones; their repository is one of a simulator.
const TOKEN = 'secret-of-the-host'
const git = testSimulator()
let host: Listening
let asked: PlainRequest[] = []
let lost = false

beforeAll(async () => {
  host = await listen((request) => {
    asked.push(request)
    return answer(request)
  })
})
afterAll(() => host.close())

const at = '2023-05-01T09:00:00Z'

function hosted(): { readonly [path: string]: unknown } {
  const repo = {
    id: 7,
    name: 'dotfiles',
    full_name: 'somebody/dotfiles',
    private: false,
    description: 'From afar',
    size: 3,
    default_branch: 'main',
    created_at: at,
    clone_url: `${host.url}/alice/dotfiles.git`,
  }
  const api = `${host.url}/api/v3/repos/somebody/dotfiles`
  return {
    '/api/v3/repositories/7': repo,
    '/api/v3/repos/somebody/dotfiles/labels': [{ name: 'bug', color: 'd9534f', description: null }],
    '/api/v3/repos/somebody/dotfiles/milestones': [
      { title: '1.0', description: null, state: 'closed', due_on: '2023-06-01T00:00:00Z', created_at: at },
    ],
    '/api/v3/repos/somebody/dotfiles/issues': [
      {
        number: 3,
        title: 'It breaks',
        body: 'Often.',
        state: 'closed',
        closed_at: at,
        created_at: at,
        labels: [{ name: 'bug' }],
        milestone: { title: '1.0' },
      },
      {
        number: 4,
        title: 'A pull request',
        body: null,
        state: 'open',
        created_at: at,
        labels: [],
        pull_request: {},
      },
    ],
    '/api/v3/repos/somebody/dotfiles/issues/comments': [
      { issue_url: `${api}/issues/3`, body: 'Here too.', created_at: at },
    ],
    '/api/v3/repos/somebody/dotfiles/pulls/comments': [],
    '/api/v3/repos/somebody/dotfiles/pulls': [],
    '/rest/api/1.0/projects/SRC/repos/tools': {
      slug: 'tools',
      name: 'Tools',
      description: 'Of the server',
      public: true,
      project: { key: 'SRC' },
      links: { clone: [{ name: 'http', href: `${host.url}/alice/dotfiles.git` }] },
    },
    '/rest/api/1.0/projects/SRC/repos/tools/default-branch': { displayId: 'main' },
    '/rest/api/1.0/projects/SRC/repos/tools/pull-requests': { values: [], isLastPage: true },
  }
}

function answer(request: PlainRequest): PlainReply {
  const [path = ''] = request.url.split('?', 1)
  const json = (status: number, body: unknown): PlainReply => ({
    status,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (path.includes('.git/')) {
    const { authorization: _, ...headers } = request.headers
    return git.handle({ ...request, headers })
  }
  if (lost) return json(410, { message: 'Gone away' })
  const known = [`token ${TOKEN}`, `Basic ${Buffer.from(`somebody:${TOKEN}`).toString('base64')}`]
  if (!known.includes(request.headers.authorization ?? '')) return json(401, { message: 'Bad credentials' })
  const found = hosted()[path]
  return found === undefined ? json(404, { message: 'Not Found' }) : json(200, found)
}

function world(options: SimulatorOptions = {}) {
  const sim = testSimulator({ outbound: 'loopback', ...options })
  const call = async (method: string, path: string, body?: object) => {
    const headers = { 'private-token': 'alice-token', 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const reply = await sim.fetch(`http://127.0.0.1:8080/api/v4${path}`, { method, headers, ...sent })
    // biome-ignore lint/suspicious/noExplicitAny: each expectation looks into an answer of another shape.
    return { status: reply.status, json: (await reply.json()) as any }
  }
  const over = async (id: number) => {
    sim.clock.advance('5s')
    await sim.settled()
    sim.clock.advance('5s')
    await sim.settled()
    return (await call('GET', `/projects/${id}/import`)).json
  }
  return { sim, call, over }
}

const wish = () => ({
  personal_access_token: TOKEN,
  repo_id: 7,
  target_namespace: 'acme',
  extgit_hostname: host.url,
})

describe('a hosted service at an address of its own', () => {
  test('is asked for the repository, and then for everything in it', async () => {
    const { call, over } = world()
    asked = []
    const { status, json } = await call('POST', '/import/extgit', wish())
    expect([status, json.full_path]).toEqual([201, '/acme/dotfiles'])
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /api/v3/repositories/7'])
    expect(await over(json.id)).toMatchObject({
      import_status: 'finished',
      import_error: null,
      failed_relations: [],
      stats: { imported: { issue: 1, label: 1, milestone: 1, note: 1 } },
    })
    const issues = (await call('GET', `/projects/${json.id}/issues?state=all`)).json
    expect(issues).toMatchObject([
      { iid: 3, title: 'It breaks', state: 'closed', labels: ['bug'], milestone: { title: '1.0' } },
    ])
    const here = (await call('GET', `/projects/${json.id}/repository/commits`)).json
    const there = (await call('GET', '/projects/alice%2Fdotfiles/repository/commits')).json
    expect(here.map(({ id }: { id: string }) => id)).toEqual(there.map(({ id }: { id: string }) => id))
  })

  test.each([
    [
      'a token that it does not know',
      { personal_access_token: 'other' },
      'Import failed due to a GitHub error: {"message":"Bad credentials"} (HTTP 401)',
    ],
    [
      'a repository that it does not have',
      { repo_id: 8 },
      'Import failed due to a GitHub error: {"message":"Not Found"} (HTTP 404)',
    ],
  ])('refuses %s, and nothing is made', async (_, change, errors) => {
    const { call } = world()
    const { status, json } = await call('POST', '/import/extgit', { ...wish(), ...change })
    expect([status, json]).toEqual([422, { errors }])
    expect((await call('GET', '/projects/acme%2Fdotfiles')).status).toBe(404)
  })

  test('goes by the names of the real service as well', async () => {
    const { call } = world()
    const { extgit_hostname: github_hostname, ...rest } = wish()
    asked = []
    const { status } = await call('POST', '/import/github', { ...rest, github_hostname })
    expect([status, asked.length]).toEqual([201, 1])
  })

  test('is asked for as many rows at once as the call says, and answers as the others do, in newer releases', async () => {
    const { call, over } = world({ release: '18.9' })
    const { extgit_hostname: github_hostname, ...rest } = wish()
    const wished = { ...rest, github_hostname }
    const refused = await call('POST', '/import/github', { ...wished, pagination_limit: 101 })
    expect([refused.status, refused.json]).toEqual([
      400,
      { error: 'pagination_limit does not have a valid value' },
    ])
    asked = []
    const { status, json } = await call('POST', '/import/github', { ...wished, pagination_limit: 7 })
    expect([status, json]).toEqual([
      201,
      {
        id: json.id,
        name: 'dotfiles',
        full_path: '/acme/dotfiles',
        full_name: 'Acme / dotfiles',
        refs_url: '/acme/dotfiles/refs',
        import_source: 'somebody/dotfiles',
        import_status: 'scheduled',
        human_import_status_name: 'scheduled',
        provider_link: '/somebody/dotfiles',
        relation_type: null,
      },
    ])
    await over(json.id)
    const sizes = asked.flatMap(({ url }) => /per_page=(\d+)/.exec(url)?.[1] ?? [])
    expect(new Set(sizes)).toEqual(new Set(['7']))
  })

  test('that has lost the repository by the time that it is fetched fails the import with what it says', async () => {
    const { call, over } = world()
    const { json } = await call('POST', '/import/extgit', wish())
    lost = true
    const ended = await over(json.id)
    lost = false
    expect(ended).toMatchObject({
      import_status: 'failed',
      import_error: `Error importing repository ${host.url}/somebody/dotfiles.git into acme/dotfiles - {"message":"Gone away"}`,
      stats: { fetched: {}, imported: {} },
    })
    expect((await call('GET', `/projects/${json.id}`)).json.empty_repo).toBe(true)
  })

  test('is not reached where calls out are switched off', async () => {
    const { call } = world({ outbound: 'off' })
    const { status, json } = await call('POST', '/import/extgit', wish())
    expect([status, json.errors]).toEqual([422, expect.stringContaining('calls out are switched off')])
  })
})

test('a self-hosted server is asked in its own language', async () => {
  const { call, over } = world()
  const { status, json } = await call('POST', '/import/extserver', {
    bitbucket_server_url: host.url,
    bitbucket_server_username: 'somebody',
    personal_access_token: TOKEN,
    bitbucket_server_project: 'SRC',
    bitbucket_server_repo: 'tools',
  })
  expect([status, json]).toMatchObject([
    201,
    { name: 'Tools', full_path: '/alice/tools', import_source: 'SRC/tools' },
  ])
  expect(await over(json.id)).toMatchObject({ import_status: 'finished', stats: null, import_error: null })
  expect((await call('GET', `/projects/${json.id}/repository/branches/main`)).status).toBe(200)
})
