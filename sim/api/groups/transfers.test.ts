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

  test('is offered to groups that the caller owns', () => {
    const alice = here.as('alice')
    const open = (name: string) =>
      alice.post('/groups', { name, path: name, visibility: 'public' }).json.id as number
    const [moved, own, others] = [
      open('moved'),
      open('own'),
      here.as('bob').post('/groups', { name: 'b', path: 'b-b' }).json.id,
    ]
    here.as('bob').post(`/groups/${others}/members`, { user_id: 2, access_level: 40 })
    const offered = alice.get(`/groups/${moved}/transfer_locations`).json.map(({ id }: { id: number }) => id)
    expect([offered.includes(own), offered.includes(others), offered.includes(moved)]).toEqual([
      true,
      false,
      false,
    ])
    const hidden = alice.post('/groups', { name: 'hidden', path: 'hidden' }).json.id
    expect(here.as().get(`/groups/${hidden}/transfer_locations`).status).toBe(404)
  })
})
