import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const as = (user?: string) => here.as(user)
type Row = {
  action_name: string
  target_type: string | null
  target_title: string | null
  author_username: string
}
const EVENTS = '/projects/1/events'
const told = (path: string, user = 'bob'): string[] =>
  as(user)
    .get(`${path}${path.includes('?') ? '&' : '?'}per_page=100`)
    .json.map((it: Row) => [it.author_username, it.action_name, it.target_type].filter(Boolean).join(' '))

function work() {
  const { iid } = as('dave').post('/projects/1/issues', { title: 'A thing' }).json
  as('carol').post(`/projects/1/issues/${iid}/notes`, { body: 'I do it' })
  const commit = {
    branch: 'thing',
    start_branch: 'main',
    commit_message: 'Do the thing',
    actions: [{ action: 'create', file_path: 'thing.txt', content: 'x' }],
  }
  as('carol').post('/projects/1/repository/commits', commit)
  const request = { source_branch: 'thing', target_branch: 'main', title: 'The thing' }
  const opened = as('carol').post('/projects/1/merge_requests', request).json
  as('bob').post(`/projects/1/merge_requests/${opened.iid}/approve`)
  as('dave').put(`/projects/1/issues/${iid}`, { state_event: 'close' })
  return { issue: iid as number, request: opened.iid as number }
}

describe('events', () => {
  test('tell what was done in a project, the latest first', () => {
    work()
    expect(told(EVENTS)).toEqual([
      'dave closed Issue',
      'bob approved MergeRequest',
      'carol opened MergeRequest',
      'carol pushed new',
      'carol commented on Note',
      'dave opened Issue',
    ])
    expect(told(`${EVENTS}?sort=asc`)).toEqual(told(EVENTS).reverse())
    const { json } = as('bob').get(EVENTS)
    expect(json[4]).toMatchObject({
      project_id: 1,
      target_title: 'A thing',
      note: { body: 'I do it' },
      author: { username: 'carol' },
    })
    expect(json[3]).toMatchObject({
      target_id: null,
      push_data: { action: 'created', ref_type: 'branch', ref: 'thing', commit_title: 'Do the thing' },
    })
  })

  test('tell of pushes, tags and members', () => {
    const commit = (branch: string) =>
      as('bob').post('/projects/1/repository/commits', {
        branch,
        commit_message: 'More',
        actions: [{ action: 'create', file_path: 'more.txt', content: 'x' }],
      })
    commit('main')
    as('bob').post('/projects/1/repository/tags', { tag_name: 'v9', ref: 'main', message: 'Nine' })
    as('bob').delete('/projects/1/repository/tags/v9')
    as('bob').post('/projects/1/members', { user_id: 7, access_level: 30 })
    as('bob').delete('/projects/1/members/7')
    expect(told(EVENTS)).toEqual([
      'mallory left',
      'mallory joined',
      'bob deleted',
      'bob pushed new',
      'bob pushed to',
    ])
    expect(as('bob').get(EVENTS).json[4].push_data).toMatchObject({
      action: 'pushed',
      commit_count: 1,
      commit_title: 'More',
    })
  })

  test('are filtered', () => {
    work()
    const cases: [string, string[]][] = [
      ['action=closed', ['dave closed Issue']],
      ['action=pushed', ['carol pushed new']],
      ['target_type=issue', ['dave closed Issue', 'dave opened Issue']],
      ['target_type=note&action=commented', ['carol commented on Note']],
      ['target_type=milestone', []],
      ['before=2024-01-01', []],
      ['after=2024-01-01', []],
    ]
    for (const [query, expected] of cases)
      expect([query, told(`${EVENTS}?${query}`)]).toEqual([query, expected])
    expect(told(`${EVENTS}?before=2024-01-02&after=2023-12-31`)).toHaveLength(6)
    expect(as('bob').get(`${EVENTS}?action=slept`).json).toEqual({
      error: 'action does not have a valid value',
    })
  })

  test('are those of a user, or of everybody around them', () => {
    work()
    expect(told('/events', 'dave')).toEqual(['dave closed Issue', 'dave opened Issue'])
    expect(told('/events?scope=all', 'dave')).toEqual(told(EVENTS, 'dave'))
    expect(told('/users/dave/events')).toEqual(['dave closed Issue', 'dave opened Issue'])
    expect(told('/users/5/events', 'mallory')).toEqual([])
    expect(as('bob').get('/users/nobody/events').json).toEqual({ message: '404 User Not Found' })
    expect(as().get('/events').status).toBe(401)
    here.sim.world.users.update(5, { privateProfile: true })
    expect([told('/users/dave/events'), told('/users/dave/events', 'root')]).toEqual([
      [],
      ['dave closed Issue', 'dave opened Issue'],
    ])
  })

  test('are of the time of the call, whatever time a comment is given', () => {
    const { issue } = work()
    const dated = { body: 'Long ago', created_at: '2019-03-15T08:00:00Z' }
    as('alice').post(`/projects/1/issues/${issue}/discussions`, dated)
    const [latest] = as('bob').get(EVENTS).json
    expect(latest).toMatchObject({ action_name: 'commented on', created_at: expect.stringMatching(/^2024/) })
  })

  test('show nobody what they may not see', () => {
    work()
    as('dave').post('/projects/1/issues', { title: 'Secret', confidential: true })
    expect(told(EVENTS, 'erin')).toEqual([
      'dave closed Issue',
      'carol commented on Note',
      'dave opened Issue',
    ])
    expect(told(EVENTS)).toHaveLength(7)
  })
})
