import { GitbeakerRequestError, Gitlab } from '@gitbeaker/rest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Server } from '../../index.ts'
import { testSimulator } from '../../testing/calls.ts'

const PROJECT = 'acme/webapp'
const IID = 40
const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory', undefined] as const
type Person = (typeof people)[number]

/** What a call answers: `ok`, or the status with which it is refused. */
async function outcome(call: Promise<unknown>): Promise<number | 'ok'> {
  try {
    await call
    return 'ok'
  } catch (error) {
    if (!(error instanceof GitbeakerRequestError) || error.cause === undefined) throw error
    return error.cause.response.status
  }
}

describe.each(['free', 'premium', 'ultimate'] as const)('with the plan %s', (tier) => {
  let server: Server
  beforeAll(async () => {
    server = await testSimulator({ tier }).listen()
  })
  afterAll(() => server.close())

  const approvals = (user: Person) =>
    new Gitlab({ host: server.url, token: user === undefined ? '' : `${user}-token` }).MergeRequestApprovals
  const outcomes = async (call: (of: ReturnType<typeof approvals>, user: Person) => Promise<unknown>) => {
    const found: (number | 'ok')[] = []
    for (const user of people) found.push(await outcome(call(approvals(user), user)))
    return found
  }
  const licensed = tier !== 'free'
  const refused = [403, 403, 403, 403, 403, 403, 404, 401]

  test('the configuration is for maintainers', async () => {
    const expected = licensed ? ['ok', 'ok', 'ok', 403, 403, 403, 404, 401] : refused
    expect(await outcomes((it) => it.showConfiguration(PROJECT))).toEqual(expected)
    const change = { requirePasswordToApprove: false }
    expect(await outcomes((it) => it.editConfiguration(PROJECT, change))).toEqual(expected)
  })

  test('rules of the project are read from reporters on, and written by maintainers', async () => {
    const reads = licensed ? ['ok', 'ok', 'ok', 'ok', 'ok', 403, 404, 401] : refused
    const writes = licensed ? ['ok', 'ok', 'ok', 403, 403, 403, 404, 401] : reads
    expect(await outcomes((it) => it.allApprovalRules(PROJECT))).toEqual(reads)
    expect(await outcomes((it) => it.showApprovalRule(PROJECT, 2))).toEqual(reads)
    const create = (it: ReturnType<typeof approvals>, user: Person) =>
      it.createApprovalRule(PROJECT, `Rule of ${user}`, 0, { usernames: ['alice'] })
    expect(await outcomes(create)).toEqual(writes)
    const edit = (it: ReturnType<typeof approvals>) => it.editApprovalRule(PROJECT, 2, 'Release managers', 1)
    expect(await outcomes(edit)).toEqual(writes)
    expect(await outcomes((it) => it.removeApprovalRule(PROJECT, 99_999))).toEqual(
      writes.map((status) => (status === 'ok' ? 404 : status)),
    )
  })

  test('where a merge request stands is read from reporters on', async () => {
    const reads = ['ok', 'ok', 'ok', 'ok', 'ok', 403, 404, 401]
    const expected = licensed ? reads : refused
    const merge = { mergerequestIId: IID }
    expect(await outcomes((it) => it.showConfiguration(PROJECT, merge))).toEqual(expected)
    expect(await outcomes((it) => it.showApprovalState(PROJECT, IID))).toEqual(expected)
    // The specification does not have this one.
    expect(await outcomes((it) => it.allApprovalRules(PROJECT, merge))).toEqual(reads)
  })

  test('a merge request is approved from developers on, but not by its author', async () => {
    const expected = ['ok', 'ok', 'ok', 401, 403, 403, 404, 401]
    expect(await outcomes((it) => it.approve(PROJECT, IID))).toEqual(expected)
    expect(await outcomes((it) => it.approve(PROJECT, IID))).toEqual([401, 401, 401, 401, 403, 403, 404, 401])
    expect(await outcomes((it) => it.unapprove(PROJECT, IID))).toEqual([
      'ok',
      'ok',
      'ok',
      404,
      403,
      403,
      404,
      401,
    ])
  })

  test('dependencies take the highest plan', async () => {
    const found: number[] = []
    for (const user of people) {
      const headers: HeadersInit = user === undefined ? {} : { 'private-token': `${user}-token` }
      const reply = await fetch(`${server.url}/api/v4/projects/1/dependencies`, { headers })
      found.push(reply.status)
      const rows = (await reply.json()) as readonly object[]
      if (reply.status === 200) expect(rows.every((row) => 'vulnerabilities' in row)).toBe(user !== 'dave')
    }
    const reads = tier === 'ultimate' ? 200 : 403
    expect(found).toEqual([reads, reads, reads, reads, reads, 403, 404, 401])
  })
})

