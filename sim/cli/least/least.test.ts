import { expect, test } from 'vitest'
import { createSimulator } from '../../index.ts'
import { run } from '../run.ts'
import { captured } from '../testing/captured.ts'

const world = {
  version: 1,
  users: [
    { username: 'root', admin: true, token: 'root-token' },
    { username: 'alice', token: 'alice-token' },
  ],
  groups: [{ path: 'acme', members: [{ user: 'alice', role: 'owner' }] }],
  projects: [
    { path: 'acme/shop', visibility: 'private', issues: [{ title: 'Till', author: 'alice' }] },
    { path: 'acme/open', visibility: 'public' },
    { path: 'alice/own', members: [{ user: 'root', role: 'guest' }] },
  ],
} as const

function least(
  line: string,
  { as = 'alice-token', body, ...more }: { as?: string; body?: object; tier?: 'free' } = {},
) {
  const [method = '', path = ''] = line.split(' ')
  const headers = { 'private-token': as, 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  return createSimulator({ world, ...more }).least({ method, url: `/api/v4${path}`, headers, ...sent })
}

const roleOf = (found: ReturnType<typeof least>) => found?.roles.map(({ path, role }) => `${role} of ${path}`)

test.each<[string, object | undefined, string | undefined, string]>([
  ['GET /projects/1', undefined, 'guest of acme/shop', 'read_api'],
  ['POST /projects/1/issues', { title: 'x' }, 'guest of acme/shop', 'api'],
  ['POST /projects/1/milestones', { title: 'x' }, 'reporter of acme/shop', 'api'],
  ['GET /projects/1/variables', undefined, 'maintainer of acme/shop', 'read_api'],
  ['DELETE /projects/1', undefined, 'owner of acme/shop', 'api'],
  ['GET /user', undefined, undefined, 'read_user'],
])('%s %j takes %s and %s, whoever asks', (line, body, role, scope) => {
  for (const as of ['alice-token', 'root-token']) {
    const found = least(line, { as, ...(body === undefined ? {} : { body }) })
    expect([found?.administrator, roleOf(found), found?.scopes]).toEqual([
      false,
      role === undefined ? [] : [role],
      [scope],
    ])
  }
})

test('no role is told of what is the own namespace of the user, even where a reply is about members', () => {
  for (const line of [
    'GET /projects/3/members/2',
    'GET /projects/3/members/all/2',
    'POST /projects/3/issues',
  ])
    expect([line, least(line, { body: { title: 'x' } })?.roles]).toEqual([line, []])
  expect(roleOf(least('GET /projects/3/members/1', { as: 'root-token' }))).toEqual(['guest of alice/own'])
})

test('some take an administrator, a plan, or nothing at all', () => {
  expect(least('GET /application/settings', { as: 'root-token' })).toMatchObject({
    administrator: true,
    roles: [],
  })
  expect(least('GET /projects/1/approval_rules')?.plan).toBe('premium')
  expect(least('GET /projects/acme%2Fopen/issues')).toEqual({
    user: null,
    administrator: false,
    roles: [],
    scopes: [],
    plan: 'free',
  })
})

test('what is refused, or has another credential, has no least', () => {
  expect(least('GET /projects/99')).toBeUndefined()
  const sim = createSimulator({ world, start: '2024-01-01T00:00:00Z' })
  const headers = { 'private-token': 'alice-token' }
  sim.handle({ method: 'GET', url: '/api/v4/projects/1/issues', headers })
  const before = JSON.stringify(sim.save())
  expect(sim.least(1)?.roles).toHaveLength(1)
  expect(JSON.stringify(sim.save())).toBe(before)
  expect(() => sim.least(2)).toThrow(RangeError)
})

async function executed(script: string, ...options: string[]) {
  const io = captured({ PATH: process.env.PATH ?? '' })
  const call = `call() {
    method=$1 path=$2
    shift 2
    curl -s -X "$method" -H "Private-Token: $GITLAB_TOKEN" "$@" "$CI_API_V4_URL$path"
  }`
  const status = await run(['exec', ...options, '--', 'sh', '-c', `${call}\n{ ${script}; } > /dev/null`], io)
  return { status, err: io.complained() }
}

test('--least tells the token that a run needed, and the calls that forced it', async () => {
  const script = `call GET /projects/1
    call POST /projects/1/milestones -d title=x
    call POST /projects -d name=till -d namespace_id=1
    call DELETE /projects/acme%2Ftill`
  const { status, err } = await executed(script, '--least')
  expect([status, err.split('\n')]).toEqual([
    0,
    [
      'forgery: the least token of @root',
      '  role reporter in acme/webapp: POST /projects/:id/milestones',
      '  role owner in acme: DELETE /projects/:id',
      '  scope api: POST /projects/:id/milestones, POST /projects, DELETE /projects/:id',
      'forgery: the least plan is free',
      '',
    ],
  ])
})

test('--as-least runs the command again with exactly that, and tells what is otherwise', async () => {
  const { status, err } = await executed('call GET /projects/1', '--as-least')
  expect(status).toBe(0)
  expect(err).toContain('role guest in acme/webapp')
  expect(err).toMatch(
    /forgery: with no more than that there is less\n {2}not shown: .* by GET \/projects\/:id\n$/,
  )
})

test('--as-least ends with the status of the second run, and does not go with --each-fault', async () => {
  const script = `call GET /user | grep -q '"is_admin":true' || exit 3`
  expect((await executed(script, '--as-least')).status).toBe(3)
  expect((await executed('true', '--as-least', '--each-fault', '503')).status).toBe(2)
  expect(await executed('exit 4', '--as-least')).toEqual({
    status: 4,
    err: 'forgery: the command fails already with the token that it was given\n',
  })
})
