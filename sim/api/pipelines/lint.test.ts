import { expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

test('configurations are judged before they are used', () => {
  const carol = here.as('carol')
  const judge = (content: string) => carol.post('/projects/1/ci/lint', { content }).json
  expect(judge('test:\n  script: [make]\n')).toMatchObject({ valid: true, errors: [] })
  expect(judge('just a text')).toMatchObject({ valid: false, errors: ['Invalid configuration format'] })
  expect(judge('stages: [test]\n')).toMatchObject({
    errors: ['jobs config should contain at least one visible job'],
  })
  const listed = carol.post('/projects/1/ci/lint', {
    content: 'test:\n  script: [make]\n',
    include_jobs: true,
  }).json
  expect(listed.jobs).toMatchObject([{ name: 'test', stage: 'test', script: ['make'] }])
  expect(carol.post('/ci/lint', { content: 'a: 1' }).json.status).toBe('invalid')
  expect(carol.get('/projects/1/ci/lint').json.valid).toBe(true)
})
