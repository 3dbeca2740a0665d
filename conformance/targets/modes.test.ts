import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../sim/contract.ts'
import { type ConformOptions, runConform } from '../cli.ts'
import { createRestorer } from '../restore/restorer.ts'
import type { Event } from '../run/events.ts'
import { wholePlan } from '../run/plan.ts'
import { type RunOptions, run } from '../run/runner.ts'
import { select } from '../run/selection.ts'
import { inShard, parseShard } from '../run/shard.ts'
import { createStages } from '../run/stages.ts'
import { suite } from '../suite.ts'
import { type LiveTargetOptions, liveTarget } from './live.ts'
import { servedSimulator, simulatorTarget } from './simulator.ts'
import type { Target } from './target.ts'

const tokens = {
  owner: 'alice-token',
  admin: 'root-token',
  maintainer: 'bob-token',
  developer: 'carol-token',
  stranger: 'mallory-token',
}

let server: Awaited<ReturnType<typeof servedSimulator>>
beforeAll(async () => {
  server = await servedSimulator({ control: false })
})
afterAll(() => server.close())

interface Sent {
  readonly method: string
  readonly path: string
}

/** A target that writes down what is sent to it. */
async function recorded(options: Partial<LiveTargetOptions>) {
  const sent: Sent[] = []
  const recording: typeof fetch = (input, init) => {
    sent.push({ method: init?.method ?? 'GET', path: new URL(String(input)).pathname })
    return fetch(input, init)
  }
  const target = await liveTarget({ url: server.url, tokens, tier: 'ultimate', fetch: recording, ...options })
  return { sent, target }
}

/** A service that takes every migration to the top level. */
const toTheTop: typeof fetch = async (input, init) => {
  if (init?.method !== 'POST' || !String(input).endsWith('/bulk_imports')) return fetch(input, init)
  const sent = JSON.parse(await new Response(init.body ?? null).text())
  const entities = sent.entities.map((entity: object) => ({ ...entity, destination_namespace: '' }))
  return fetch(input, { ...init, body: JSON.stringify({ ...sent, entities }) })
}

function checksOf(target: Target, ids: readonly string[], shard = '1/1') {
  const agreed = contract(target.dialect)
  const selection = select(wholePlan(suite, agreed), agreed, { scope: 'all', ids })
  if (!selection.ok) throw new Error(selection.complaint)
  return inShard(selection.checks, parseShard(shard))
}

async function events(target: Target, ids: readonly string[], options: RunOptions = {}, shard?: string) {
  const all: Event[] = []
  for await (const event of run(checksOf(target, ids, shard), target, { runs: 1, ...options }))
    all.push(event)
  return all
}

function results(all: readonly Event[]) {
  return all.flatMap((event) => (event.type === 'check-ended' ? [`${event.id} ${event.result.kind}`] : []))
}

async function command(options: ConformOptions) {
  let out = ''
  const write = (text: string) => {
    out += text
  }
  const status = await runConform({
    url: server.url,
    tokens,
    tier: 'ultimate',
    runs: 1,
    write,
    complain: write,
    ...options,
  })
  return { status, out }
}

/** What an administrator creates beforehand. */
async function asAdmin(path: string) {
  const headers = { 'private-token': tokens.admin }
  const reply = await fetch(`${server.url}/api/v4/${path}`, { method: 'POST', headers })
  return (await reply.json()) as { readonly id: number; readonly token: string }
}

async function settings(): Promise<object> {
  const headers = { 'private-token': tokens.admin }
  const reply = await fetch(`${server.url}/api/v4/application/settings`, { headers })
  const { updated_at: _changed, ...rest } = (await reply.json()) as { readonly updated_at: string }
  return rest
}

async function rowsOf(url: string): Promise<unknown> {
  return (await fetch(`${url}/_forgery/db`)).json()
}

/** Names of what is there and not about to be deleted. */
async function leftovers(): Promise<readonly string[]> {
  return [...(await named('groups')), ...(await named('projects'))]
}

/** Paths of the groups at the top level, those that wait to be deleted among them. */
async function topGroups(page = 1): Promise<readonly string[]> {
  const url = `${server.url}/api/v4/groups?top_level_only=true&per_page=100&page=${page}`
  const rows = (await (await fetch(url, { headers: { 'private-token': 'root-token' } })).json()) as {
    readonly path: string
  }[]
  return rows.length === 0 ? [] : [...rows.map(({ path }) => path), ...(await topGroups(page + 1))]
}

