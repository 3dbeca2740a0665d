import { expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

test('a label that is named twice, and that the group lacks, is created once', () => {
  const { status, json } = here
    .as('alice')
    .post('/groups/acme/epics', { title: 'Plan', labels: ['new', ' new', 'other'] })
  expect([status, json.labels]).toEqual([201, ['new', 'other']])
})
