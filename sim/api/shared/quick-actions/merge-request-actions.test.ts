import { describe, expect, test } from 'vitest'
import { perTest } from '../../../testing/per-test.ts'

const here = perTest()
const as = (user?: string) => here.as(user)
const requests = '/projects/1/merge_requests'
/** A merge request of carol's, from a branch of its own with one new file. */
const open = (values: object = {}) => {
  const branch = `topic-${as('alice').get('/projects/1/repository/branches?per_page=100').json.length}`
  as('alice').post('/projects/1/repository/commits', {
    branch,
    start_branch: 'main',
    commit_message: branch,
    actions: [{ action: 'create', file_path: branch, content: branch }],
  })
  const { iid } = as('carol').post(requests, {
    source_branch: branch,
    target_branch: 'main',
    title: branch,
    ...values,
  }).json
  return `${requests}/${iid}`
}
const say = (path: string, body: string, by = 'alice', more: object = {}) =>
  as(by).post(`${path}/notes`, { body, ...more })
const summary = (path: string, body: string, by?: string, more?: object) =>
  say(path, body, by, more).json.summary?.[0]
const shown = (path: string) => as('alice').get(path).json

describe('quick actions on merge requests', () => {
  test('approve and unapprove', () => {
    const request = open()
    expect(summary(request, '/unapprove')).toBe('Could not apply unapprove command.')
    expect(summary(request, '/approve', 'dave')).toBe('Could not apply approve command.')
    expect(summary(request, '/approve')).toBe('Approved the current merge request.')
    const approvers = () =>
      as('alice')
        .get(`${request}/approvals`)
        .json.approved_by.map((it: { user: { username: string } }) => it.user.username)
    expect(approvers()).toEqual(['alice'])
    expect(summary(request, '/approve')).toBe('Could not apply approve command.')
    expect(summary(request, '/unapprove')).toBe('Unapproved the current merge request.')
    expect(approvers()).toEqual([])
  })

  test('merge the head that the caller saw, and nothing else', () => {
    const request = open()
    here.sim.clock.advance('1h')
    expect(summary(request, '/merge', 'dave')).toBe('Could not apply merge command.')
    as('root').post('/projects/1/approvals', { approvals_before_merge: 0 })
    for (const { id } of as('root').get('/projects/1/approval_rules').json)
      as('root').delete(`/projects/1/approval_rules/${id}`)
    expect(summary(request, '/merge')).toBe('Merged this merge request.')
    expect(shown(request)).toMatchObject({
      state: 'opened',
      merge_error: 'Branch has been updated since the merge was requested. Please review the changes.',
    })
    const { sha } = shown(request)
    const head = { merge_request_diff_head_sha: sha }
    expect(say(request, '/rebase\n/merge', 'alice', head).json.summary[0]).toMatch(/^Scheduled a rebase of/)
    expect(shown(request).state).toBe('opened')
    here.sim.clock.advance('1h')
    const merged = say(request, '/merge', 'alice', { merge_request_diff_head_sha: shown(request).sha })
    expect(merged).toMatchObject({ status: 202, json: { summary: ['Merged this merge request.'] } })
    expect(shown(request)).toMatchObject({ state: 'merged', merge_user: { username: 'alice' } })
    expect(summary(request, '/merge')).toBe('Could not apply merge command.')
  })

  test('rebase an open merge request once at a time', () => {
    const request = open()
    const { source_branch } = shown(request)
    expect(summary(request, '/rebase', 'dave')).toBe('Could not apply rebase command.')
    expect(summary(request, '/rebase')).toBe(`Scheduled a rebase of branch ${source_branch}.`)
    expect(shown(`${request}?include_rebase_in_progress=true`).rebase_in_progress).toBe(true)
    expect(summary(request, '/rebase')).toBe('A rebase is already in progress.')
    say(request, '/close')
    expect(summary(request, '/rebase')).toBe('Could not apply rebase command.')
  })

  test('set a target branch that exists', () => {
    const request = open()
    as('alice').post('/projects/1/repository/branches?branch=stable&ref=main')
    expect(summary(request, '/target_branch nowhere')).toBe('Set target branch to nowhere.')
    expect(shown(request).target_branch).toBe('main')
    summary(request, '/target_branch stable')
    expect(shown(request).target_branch).toBe('stable')
  })

  test('submit a review, and toggle the draft', () => {
    const request = open()
    as('bob').post(`${request}/draft_notes`, { note: 'Thought.' })
    expect(summary(request, '/submit_review', 'bob')).toBe('Submitted the current review.')
    expect(as('alice').get(`${request}/notes`).json).toContainEqual(
      expect.objectContaining({ body: 'Thought.' }),
    )
    expect(summary(request, '/ready')).toBe("No change to this merge request's draft status.")
    expect(summary(request, '/draft')).toBe('Marked this merge request as a draft.')
    expect(summary(request, '/draft')).toBe('Marked this merge request as ready.')
    expect(shown(request).draft).toBe(false)
  })

  test('in a description are run on creation and on update', () => {
    const request = open({ description: '/draft\n/assign_reviewer @bob\nWords\n/close' })
    expect(shown(request)).toMatchObject({
      description: 'Words',
      draft: true,
      reviewers: [{ username: 'bob' }],
      state: 'opened',
    })
    as('alice').put(request, { description: 'Other\n/close\n/remove_reviewer' })
    expect(shown(request)).toMatchObject({ description: 'Other', state: 'closed', reviewers: [] })
  })
})