async function named(kind: string, page = 1): Promise<readonly string[]> {
  const url = `${server.url}/api/v4/${kind}?search=conform-&per_page=100&page=${page}`
  const reply = await fetch(url, { headers: { 'private-token': 'root-token' } })
  const rows = (await reply.json()) as { readonly path: string; readonly marked_for_deletion_on?: unknown }[]
  const kept = rows.filter((row) => !row.marked_for_deletion_on).map(({ path }) => path)
  return rows.length === 0 ? kept : [...kept, ...(await named(kind, page + 1))]
}

describe('the mode read', () => {
  test('sends nothing but GET and HEAD, whatever the checks are about', async () => {
    const { sent, target } = await recorded({})
    const ids = ['laws/shape', 'laws/wrong-verb', 'milestones/', 'repository/']
    const all = await events(target, ids, {}, '1/8')
    expect(
      sent.map(({ method }) => method).filter((method) => method !== 'GET' && method !== 'HEAD'),
    ).toEqual([])
    expect(results(all).filter((line) => / (fail|broken)$/.test(line))).toEqual([])
    expect(results(all).filter((line) => line.endsWith('pass')).length).toBeGreaterThan(50)
  })

  test.each(['free', 'premium', 'ultimate'] as const)('knows the plan %s by its licence', async (tier) => {
    const licensed = await servedSimulator({ control: false, tier })
    expect(await liveTarget({ url: licensed.url, tokens })).toMatchObject({ tier, version: '15.8.0' })
    await licensed.close()
  })

  test('is no judge of rights to what nobody finds there', async () => {
    const { target } = await recorded({})
    const id = 'laws/rights/get-projects-id-export-download'
    expect(results(await events(target, [id]))).toEqual([`${id} skip`])
  })

  test('looks for nothing that its checks are not about', async () => {
    const { sent, target } = await recorded({})
    const id = 'laws/shape/get-projects-id-snippets-noteable_id-notes'
    expect(results(await events(target, [id]))).toEqual([`${id} pass`])
    const read = new Set(sent.map(({ path }) => path.replaceAll(/\d+/g, 'N')))
    expect(read).toContain('/api/vN/projects/N/snippets')
    expect([...read].filter((path) => /\/(?:hooks|pipelines|runners|topics|keys)$/.test(path))).toEqual([])
  })

  test('is the one that nobody asked for', async () => {
    expect((await liveTarget({ url: server.url })).mode).toBe('read')
  })

  test('looks at the project that was named', async () => {
    const { sent, target } = await recorded({ place: { project: 'acme/handbook' } })
    await events(target, ['laws/rights-public/get-projects-id-milestones'])
    expect(sent.map(({ path }) => path)).toContain('/api/v4/projects/3/milestones')
  })

  test('looks at a project of any visibility, unless what it looks for follows from that', async () => {
    const { target } = await recorded({ place: { project: 'acme/handbook' } })
    const ids = ['laws/shape', 'laws/rights', 'laws/anonymous'].map(
      (law) => `${law}/get-projects-id-milestones`,
    )
    expect(results(await events(target, ids))).toEqual([`${ids[0]} pass`, `${ids[2]} skip`, `${ids[1]} skip`])
  })

  test('tells which group cannot be read', async () => {
    const { out } = await command({ group: 'nobody', ids: ['laws/shape/get-groups-id-milestones'] })
    expect(out).toContain('1 because the group nobody cannot be read: 404')
  })

  test('counts audit events of the instance where the release does', async () => {
    const newest = await servedSimulator({ control: false, dialect: '18.9' })
    const { target } = await recorded({ url: newest.url })
    const id = 'laws/paging/get-audit_events'
    expect(results(await events(target, [id]))).toEqual([`${id} pass`])
    await newest.close()
  })

  test('does not hold a caller to a role that he does not have there', async () => {
    // Who owns the group of other projects is nobody in this one.
    const { target } = await recorded({
      place: { project: 'alice/dotfiles' },
      tokens: { owner: 'mallory-token' },
    })
    const all = await events(target, ['laws/rights-public/get-projects-id-approvals'])
    expect(results(all)).toEqual(['laws/rights-public/get-projects-id-approvals pass'])
  })

  test.each([
    { mode: 'read', callers: ['admin', 'owner'], kind: 'pass' },
    { mode: 'write', callers: ['owner'], kind: 'skip' },
  ] as const)('an owner who is an administrator is both in the mode read alone: $mode', async (told) => {
    const { mode, callers, kind } = told
    const { target } = await recorded({ mode, tokens: { owner: tokens.admin } })
    const id = 'laws/shape/get-application-settings'
    const all = await events(target, [id])
    expect(all[0]).toMatchObject({ type: 'started', callers })
    expect(results(all)).toEqual([`${id} ${kind}`])
  })

  test('the administrator who is named comes before the owner who is one', async () => {
    const { target } = await recorded({ tokens: { owner: tokens.admin, admin: 'bob-token' } })
    expect(target.credentials).toMatchObject({
      owner: { token: 'root-token' },
      admin: { token: 'bob-token' },
    })
  })

  test('a token of an administrator, or of another caller, is none of a developer, and is told', async () => {
    const { mode, ids } = { mode: 'write', ids: ['members/lifecycle'] } as const
    const named = { ...tokens, developer: 'root-token', stranger: 'bob-token' }
    const { out } = await command({ tokens: named, mode, ids })
    expect(out).toContain('callers: admin, owner, maintainer\n')
    expect(out).toContain("the token of developer is an administrator's, and counts as not given")
    expect(out).toContain("the token of stranger is the maintainer's, too, and counts as not given")
    expect(out).toContain('0 fail')
  })

  test('skips what the target has nothing for, and says so', async () => {
    const { out } = await command({
      project: 'nobody/nothing',
      ids: ['laws/shape/get-projects-id-milestones'],
    })
    expect(out).toContain('because the project nobody/nothing cannot be read: 404')
  })
})

