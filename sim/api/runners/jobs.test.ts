import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
interface Job {
  readonly id: number
  readonly status: string
}
const list = (query = '', user = 'bob', runner = 9): readonly Job[] =>
  here.as(user).get(`/runners/${runner}/jobs?per_page=100${query}`).json
const ids = (jobs: readonly Job[]) => jobs.map(({ id }) => id)

describe('jobs of a runner', () => {
  test('are in the order of their ids, from the latest where an order is asked for', () => {
    const plain = ids(list())
    expect(plain).toEqual([...plain].sort((a, b) => a - b))
    expect(plain.length).toBeGreaterThan(10)
    expect(ids(list('&sort=desc'))).toEqual(plain)
    expect(ids(list('&order_by=id'))).toEqual([...plain].reverse())
    expect(ids(list('&order_by=id&sort=asc'))).toEqual(plain)
  })

  test('are filtered by status', () => {
    for (const status of ['running', 'success', 'failed', 'canceled'])
      expect(ids(list(`&status=${status}`))).toEqual(ids(list().filter((it) => it.status === status)))
    expect(here.as('bob').get('/runners/9/jobs?status=done')).toMatchObject({
      status: 400,
      json: { error: 'status does not have a valid value' },
    })
  })

  test('are those of projects in which the caller is a reporter', () => {
    here.sim.world.runnerProjects.insert({ id: 900, runnerId: 13, projectId: 1, updatedAt: 0 })
    const [job] = here.sim.world.ciJobs.by('byRunner', 9).list()
    if (job === undefined) throw new Error('the demo world has jobs')
    here.sim.world.ciJobs.insert({ ...job, id: 9000, runnerId: 13, projectId: 4 })
    here.sim.world.ciJobs.insert({ ...job, id: 9001, runnerId: 13 })
    expect(ids(list('', 'bob', 13))).toEqual([9001])
    expect(ids(list('', 'alice', 13))).toEqual([9000, 9001])
    expect(ids(list('', 'root', 13))).toEqual([9000, 9001])
  })

  test('show their project, pipeline, commit and user', () => {
    const { json } = here.as('bob').get('/runners/9/jobs?status=success')
    expect(Object.keys(json[0])).toEqual(
      (
        'id ip_address status stage name ref tag coverage allow_failure created_at started_at finished_at ' +
        'duration queued_duration user commit pipeline web_url project'
      ).split(' '),
    )
    expect(json[0]).toMatchObject({
      ip_address: null,
      stage: 'deploy',
      name: 'deploy-staging',
      duration: 120,
      pipeline: { project_id: 1, status: 'success' },
      project: { id: 1, path_with_namespace: 'acme/webapp' },
      commit: { id: json[0].pipeline.sha },
    })
    const [failed] = list('&status=failed', 'bob', 11)
    expect(failed).toMatchObject({ failure_reason: 'script_failure', coverage: null })
  })
})

describe('in the dialect of the real service', () => {
  const real = perTest({ dialect: 'real', clock: 'frozen' })
  test('a duration has a fraction, and no address is sent', () => {
    const job = real.sim.world.ciJobs.by('byRunner', 9).last()
    real.sim.world.ciJobs.put({ ...(job as NonNullable<typeof job>), startedAt: real.sim.clock.now() - 1500 })
    const [running] = real.as('bob').get('/runners/9/jobs?order_by=id').json
    expect(running.duration).toBe(1.5)
    expect(running).not.toHaveProperty('ip_address')
  })
})
