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