describe('the mode write', () => {
  const ids = [
    'milestones/create',
    'milestones/order',
    'merge-requests/fork',
    'projects/create-name-and-path',
  ]

  test.each([
    ['skips', [], 'skip'],
    ['fails refused', ['gitlab_project'], 'fail'],
  ])('%s imports where the import sources are %j', async (_, sources, kind) => {
    const answering: typeof fetch = (input, init) => {
      if (String(input).includes('/remote-import'))
        return Promise.resolve(Response.json({ message: '403 Forbidden' }, { status: 403 }))
      if (String(input).endsWith('/application/settings'))
        return Promise.resolve(Response.json({ import_sources: sources }))
      return fetch(input, init)
    }
    const { target } = await recorded({ mode: 'write', fetch: answering })
    const ids = ['project-import/remote-unresolved', 'project-import/s3-flag']
    expect(results(await events(target, ids))).toEqual(ids.map((id) => `${id} ${kind}`))
  })

  test('removes what it has made', async () => {
    const { target } = await recorded({ mode: 'write' })
    const all = await events(target, ids)
    expect(results(all)).toEqual(expect.arrayContaining(ids.map((id) => expect.stringContaining(id))))
    expect(await leftovers()).toEqual([])
  })

  test('removes what was made by calls that a check wrote out itself', async () => {
    const { target } = await recorded({ mode: 'write' })
    const all = await events(target, ['laws/hostile-input/post-runners-id-reset_authentication_token'])
    expect(results(all)).toEqual([expect.stringContaining('pass')])
    const ended = all.at(-1)
    expect(ended?.type === 'ended' && ended.left).toBeUndefined()
  })

  test('changes no account and nothing of the installation', async () => {
    const { sent, target } = await recorded({ mode: 'write' })
    const todos = ['done', 'filters', 'marked', 'reasons', 'hidden-issues'].map(
      (what) => `issues/todos-${what}`,
    )
    const checks = ['laws/shape/delete-personal_access_tokens-id', 'laws/shape/put-user-status', ...todos]
    const all = await events(target, [...checks, 'laws/rights/get-projects-id-milestones'])
    expect(results(all)).toEqual(
      expect.arrayContaining([
        'laws/shape/delete-personal_access_tokens-id skip',
        'laws/shape/put-user-status skip',
        'laws/rights/get-projects-id-milestones pass',
      ]),
    )
    const written = sent.filter(({ method }) => method !== 'GET' && method !== 'HEAD')
    const elsewhere = written.filter(
      ({ path }) =>
        !/^\/api\/v4\/(projects|groups|runners|suggestions|jobs|bulk_imports|packages|security|user\/keys)/.test(
          path,
        ),
    )
    expect(elsewhere.map(({ path }) => path)).toEqual([])
    const mine = await fetch(`${server.url}/api/v4/user`, { headers: { 'private-token': 'alice-token' } })
    expect(mine.status).toBe(200)
    expect(await leftovers()).toEqual([])
  })

  test('takes a group back that a hostile call has moved to the top level', async () => {
    const before = await topGroups()
    const { target } = await recorded({ mode: 'write' })
    const all = await events(target, ['laws/hostile-input/post-groups-id-transfer'])
    expect(results(all)).toEqual([expect.stringContaining('pass')])
    expect((await topGroups()).length).toBe(before.length + 1)
  })

  test('makes its groups below the one that was named', async () => {
    const before = await topGroups()
    const { sent, target } = await recorded({ mode: 'write', place: { group: 'acme' } })
    const all = await events(target, ['milestones/create'])
    expect(results(all)).toEqual(['milestones/create pass'])
    expect(sent).toContainEqual({ method: 'GET', path: '/api/v4/groups/acme' })
    expect(await topGroups()).toEqual(before)
  })

  test('creates one group at the top level, and everything else below it', async () => {
    const before = await topGroups()
    const { target } = await recorded({ mode: 'write' })
    const all = await events(target, ['projects/shared-with-group', 'groups/unshare', 'milestones/create'])
    expect(results(all).filter((line) => !line.endsWith('pass'))).toEqual([])
    const [started] = all
    const made = (await topGroups()).filter((path) => !before.includes(path))
    expect(started).toMatchObject({ type: 'started', creates: made[0] })
    expect(made).toHaveLength(1)
  })

  test('removes what arrives at another place than was asked for', async () => {
    const target = await liveTarget({
      url: server.url,
      tokens,
      tier: 'ultimate',
      mode: 'write',
      fetch: toTheTop,
    })
    const all = await events(target, ['bulk-imports/updated-at'])
    expect(results(all)).toEqual(['bulk-imports/updated-at pass'])
    expect(await leftovers()).toEqual([])
  })

  test('blocks what cannot be created below the group that was named, and tells why', async () => {
    const { status, out } = await command({
      mode: 'write',
      group: 'acme',
      ids: ['laws/rights-public/get-projects-id-approvals', 'approvals/locked-by-group'],
    })
    expect(out).toMatch(/below the private group acme\/conform-\S+ no public project can be created/)
    expect(out).toContain('it is about top-level groups, and all groups are created below acme')
    expect(out).toContain('0 pass, 0 fail, 2 blocked')
    expect(out).toMatch(/no check came to a verdict \(skipped or blocked: 2\); the report tells why\n$/)
    expect(status).toBe(2)
  })

  test('begins nothing for an owner who may create nothing', async () => {
    const account =
      'name=Nil&username=nil&email=nil@example.com&password=long-and-odd-4711&skip_confirmation=true'
    const { id } = await asAdmin(`users?${account}&can_create_group=false&projects_limit=0`)
    const { token } = await asAdmin(`users/${id}/personal_access_tokens?name=all&scopes[]=api`)
    const before = await leftovers()
    const { status, out } = await command({ mode: 'write', tokens: { owner: token }, ids: ['milestones/'] })
    expect(out).toMatch(/^forgery conform: the owner may create no groups and no projects; .* --group\n$/)
    expect(status).toBe(2)
    expect(await leftovers()).toEqual(before)
  })

  test('plans a run that takes about what was planned', async () => {
    const ids = ['feature-flag-user-lists/']
    const before = await leftovers()
    const { out } = await command({ mode: 'write', ids, plan: true, runs: undefined })
    expect(await leftovers()).toEqual(before)
    const planned = (what: string) =>
      Number(new RegExp(`${what} +about ([\\d,]+)`).exec(out)?.[1]?.replace(',', ''))
    const { sent, target } = await recorded({ mode: 'write' })
    const all: Event[] = []
    for await (const event of run(checksOf(target, ids), target)) all.push(event)
    const created = (kind: string) =>
      sent.filter(({ method, path }) => method === 'POST' && path === `/api/v4/${kind}`).length
    for (const [what, real] of [
      ['requests', sent.length],
      ['groups', created('groups')],
      ['projects', created('projects')],
    ] as const) {
      expect(planned(what)).toBeGreaterThan(0.8 * real)
      expect(planned(what)).toBeLessThan(1.2 * real)
    }
  })

  test('has the same results however many checks run side by side, in the same order', async () => {
    const [one, four] = await Promise.all(
      [1, 4].map(async (jobs) => {
        const { target } = await recorded({ mode: 'write' })
        return results(await events(target, ['milestones/'], { jobs }, '1/4'))
      }),
    )
    expect(four).toEqual(one)
    expect(await leftovers()).toEqual([])
  })

  test('leaves nothing when it is stopped in the middle', async () => {
    const { target } = await recorded({ mode: 'write' })
    const stop = new AbortController()
    const all: Event[] = []
    for await (const event of run(checksOf(target, ['milestones/']), target, { signal: stop.signal })) {
      all.push(event)
      if (results(all).length === 3) stop.abort()
    }
    expect(all.at(-1)).toMatchObject({ type: 'ended', stopped: true })
    expect(results(all).length).toBeLessThan(6)
    expect(await leftovers()).toEqual([])
  })

  test('what a killed run has left goes with --clean, and nothing else does', async () => {
    const headers = { 'private-token': 'alice-token', 'content-type': 'application/json' }
    const kept = { name: 'conform-ideas', path: 'conform-ideas' }
    await fetch(`${server.url}/api/v4/groups`, { method: 'POST', headers, body: JSON.stringify(kept) })
    const { target } = await recorded({ mode: 'write' })
    const stages = await createStages(target, `${target.prefix}-1`)
    await stages.lease({ furnished: true }, { observed: () => undefined }, false)
    expect((await leftovers()).length).toBeGreaterThan(1)
    const { status, out } = await command({ clean: true })
    expect(out).toMatch(/removed: project conform-\w+-1x\/conform-\w+-1x1x\/conform-\w+-1-1x\/\S+-second\n/)
    expect(out).toMatch(/marked for deletion: group conform-\w+-1x\n/)
    expect(out).toMatch(/\d+ removed, \d+ marked and deleted by the service later, 0 left\n$/)
    expect(status).toBe(0)
    expect(await leftovers()).toEqual(['conform-ideas'])
  })
})

