import { expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

test('a label that is named twice, and that the group lacks, is created once', () => {
  const { status, json } = here
    .as('alice')
    .post('/groups/acme/epics', { title: 'Plan', labels: ['new', ' new', 'other'] })
  expect([status, json.labels]).toEqual([201, ['new', 'other']])
})

test('labels that are named twice are created once, and what cannot be a title names none', () => {
  const root = here.as('root')
  const long = 'x'.repeat(300)
  const labels = ['new', 'new', ' new ', long]
  for (const [path, more] of [
    ['/groups/1/epics', { title: 'a' }],
    ['/projects/1/issues', { title: 'a' }],
    ['/groups/1/boards', { name: 'a' }],
  ] as const) {
    const { status, json } = root.post(path, { ...more, labels })
    const names = json.labels.filter((it: unknown) => typeof it === 'string')
    expect([path, status, names]).toEqual([path, 201, path.endsWith('boards') ? [] : ['new']])
  }
  const titles = root.get('/groups/1/labels?per_page=100').json.map(({ name }: { name: string }) => name)
  expect(titles.filter((name: string) => name === 'new')).toHaveLength(1)
  expect(titles).not.toContain(long)
})
