import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

describe('the state of an account', () => {
  const post = (verb: string, id = 4) => {
    const { status, json } = here.as('root').post(`/users/${id}/${verb}`)
    return [status, json]
  }

  test('is blocked once, and told by true, null and false', () => {
    expect([post('block'), post('block')]).toEqual([
      [201, true],
      [201, null],
    ])
    expect(here.as('carol').get('/user').status).toBe(403)
    expect([post('unblock'), post('unblock')]).toEqual([
      [201, true],
      [201, false],
    ])
  })

  test('moves only along its ways', () => {
    expect(post('block', 1)).toEqual([
      403,
      { message: '403 Forbidden - The API initiating user cannot be blocked by the API' },
    ])
    expect(post('deactivate', 1)).toEqual([
      403,
      {
        message:
          '403 Forbidden - The user you are trying to deactivate has been active in the past 90 days and cannot be deactivated',
      },
    ])
    expect(post('unban')).toEqual([403, { message: 'You cannot unban active users.' }])
    expect([post('ban'), post('activate')]).toEqual([
      [201, true],
      [403, { message: '403 Forbidden - A blocked user must be unblocked to be activated' }],
    ])
    expect([post('unban'), post('deactivate'), post('deactivate')]).toEqual([
      [201, true],
      [201, true],
      [201, null],
    ])
    expect(post('unblock')[0]).toBe(403)
    expect([post('activate'), post('approve')]).toEqual([
      [201, true],
      [409, { message: 'The user you are trying to approve is not pending approval' }],
    ])
    expect(post('reject')).toEqual([409, { message: 'User does not have a pending request' }])
  })
})