describe.each(['real', 'specification'] as const)('a client in the dialect %s', (dialect) => {
  let server: Server
  beforeAll(async () => {
    server = await testSimulator({ dialect }).listen()
  })
  afterAll(() => server.close())

  const as = (user: string) => new Gitlab({ host: server.url, token: `${user}-token` })

  test('configures, and is told what excludes each other', async () => {
    const { MergeRequestApprovals } = as('bob')
    const before = await MergeRequestApprovals.showConfiguration(PROJECT)
    expect(before).toMatchObject({ reset_approvals_on_push: true, merge_requests_author_approval: false })
    const change = { mergeRequestsAuthorApproval: true, resetApprovalsOnPush: false }
    const after = await MergeRequestApprovals.editConfiguration(PROJECT, change)
    expect(after).toEqual({
      ...before,
      merge_requests_author_approval: true,
      reset_approvals_on_push: false,
    })
    await MergeRequestApprovals.editConfiguration(PROJECT, { selectiveCodeOwnerRemovals: true })
    const both = MergeRequestApprovals.editConfiguration(PROJECT, { resetApprovalsOnPush: true })
    await expect(both).rejects.toMatchObject({ cause: { response: { status: 400 } } })
    await MergeRequestApprovals.editConfiguration(PROJECT, {
      mergeRequestsAuthorApproval: false,
      selectiveCodeOwnerRemovals: false,
    })
  })

  test('guards a branch with a rule, and merges when it is satisfied', async () => {
    const { MergeRequestApprovals, MergeRequests, RepositoryFiles } = as('bob')
    await RepositoryFiles.create(PROJECT, 'by-client.txt', 'by-client', 'x', 'Add a file', {
      startBranch: 'main',
    })
    const { iid } = await MergeRequests.create(PROJECT, 'by-client', 'main', 'Add a file')
    const rule = await MergeRequestApprovals.createApprovalRule(PROJECT, 'Reviewers', 2, {
      usernames: ['alice', 'carol'],
    })
    expect(rule).toMatchObject({ rule_type: 'regular', approvals_required: 2 })
    expect(rule.eligible_approvers?.map(({ username }) => username)).toEqual(['alice', 'carol'])
    const status = () => MergeRequestApprovals.showConfiguration(PROJECT, { mergerequestIId: iid })
    expect(await status()).toMatchObject({ approvals_required: 2, approvals_left: 2 })
    await as('alice').MergeRequestApprovals.approve(PROJECT, iid)
    expect(await outcome(MergeRequests.merge(PROJECT, iid))).toBe(405)
    const state = await MergeRequestApprovals.showApprovalState(PROJECT, iid)
    expect(state.rules.find(({ name }) => name === 'Reviewers')).toMatchObject({ approved: false })
    await MergeRequestApprovals.editApprovalRule(PROJECT, rule.id, 'Reviewers', 1, { usernames: ['alice'] })
    expect(await status()).toMatchObject({ approvals_required: 1, approvals_left: 0 })
    const own = await MergeRequestApprovals.createApprovalRule(PROJECT, 'Own', 1, {
      mergerequestIId: iid,
      usernames: ['carol'],
    })
    expect(await outcome(MergeRequests.merge(PROJECT, iid))).toBe(405)
    await MergeRequestApprovals.removeApprovalRule(PROJECT, own.id, { mergerequestIId: iid })
    expect(await MergeRequests.merge(PROJECT, iid)).toMatchObject({ state: 'merged' })
    await MergeRequestApprovals.removeApprovalRule(PROJECT, rule.id)
    const rules = await MergeRequestApprovals.allApprovalRules(PROJECT)
    expect(rules.map(({ name }) => name)).not.toContain('Reviewers')
  })

  test('is asked for a password where the project says so', async () => {
    const { MergeRequestApprovals } = as('alice')
    await MergeRequestApprovals.editConfiguration(PROJECT, { requirePasswordToApprove: true })
    const { MergeRequestApprovals: bob } = as('bob')
    expect(await outcome(bob.approve(PROJECT, IID))).toBe(401)
    expect(await outcome(bob.approve(PROJECT, IID, { approvalPassword: 'wrong' }))).toBe(401)
    const status = await bob.approve(PROJECT, IID, { approvalPassword: 'bob-password' })
    expect(status.approved_by?.map(({ user }) => user.username)).toEqual(['bob'])
  })
})
