import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

describe('what belongs to an account', () => {
  test('are addresses, each of one user', () => {
    const carol = here.as('carol')
    const { status, json } = carol.post('/user/emails', { email: 'c@example.com' })
    expect([status, json.confirmed_at]).toEqual([201, null])
    expect(carol.get(`/user/emails/${json.id}`).json).toEqual(json)
    expect(here.as('root').post('/users/5/emails', { email: 'C@example.com' })).toMatchObject({
      status: 400,
      json: { message: { email: ['has already been taken'] } },
    })
    expect(here.as('dave').delete(`/user/emails/${json.id}`).json).toEqual({ message: '404 Email Not Found' })
    expect(carol.delete(`/user/emails/${json.id}`).status).toBe(204)
  })
})
