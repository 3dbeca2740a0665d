import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const as = (user?: string) => here.as(user)
const idOf = (user: string) => as(user).get('/user').json.id as number

type Row = { id: number; action_name: string; target: { title: string }; body: string; state: string }
const listOf = (user: string, filter = ''): Row[] => as(user).get(`/todos?per_page=100${filter}`).json
const reasons = (user: string, filter = '') => listOf(user, filter).map((it) => it.action_name)

const issue = (body: object = {}) =>
  as('bob').post('/projects/1/issues', { title: 'Look at this', ...body }).json as { iid: number; id: number }
const ISSUES = '/projects/1/issues'

describe('the list of things to do', () => {
  test('shows why something is on it, and what it is about', () => {
    const { iid } = issue({ assignee_ids: [idOf('carol')], description: 'See @dave' })
    const [todo] = listOf('carol')
    expect(todo).toMatchObject({
      project: { id: 1, path_with_namespace: 'acme/webapp' },
      author: { username: 'bob' },
      action_name: 'assigned',
      target_type: 'Issue',
      target: { iid, title: 'Look at this' },
      target_url: `http://127.0.0.1:8080/acme/webapp/-/issues/${iid}`,
      body: 'Look at this',
      state: 'pending',
    })
    expect(reasons('dave')).toEqual(['mentioned'])
    expect(reasons('bob')).toEqual([])
  })

  test('holds each thing once, until it is dealt with', () => {
    const { iid } = issue({ description: '@carol: have a look' })
    expect(reasons('carol')).toEqual(['directly_addressed'])
    as('bob').post(`${ISSUES}/${iid}/notes`, { body: 'Ping @carol and @dave' })
    expect([reasons('carol'), reasons('dave')]).toEqual([['directly_addressed'], ['mentioned']])
    as('carol').post(`${ISSUES}/${iid}/notes`, { body: 'On it' })
    expect([reasons('carol'), reasons('carol', '&state=done')]).toEqual([[], ['directly_addressed']])
    as('bob').post(`${ISSUES}/${iid}/discussions`, { body: 'Thank you, @carol' })
    expect(listOf('carol')).toMatchObject([{ action_name: 'mentioned', body: 'Thank you, @carol' }])
  })

  test('says nothing to those who may not see what it is about', () => {
    issue({ description: '@mallory @erin', confidential: true })
    expect([reasons('mallory'), reasons('erin')]).toEqual([[], []])
  })

  test('tells a whole group', () => {
    issue({ description: 'Everybody: @acme' })
    for (const user of ['alice', 'bob', 'carol', 'dave', 'erin']) expect(reasons(user)).toEqual(['mentioned'])
  })

  test('tells only of what a change adds', () => {
    const { iid } = issue({ description: 'See @dave', assignee_ids: [idOf('carol')] })
    for (const user of ['dave', 'carol']) as(user).post('/todos/mark_as_done')
    as('bob').put(`${ISSUES}/${iid}`, { description: 'See @dave and @erin' })
    as('bob').put(`${ISSUES}/${iid}`, { assignee_ids: [idOf('carol'), idOf('alice')] })
    expect(['carol', 'dave', 'erin', 'alice'].map((user) => reasons(user))).toEqual([
      [],
      [],
      ['mentioned'],
      ['assigned'],
    ])
    as('erin').post(`${ISSUES}/${iid}/award_emoji`, { name: 'star' })
    expect(reasons('erin')).toEqual([])
  })

  test('asks for reviews and approvals, and forgets what is merged', () => {
    const rule = { name: 'Careful', approvals_required: 0, user_ids: [idOf('dave')] }
    as('bob').post('/projects/1/approval_rules', rule)
    as('carol').post('/projects/1/repository/commits', {
      branch: 'todo',
      start_branch: 'main',
      commit_message: 'Todo',
      actions: [{ action: 'create', file_path: 'todo.txt', content: 'x' }],
    })
    const request = {
      source_branch: 'todo',
      target_branch: 'main',
      title: 'Todo',
      reviewer_ids: [idOf('bob')],
    }
    const { iid } = as('carol').post('/projects/1/merge_requests', request).json
    expect([reasons('bob'), reasons('dave')]).toEqual([['review_requested'], ['approval_required']])
    expect(listOf('bob', '&type=MergeRequest')[0]).toMatchObject({ target: { iid, title: 'Todo' } })
    as('bob').post(`/projects/1/merge_requests/${iid}/approve`)
    expect(reasons('bob')).toEqual([])
    expect(as('bob').post(`/projects/1/merge_requests/${iid}/todo`).status).toBe(201)
    as('bob').put(`/projects/1/merge_requests/${iid}`, { state_event: 'close' })
    expect(reasons('bob', '&state=done')).toEqual(['marked', 'review_requested'])
    as('alice').delete(`/projects/1/merge_requests/${iid}`)
    expect([reasons('dave'), reasons('bob', '&state=done')]).toEqual([[], []])
  })

  test('is filtered', () => {
    const { iid } = issue({ assignee_ids: [idOf('carol')] })
    as('alice').post('/projects/2/issues', { title: 'There', description: 'For @carol' })
    const matches: [string, string[]][] = [
      ['', ['mentioned', 'assigned']],
      ['&action=assigned', ['assigned']],
      [`&author_id=${idOf('alice')}`, ['mentioned']],
      ['&project_id=1', ['assigned']],
      ['&group_id=1', ['mentioned', 'assigned']],
      ['&group_id=2', ['mentioned']],
      ['&type=Issue', ['mentioned', 'assigned']],
      ['&type=MergeRequest', []],
      ['&state=done', []],
    ]
    for (const [filter, expected] of matches)
      expect([filter, reasons('carol', filter)]).toEqual([filter, expected])
    expect(as('carol').get('/todos?action=slept').json).toEqual({
      error: 'action does not have a valid value',
    })
    expect(iid).toBeGreaterThan(0)
  })

  test('is put together and cleared by hand', () => {
    const { iid } = issue()
    const marked = as('carol').post(`${ISSUES}/${iid}/todo`)
    expect([marked.status, marked.json.action_name]).toEqual([201, 'marked'])
    expect(as('carol').post(`${ISSUES}/${iid}/todo`).status).toBe(304)
    const done = as('carol').post(`/todos/${marked.json.id}/mark_as_done`)
    expect([done.status, done.json.state]).toEqual([201, 'done'])
    expect(as('dave').post(`/todos/${marked.json.id}/mark_as_done`)).toMatchObject({
      status: 404,
      json: { message: '404 Not found' },
    })
    as('carol').post(`${ISSUES}/${iid}/todo`)
    expect(as('carol').post('/todos/mark_as_done').status).toBe(204)
    expect(listOf('carol')).toEqual([])
    expect(as().get('/todos').status).toBe(401)
  })

  test('goes with what it is about', () => {
    const { iid } = issue({ description: '@dave' })
    as('alice').delete(`${ISSUES}/${iid}`)
    expect(listOf('dave')).toEqual([])
  })
})

