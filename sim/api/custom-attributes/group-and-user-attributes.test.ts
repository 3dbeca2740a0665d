import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

describe('what belongs to an account', () => {
  test('are custom attributes, by which users and groups are found', () => {
    const root = here.as('root')
    root.put('/users/4/custom_attributes/team', { value: 'blue' })
    expect(root.get('/users?custom_attributes[team]=blue').json).toMatchObject([{ id: 4 }])
    root.put('/groups/1/custom_attributes/team', { value: 'red' })
    expect(root.get('/groups/1/custom_attributes').json).toEqual([{ key: 'team', value: 'red' }])
    expect(root.get('/groups?custom_attributes[team]=red').json).toMatchObject([{ id: 1 }])
    expect(root.delete('/groups/1/custom_attributes/team').status).toBe(204)
    expect(root.get('/groups/1/custom_attributes/team').status).toBe(404)
  })
})
