import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ConformOptions, runConform } from '../cli.ts'
import { liveTarget } from './live.ts'
import { servedSimulator } from './simulator.ts'
import type { Who } from './target.ts'

describe('a served simulator', () => {
  let server: Awaited<ReturnType<typeof servedSimulator>>
  beforeAll(async () => {
    server = await servedSimulator({ dialect: 'real' })
  })
  afterAll(() => server.close())

  async function conform(ids: readonly string[], { mutant, shard }: ConformOptions = {}) {
    let out = ''
    const write = (text: string) => {
      out += text
    }
    const status = await runConform({
      url: server.url,
      ids,
      mutant,
      shard,
      mode: 'control',
      runs: 3,
      write,
      complain: write,
    })
    return { status, out }
  }

  test('tells its dialect and its plan', async () => {
    const target = await liveTarget({ url: `${server.url}/api/v4/` })
    expect(target).toMatchObject({ origin: server.url, dialect: 'real', tier: 'ultimate' })
    expect(target.credentials.owner?.variable).toBe('ALICE_TOKEN')
  })

  test('is called with no token of the owner of the demo world where another owner is named', async () => {
    const { credentials } = await liveTarget({ url: server.url, tokens: { owner: 'root-token' } })
    expect(Object.keys(credentials)).toContain('impersonation')
    for (const who of ['reader', 'oauth', 'session', 'expired', 'revoked'])
      expect(Object.keys(credentials)).not.toContain(who)
    const own = await liveTarget({ url: server.url, tokens: { owner: 'alice-token' } })
    expect(own.credentials.reader?.token).toBe('alice-read-token')
  })

  test('holds to the same checks over HTTP', async () => {
    const ids = ['milestones/', 'laws/paging', 'laws/hostile-input/get-projects-id-milestones']
    const { status, out } = await conform(ids, { shard: '1/8' })
    expect(out).toContain('real dialect')
    expect(out).not.toContain('FAIL')
    expect(status).toBe(0)
  })

  test('is left as it was found', async () => {
    const projects = async () => {
      const reply = await fetch(`${server.url}/api/v4/projects?per_page=100`, {
        headers: { 'private-token': 'root-token' },
      })
      return ((await reply.json()) as { readonly id: number }[]).map(({ id }) => id)
    }
    const before = await projects()
    await conform(['projects/create-name-and-path'])
    expect(await projects()).toEqual(before)
    const marks = await fetch(`${server.url}/_forgery/snapshots`)
    expect(await marks.json()).toEqual([])
  })

  test('is caught with a planted fault', async () => {
    const { status, out } = await conform(['milestones/deleted-is-gone'], {
      mutant: 'deleted-milestone-readable',
    })
    expect(status).toBe(1)
    expect(out).toContain('FAIL milestones/deleted-is-gone')
  })
})

describe('a service without a control API', () => {
  let server: Awaited<ReturnType<typeof servedSimulator>>
  beforeAll(async () => {
    server = await servedSimulator({ dialect: 'real', control: false })
  })
  afterAll(() => server.close())

  const ids = [
    'laws/paging/get-projects-id-milestones',
    'laws/rights/post-projects-id-approvals',
    'laws/round-trip/post-projects-id-members',
    'laws/round-trip/post-groups-id-members',
    'laws/round-trip/put-groups-id-members-user_id',
    'laws/rights-outside-projects/delete-groups-id-members-user_id',
    'milestones/create',
    'milestones/promote-answer',
    'merge-requests/filters',
    'merge-requests/fork',
    'projects/filters',
  ]

  // Those that a reporter takes part in.
  const reporting = ['laws/rights/post-projects-id-approvals', 'milestones/create', 'merge-requests/fork']
  // Those that a guest or a stranger takes part in.
  const joining = ids.filter((id) => /\/rights|members|projects\//.test(id))

  async function conform(tokens: { readonly [who in Who]?: string }, ids: readonly string[]) {
    let out = ''
    const write = (text: string) => {
      out += text
    }
    const status = await runConform({
      url: server.url,
      mode: 'write',
      tier: 'ultimate',
      ids,
      tokens,
      runs: 2,
      write,
      complain: write,
    })
    return { status, out }
  }

  const tokens = {
    owner: 'alice-token',
    maintainer: 'bob-token',
    developer: 'carol-token',
    reporter: 'dave-token',
    guest: 'erin-token',
    stranger: 'mallory-token',
  }

  test('is held to either dialect, and the one seen is told', async () => {
    const { status, out } = await conform(tokens, ids)
    expect(out).toContain('either dialect accepted')
    expect(out).toContain('F20: real (milestones/promote-answer)')
    expect(out).toContain('11 pass, 0 fail')
    expect(status).toBe(0)
  })

  test('is told what could not be tried for want of a caller', async () => {
    const { status, out } = await conform({ owner: 'alice-token' }, reporting)
    expect(out).toContain('because the target was given no reporter credential: merge-requests/fork')
    expect(status).toBe(0)
  })

  test('is not called with a token that opens nothing', async () => {
    const { status, out } = await conform({ ...tokens, reporter: 'no-such-token' }, reporting)
    expect(out).toContain('the token of reporter opens nothing there (401), and counts as not given')
    expect(out).toContain('because the target was given no reporter credential: merge-requests/fork')
    expect(out).toContain('0 fail')
    expect(status).toBe(0)
  })

  test('is not called with the token of a blocked user', async () => {
    const { status, out } = await conform({ ...tokens, reporter: 'frank-token' }, reporting)
    expect(out).toContain('the token of reporter opens nothing there (403), and counts as not given')
    expect(out).toContain('because the target was given no reporter credential: merge-requests/fork')
    expect(out).toContain('0 fail')
    expect(out).not.toContain('blocked,')
    expect(status).toBe(0)
  })

  test('is not called with tokens of users who cannot have the role', async () => {
    const root = { headers: { 'private-token': 'root-token' }, method: 'POST' }
    const person = 'email=ext@example.com&username=ext&name=Ext&external=true&force_random_password=true'
    const user = await fetch(`${server.url}/api/v4/users?${person}`, root).then((it) => it.json())
    const made = `${server.url}/api/v4/users/${user.id}/personal_access_tokens?name=x&scopes[]=api`
    const { token } = await fetch(made, root).then((it) => it.json())
    const { status, out } = await conform({ ...tokens, guest: 'acme-bot-token', stranger: token }, joining)
    expect(out).toContain(
      'the token of guest is an access token of a project or group, and counts as not given',
    )
    expect(out).toContain("the token of stranger is an external user's, and counts as not given")
    expect(out).toContain('0 fail')
    expect(out).not.toContain('blocked,')
    expect(status).toBe(0)
  })

  test('keeps nothing that was made on it', async () => {
    const url = `${server.url}/api/v4/projects?search=conform-&archived=false`
    const reply = await fetch(url, { headers: { 'private-token': 'root-token' } })
    const left = (await reply.json()) as { readonly marked_for_deletion_on: string | null }[]
    expect(left.filter((project) => project.marked_for_deletion_on === null)).toEqual([])
  })
})
