import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

describe('what belongs to an account', () => {
  test('are followers', () => {
    const carol = here.as('carol')
    expect([carol.post('/users/2/follow').status, carol.post('/users/2/follow').status]).toEqual([201, 304])
    expect(carol.get('/users/2').json).toMatchObject({ followers: 1, is_followed: true })
    expect(carol.get('/users/2/followers').json).toMatchObject([{ username: 'carol' }])
    expect(carol.get('/users/4/following').json).toMatchObject([{ username: 'alice' }])
    expect([carol.post('/users/2/unfollow').status, carol.post('/users/2/unfollow').status]).toEqual([
      201, 304,
    ])
  })

  test('are memberships, told to administrators', () => {
    const root = here.as('root')
    const types = root
      .get('/users/4/memberships?per_page=100')
      .json.map((it: { source_type: string }) => it.source_type)
    expect(new Set(types)).toContain('Namespace')
    expect(root.get('/users/4/memberships?type=Group').json).toEqual({
      error: 'type does not have a valid value',
    })
    expect(here.as('carol').get('/users/4/memberships').status).toBe(403)
  })
})
