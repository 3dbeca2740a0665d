import { expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

test('issues of a group are those of its projects', () => {
  const { json } = here.as('alice').get('/groups/1/issues?per_page=100')
  expect(json.map((it: { project_id: number }) => it.project_id)).toContain(1)
})
