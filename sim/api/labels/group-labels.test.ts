import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

describe('labels', () => {
  test('of groups are read and changed, by path or by name', () => {
    const alice = here.as('alice')
    const { id } = alice.post('/groups/1/labels', { name: 'Told', color: '#112233' }).json
    expect(alice.get('/groups/1/labels/Told').json.id).toBe(id)
    expect(alice.put('/groups/1/labels/Told', { description: 'One' }).json.description).toBe('One')
    expect(alice.put('/groups/1/labels', { name: 'Told', new_name: 'Other' }).json.name).toBe('Other')
    expect(alice.put('/groups/1/labels', { new_name: 'x' }).status).toBe(400)
    expect(alice.get('/groups/1/labels/Told').json).toEqual({ message: '404 Label Not Found' })
  })
})
