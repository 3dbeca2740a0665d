import { beforeEach, describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const as = (user?: string) => here.as(user)

const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory']

const statuses = (call: (user: string) => { readonly status: number }) =>
  people.map((user) => call(user).status)

/** The demo project configures no pipelines of its own. */
beforeEach(() => {
  const actions = [{ action: 'create', file_path: 'ci.yml', content: 'test:\n  script: [true]\n' }]
  as('bob').put('/projects/1', { ci_config_path: 'ci.yml' })
  as('bob').post('/projects/1/repository/commits', { branch: 'main', commit_message: 'Configure', actions })
})

describe('a freeze period', () => {
  const periods = '/projects/1/freeze_periods'
  const weekend = { freeze_start: '0 23 * * 5', freeze_end: '0 7 * * 1' }

  test('is kept by Maintainers and read by Reporters', () => {
    expect(statuses((user) => as(user).post(periods, weekend))).toEqual([201, 201, 201, 403, 403, 403, 404])
    const [{ id, ...period }] = as('dave').get(periods).json
    expect(period).toMatchObject({ ...weekend, cron_timezone: 'UTC' })
    expect(statuses((user) => as(user).get(`${periods}/${id}`))).toEqual([200, 200, 200, 200, 200, 403, 404])
    expect(as('bob').put(`${periods}/${id}`, { freeze_end: '0 8 * * 1' }).json).toMatchObject({
      ...weekend,
      freeze_end: '0 8 * * 1',
    })
    expect(as('carol').delete(`${periods}/${id}`).status).toBe(403)
    expect(as('bob').delete(`${periods}/${id}`).status).toBe(204)
    expect(as('bob').get(`${periods}/${id}`).json).toEqual({ message: '404 Not found' })
  })

  test('is refused without plans that can be read', () => {
    expect(
      as('bob').post(periods, { freeze_start: 'x', freeze_end: '0 7 * * 1', cron_timezone: 'y' }),
    ).toMatchObject({
      status: 400,
      json: { message: { freeze_start: [' is invalid syntax'], cron_timezone: [' is invalid syntax'] } },
    })
    expect(as('bob').post(periods, {}).json).toEqual({
      error: 'freeze_start is missing, freeze_end is missing',
    })
  })
})
