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

  test('of the groups below and of projects are listed on request, as far as the caller sees them', () => {
    const alice = here.as('alice')
    const { id } = alice.post('/groups', { name: 'Over', path: 'over', visibility: 'public' }).json
    const below = alice.post('/groups', {
      name: 'Below',
      path: 'below',
      parent_id: id,
      visibility: 'private',
    })
    const project = alice.post('/projects', { name: 'Inside', namespace_id: id, visibility: 'public' }).json
    alice.post(`/groups/${id}/labels`, { name: 'over', color: 'red' })
    alice.post(`/groups/${below.json.id}/labels`, { name: 'below', color: 'red' })
    alice.post(`/projects/${project.id}/labels`, { name: 'inside', color: 'red' })
    const names = (query: string, user = 'alice') =>
      here
        .as(user)
        .get(`/groups/${id}/labels?${query}`)
        .json.map(({ name }: { name: string }) => name)
    expect(names('')).toEqual(['over'])
    expect(names('include_descendant_groups=true')).toEqual(['below', 'over'])
    expect(names('include_descendant_groups=true', 'mallory')).toEqual(['over'])
    expect(names('only_group_labels=false', 'mallory')).toEqual(['inside', 'over'])
    expect(names('only_group_labels=false&include_descendant_groups=true&search=ins')).toEqual(['inside'])
  })
})
