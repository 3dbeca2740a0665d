import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const carol = () => here.as('carol')

function project(config: string, files: object = {}): number {
  const { id } = carol().post('/projects', {
    name: `p-${here.sim.clock.now()}`,
    initialize_with_readme: true,
  }).json
  const all = { ...files, '.gitlab-ci.yml': config }
  const actions = Object.entries(all).map(([file_path, content]) => ({
    action: 'create',
    file_path,
    content,
  }))
  carol().post(`/projects/${id}/repository/commits`, { branch: 'main', commit_message: 'Configure', actions })
  return id
}

interface Told {
  readonly id: number
  readonly name: string
  readonly status: string
}

const jobs = (id: number): Told[] => carol().get(`/projects/${id}/jobs`).json

describe('jobs that are over', () => {
  test('run again as new ones', () => {
    const id = project('job: { script: exit 1 }\nlater: { stage: deploy, script: x }')
    here.sim.clock.advance('10s')
    const job = jobs(id).find(({ name }) => name === 'job') as Told
    const again = carol().post(`/projects/${id}/jobs/${job.id}/retry`)
    expect(again).toMatchObject({ status: 201, json: { name: 'job', status: 'pending' } })
    expect(again.json.id).not.toBe(job.id)
    expect(carol().post(`/projects/${id}/jobs/${again.json.id}/retry`)).toMatchObject({
      status: 403,
      json: { message: '403 Forbidden - Job is not retryable' },
    })
    const [pipeline] = carol().get(`/projects/${id}/pipelines`).json
    const listed = (query = '') => carol().get(`/projects/${id}/pipelines/${pipeline.id}/jobs${query}`).json
    expect(listed()).toHaveLength(2)
    expect(listed('?include_retried=true')).toHaveLength(3)
  })
})
