import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const as = (user?: string) => here.as(user)
const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)

describe('what a user has to do with projects', () => {
  test('is told of stars to whoever sees the project', () => {
    expect(as('mallory').post('/projects/2/star').status).toBe(201)
    as('root').post('/projects/8/star')
    expect(ids(as('carol').get('/users/mallory/starred_projects').json)).toContain(2)
    expect(ids(as('carol').get('/users/root/starred_projects').json)).not.toContain(8)
    expect(ids(as('root').get('/users/1/starred_projects?simple=true').json)).toContain(8)
    const starrers = as('carol').get('/projects/2/starrers?search=mall').json
    expect(starrers).toMatchObject([{ user: { username: 'mallory' } }])
    expect(starrers[0].starred_since).toMatch(/^2024-01-01T/)
  })

  test('is told of what they did in the last year', () => {
    expect(as('root').get('/users/carol/contributed_projects').json).toEqual([])
    as('carol').post('/projects/1/issues', { title: 'One' })
    as('carol').post('/projects/3/issues', { title: 'Two' })
    expect(ids(as('root').get('/users/carol/contributed_projects?order_by=id&sort=asc').json)).toEqual([1, 3])
    expect(ids(as('mallory').get('/users/carol/contributed_projects').json)).toEqual([3])
    here.sim.clock.advance('400d')
    expect(as('root').get('/users/carol/contributed_projects').json).toEqual([])
  })

  test('is hidden with the profile', () => {
    as('grace').post('/projects/3/star')
    expect(as('carol').get('/users/grace/starred_projects').json).toEqual([])
    expect(as('carol').get('/projects/3/starrers?search=grace').json).toEqual([])
    expect(ids(as('grace').get('/users/grace/starred_projects').json)).toEqual([3])
    expect(as('carol').get('/users/nobody/starred_projects').json).toEqual({ message: '404 User Not Found' })
  })
})

describe('the caller', () => {
  test('says how things are to be shown', () => {
    expect(as('carol').get('/user/preferences').json).toEqual({
      id: 4,
      user_id: 4,
      view_diffs_file_by_file: false,
      show_whitespace_in_diffs: true,
      pass_user_identities_to_ci_jwt: false,
    })
    const changed = as('carol').put('/user/preferences', { show_whitespace_in_diffs: false })
    expect(changed).toMatchObject({ status: 200, json: { show_whitespace_in_diffs: false } })
    expect(as('carol').get('/user/preferences').json).toEqual(changed.json)
    expect(as('carol').put('/user/preferences', {}).status).toBe(400)
    expect(as().get('/user/preferences').status).toBe(401)
  })

  test('is told how much waits', () => {
    const before = as('dave').get('/user_counts').json
    as('carol').post('/projects/1/issues', { title: 'For Dave', assignee_ids: [5] })
    expect(as('dave').get('/user_counts').json).toEqual({
      ...before,
      assigned_issues: before.assigned_issues + 1,
      todos: before.todos + 1,
    })
  })

  test('is told as an administrator when others last did something', () => {
    as('carol').post('/projects/1/issues', { title: 'One' })
    expect(as('root').get('/user/activities').json).toEqual([
      { username: 'carol', last_activity_on: '2024-01-01', last_activity_at: '2024-01-01' },
    ])
    expect(as('root').get('/user/activities?from=2024-02-01').json).toEqual([])
    expect(as('carol').get('/user/activities').status).toBe(403)
  })
})

describe('a fork', () => {
  test('is called one no longer, and its merge request is closed', () => {
    const open = as('alice').get('/projects/1/merge_requests?state=opened&per_page=100').json
    const request = open.find(({ source_project_id: id }: { source_project_id: number }) => id === 5)
    expect(as('carol').delete('/projects/5/fork').status).toBe(204)
    expect(as('carol').get('/projects/5').json.forked_from_project).toBeUndefined()
    expect(as('alice').get(`/projects/1/merge_requests/${request.iid}`).json.state).toBe('closed')
    expect(as('carol').delete('/projects/5/fork').status).toBe(304)
    expect(as('carol').post('/projects/5/fork/1')).toMatchObject({
      status: 201,
      json: { forked_from_project: { id: 1 } },
    })
    expect(as('carol').post('/projects/5/fork/1')).toMatchObject({
      status: 409,
      json: { message: 'Project already forked' },
    })
    expect(as('carol').post('/projects/5/fork/8').json).toEqual({ message: '404 Project Not Found' })
    expect(as('bob').delete('/projects/5/fork').status).toBe(404)
  })
})
