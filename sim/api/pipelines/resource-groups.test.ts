import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const carol = () => here.as('carol')

interface Told {
  readonly id: number
  readonly name: string
  readonly status: string
}

describe('jobs of one resource group', () => {
  const CONFIG = `
one: { script: x, tags: [t], resource_group: db }
two: { script: x, tags: [t], resource_group: db }
three: { script: x, tags: [t], resource_group: db }
`
  /** A project whose jobs a runner takes. */
  const waiting = () => {
    const { id } = carol().post('/projects', { name: 'queue', initialize_with_readme: true }).json
    const { runners_token: token } = carol().get(`/projects/${id}`).json
    const runner = here.as().post('/runners', { token, tag_list: 't' }).json
    const ask = () => here.as().post('/jobs/request', { token: runner.token })
    ask()
    const file = { branch: 'main', commit_message: 'Configure', content: CONFIG }
    carol().post(`/projects/${id}/repository/files/.gitlab-ci.yml`, file)
    return { id, ask, group: `/projects/${id}/resource_groups/db` }
  }
  const states = (id: number): string[] =>
    carol()
      .get(`/projects/${id}/jobs`)
      .json.map(({ name, status }: Told) => `${name} ${status}`)
      .reverse()

  test('run one after another', () => {
    const { id, ask, group } = waiting()
    expect(states(id)).toEqual(['one pending', 'two waiting_for_resource', 'three waiting_for_resource'])
    const job = ask().json
    expect(job.job_info.name).toBe('one')
    expect(ask().status).toBe(204)
    expect(
      carol()
        .get(`${group}/upcoming_jobs`)
        .json.map(({ name }: Told) => name),
    ).toEqual(['two', 'three'])
    here.as().put(`/jobs/${job.id}`, { token: job.token, state: 'success' })
    expect(states(id)).toEqual(['one success', 'two pending', 'three waiting_for_resource'])
  })

  test('run in the order that is chosen', () => {
    const { id, ask, group } = waiting()
    expect(carol().get(group).json).toMatchObject({ key: 'db', process_mode: 'unordered' })
    expect(carol().put(group, { process_mode: 'newest_first' }).json.process_mode).toBe('newest_first')
    expect(carol().put(group, { process_mode: 'random' }).status).toBe(400)
    const job = ask().json
    here.as().put(`/jobs/${job.id}`, { token: job.token, state: 'failed' })
    expect(states(id)).toEqual(['one failed', 'two waiting_for_resource', 'three pending'])
  })

  test('all come to their end on the clock', () => {
    const { id } = carol().post('/projects', { name: 'clocked', initialize_with_readme: true }).json
    const file = { branch: 'main', commit_message: 'Configure', content: CONFIG }
    carol().post(`/projects/${id}/repository/files/.gitlab-ci.yml`, file)
    here.sim.clock.advance('2m')
    expect(states(id)).toEqual(['one success', 'two success', 'three success'])
    expect(carol().get(`/projects/${id}/pipelines`).json).toMatchObject([{ status: 'success' }])
  })

  test('are known by their group, which is nobody else’s', () => {
    const { id } = waiting()
    expect(carol().get(`/projects/${id}/resource_groups`).json).toMatchObject([{ key: 'db' }])
    expect(carol().get(`/projects/${id}/resource_groups/other`).json).toEqual({
      message: '404 Resource Group Not Found',
    })
    expect(here.as('dave').get('/projects/1/resource_groups').status).toBe(403)
  })
})
