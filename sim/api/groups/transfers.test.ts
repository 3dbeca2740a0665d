import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

describe('moving', () => {
  test('a group into another, no more visible than it', () => {
    const alice = here.as('alice')
    const open = alice.post('/groups', { name: 'open', path: 'open', visibility: 'public' }).json
    const moved = alice.post(`/groups/${open.id}/transfer`, { group_id: 1 })
    expect(moved).toMatchObject({ status: 201, json: { full_path: 'acme/open', visibility: 'private' } })
    expect(alice.post('/groups/1/transfer', { group_id: open.id }).json).toEqual({
      message: 'Transfer failed: Cannot transfer group to one of its subgroup.',
    })
    expect(alice.post('/groups/1/transfer', {}).json).toEqual({
      message: 'Transfer failed: Group is already a root group.',
    })
    expect(alice.post(`/groups/${open.id}/transfer`, {}).json.full_path).toBe('open')
  })
})