test('an epic is put on the list by hand, with its group, until it is commented, reacted to or deleted', () => {
  const alice = as('alice')
  const { iid, id } = alice.post('/groups/1/epics', { title: 'Plan' }).json
  const at = `/groups/1/epics/${iid}`
  const made = alice.post(`${at}/todo`)
  expect([made.status, made.json]).toMatchObject([
    201,
    {
      group: { id: 1, kind: 'group', full_path: 'acme' },
      action_name: 'marked',
      target_type: 'Epic',
      target: { id, title: 'Plan' },
      target_url: `http://127.0.0.1:8080/groups/acme/-/epics/${iid}`,
      body: 'Plan',
    },
  ])
  expect(made.json).not.toHaveProperty('project')
  expect(alice.post(`${at}/todo`).status).toBe(304)
  expect(reasons('alice', '&type=Epic&group_id=1')).toEqual(['marked'])
  expect(reasons('alice', '&project_id=1&type=Epic')).toEqual([])
  alice.post(`${at}/notes`, { body: 'Done' })
  expect(reasons('alice', '&type=Epic')).toEqual([])
  alice.post(`${at}/todo`)
  alice.post(`${at}/award_emoji`, { name: 'star' })
  expect(reasons('alice', '&type=Epic')).toEqual([])
  alice.post(`${at}/todo`)
  alice.delete(at)
  expect(reasons('alice', '&type=Epic')).toEqual([])
})
