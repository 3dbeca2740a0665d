import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const as = (user?: string) => here.as(user)

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