describe('the mode control', () => {
  test('takes an owner who is an administrator for one', async () => {
    const target = simulatorTarget({ dialect: '18.9' })
    const { credentials } = target
    const { admin = { variable: '', token: '' } } = credentials
    const passing = [
      'projects/admin-filters',
      'projects/filters',
      'projects/fresh-values',
      'projects/order-by-size',
      'projects/simple-storage',
      'issues/user-agent-details',
      'snippets/later-storage',
      'laws/rights/get-projects-id-export-download',
      'bulk-imports/own-only',
      'custom-attributes/with-custom-attributes',
      'groups/statistics',
      'laws/same-record/get-groups-id-billable_members',
      'laws/idle/get-keys-id',
    ]
    const skipped = [
      'access-tokens/revoked-by-owner',
      'groups/forking-lock',
      'groups/namespace-limits',
      'keys/expired-key',
      'search/blocked-users',
      'search/public-mail',
      'settings/branch-protection-of-owners',
      'settings/restricted-levels',
      'laws/hostile-input/post-users-id-ban',
    ]
    const all = await events({ ...target, credentials: { ...credentials, owner: admin } }, [
      ...passing,
      ...skipped,
    ])
    expect(results(all).toSorted()).toEqual(
      [...passing.map((id) => `${id} pass`), ...skipped.map((id) => `${id} skip`)].toSorted(),
    )
  })

  test('settings that a run changes are put back, and --no-installation leaves them alone', async () => {
    const before = await settings()
    const { sent, target } = await recorded({ mode: 'write' })
    const ids = ['settings/raw-lists', 'settings/password-names']
    expect(results(await events(target, ids))).toEqual([
      'settings/password-names skip',
      'settings/raw-lists pass',
    ])
    expect(sent.some(({ method, path }) => method === 'PUT' && path.endsWith('/settings'))).toBe(true)
    expect(await settings()).toEqual(before)
    const spared = await recorded({ mode: 'write', installation: false })
    expect(results(await events(spared.target, ids))).toEqual([
      'settings/password-names skip',
      'settings/raw-lists skip',
    ])
    expect(spared.sent.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('settings that a killed run has changed are put back by --clean, while others leave them alone', async () => {
    const before = await settings()
    const { target } = await recorded({ mode: 'write' })
    const door = await target.open()
    const { credentials, prefix } = target
    const agreed = contract(target.dialect)
    const { lasting } = door
    if (lasting === undefined) throw new Error('the installation cannot be changed')
    const told = {
      credentials,
      contract: agreed,
      prefix: `${prefix}-1`,
      refused: false,
      rehearsed: new Set<string>(),
    }
    const killed = createRestorer({ door: { ...door, lasting }, ...told })
    const body = JSON.stringify({ max_import_size: 77, help_page_text: 'from a killed run' })
    const headers = { 'private-token': tokens.admin, 'content-type': 'application/json' }
    await killed.send({ method: 'PUT', url: '/api/v4/application/settings', headers, body })
    expect(await settings()).toMatchObject({ max_import_size: 77, help_page_text: 'from a killed run' })
    const { status, out } = await command({ clean: true })
    expect(out).toContain('put back /application/settings: help_page_text, max_import_size\n')
    expect(status).toBe(0)
    expect(await settings()).toEqual(before)
  })

  test('what a killed run has changed is taken back by --clean', async () => {
    const controlled = await servedSimulator({})
    const target = await liveTarget({ url: controlled.url, tokens, mode: 'control' })
    const before = await rowsOf(controlled.url)
    const stages = await createStages(target, `${target.prefix}-1`)
    await stages.lease({ furnished: true }, { observed: () => undefined }, false)
    expect(await rowsOf(controlled.url)).not.toEqual(before)
    const { status, out } = await command({ url: controlled.url, clean: true })
    expect(out).toBe('took the world back to where a killed run found it\n0 removed, 0 left\n')
    expect(status).toBe(0)
    expect(await rowsOf(controlled.url)).toEqual(before)
    expect(await (await fetch(`${controlled.url}/_forgery/snapshots`)).json()).toEqual([])
    await controlled.close()
  })

  test('needs the control API', async () => {
    const { status, out } = await command({ mode: 'control' })
    expect(status).toBe(2)
    expect(out).toBe(
      'forgery conform: there is no control API at /_forgery, so the mode can be read or write, not control\n',
    )
  })
})

describe('options that contradict one another', () => {
  test.each<[ConformOptions, string]>([
    [{ url: undefined, mode: 'write' }, '--mode needs --url'],
    [{ url: undefined, clean: true }, '--clean needs --url'],
    [{ url: undefined, rate: 3 }, '--rate needs --url'],
    [{ url: undefined, plan: true }, '--plan needs --url'],
    [{ plan: true, list: true }, '--plan runs no checks; leave out --list'],
    [{ mode: 'write', project: '1' }, '--project is for the mode read'],
    [
      { installation: false },
      '--no-installation is for --mode write; the other modes leave the installation as it is',
    ],
    [{ mode: 'read', clean: true }, '--clean removes groups and projects: its mode is write'],
    [{ ids: ['milestones'], replay: 'milestones/order' }, '--replay names the one check to run'],
    [{ shard: '4/3' }, "'4/3' is no shard"],
    [{ operations: ['GET /projects'], replay: 'milestones/order' }, '--replay names the one check to run'],
    [{ operations: ['GET /projects'], clean: true }, '--operation selects checks, and --clean runs none'],
    [
      { operations: ['GET /projects'], cassette: 'a' },
      '--operation selects checks, and --cassette runs none',
    ],
    [
      { operations: ['GET /projects'], ids: ['merge', 'a'] },
      '--operation selects checks, and merge runs none',
    ],
    [{ replay: 'milestones/nothing' }, 'there is no check or family "milestones/nothing"; the nearest are '],
  ])('%j is refused', async (options, text) => {
    const { status, out } = await command(options)
    expect(out).toContain(`forgery conform: ${text}`)
    expect(status).toBe(2)
  })
})
