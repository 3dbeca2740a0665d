import { expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

test('groups, users and storage of a project are told', () => {
  const alice = here.as('alice')
  const names = (path: string, field: string) =>
    alice.get(path).json.map((it: { [field: string]: unknown }) => it[field])
  expect(names('/projects/2/groups', 'full_path')).toEqual(['acme', 'acme/platform'])
  expect(names('/projects/1/users?search=carol', 'username')).toEqual(['carol'])
  expect(here.as('root').get('/projects/1/storage').json).toMatchObject({
    project_id: 1,
    repository_storage: 'default',
  })
})

test('groups that a project is shared with are narrowed by the access level that they have there', () => {
  const alice = here.as('alice')
  for (const [path, group_access] of [
    ['readers', 20],
    ['writers', 30],
  ] as const) {
    const { id } = alice.post('/groups', { name: path, path }).json
    expect(alice.post('/projects/1/share', { group_id: id, group_access }).status).toBe(201)
  }
  const listed = (query: string) =>
    alice
      .get(`/projects/1/groups?with_shared=true${query}`)
      .json.map((group: { full_path: string }) => group.full_path)
  expect(listed('')).toEqual(['acme', 'readers', 'writers'])
  expect(listed('&shared_min_access_level=30')).toEqual(['acme', 'writers'])
  expect(alice.get('/projects/1/groups?shared_min_access_level=31')).toMatchObject({
    status: 400,
    json: { error: 'shared_min_access_level does not have a valid value' },
  })
})
