import { describe, expect, test } from 'vitest'
import { createSimulator } from '../../index.ts'
import type { Release } from '../../lib/releases/release.ts'
import { callsOf } from '../../testing/calls.ts'
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

describe('failed jobs with `retry`', () => {
  const runs = (id: number) => {
    const [pipeline] = carol().get(`/projects/${id}/pipelines`).json
    const path = `/projects/${id}/pipelines/${pipeline.id}`
    const all: Told[] = carol().get(`${path}/jobs?include_retried=true`).json
    return { status: pipeline.status, job: all.filter(({ name }) => name === 'job').map((it) => it.status) }
  }

  test.each([
    ['retry: 2', 3],
    ['retry: { max: 1 }', 2],
    ['retry: { max: 2, when: script_failure }', 3],
    ['retry: { max: 2, when: [api_failure, runner_system_failure] }', 1],
    ['retry: 0', 1],
  ])('run again: %s', (retry, times) => {
    const id = project(`default: { ${retry} }\njob: { script: exit 1 }\nlater: { stage: deploy, script: x }`)
    here.sim.clock.advance('10s')
    expect(runs(id)).toEqual({ status: 'failed', job: Array(times).fill('failed') })
    expect(jobs(id).find(({ name }) => name === 'later')?.status).toBe('skipped')
  })

  test('count the times that somebody ran them again', () => {
    const id = project('job: { script: exit 1, retry: 1 }')
    here.sim.clock.advance('10s')
    const [job] = jobs(id)
    expect(carol().post(`/projects/${id}/jobs/${job?.id}/retry`).status).toBe(201)
    here.sim.clock.advance('10s')
    expect(runs(id).job).toHaveLength(3)
  })

  test('stay failed where their user may no longer run them', () => {
    const id = project('job: { script: exit 1, retry: 1 }')
    const { id: user_id } = here.as('dave').get('/user').json
    carol().post(`/projects/${id}/members`, { user_id, access_level: 30 })
    carol().post(`/projects/${id}/repository/branches`, { branch: 'own', ref: 'main' })
    const started = here.as('dave').post(`/projects/${id}/pipeline`, { ref: 'own' })
    expect(started.status).toBe(201)
    expect(carol().delete(`/projects/${id}/members/${user_id}`).status).toBe(204)
    here.sim.clock.advance('10s')
    const path = `/projects/${id}/pipelines/${started.json.id}/jobs?include_retried=true`
    expect(carol().get(path).json).toHaveLength(1)
  })
})

test('running a job again lets jobs of its stage wait again that need it', () => {
  const id = project(
    'job: { script: exit 1 }\nnext: { script: x, needs: [job] }\nlast: { script: x, needs: [next] }',
  )
  here.sim.clock.advance('10s')
  const find = (wanted: string) => jobs(id).find(({ name }) => name === wanted) as Told
  expect([find('next').status, find('last').status]).toEqual(['skipped', 'skipped'])
  carol().post(`/projects/${id}/jobs/${find('job').id}/retry`)
  expect([find('next').status, find('last').status]).toEqual(['created', 'created'])
})

test('newer releases tell of every job when it was erased', () => {
  const erased = (release: Release) => {
    const rows = createSimulator({ release })
    return ['/projects/1/jobs', '/runners/1/jobs'].map((path) =>
      callsOf(rows, 'root')
        .get(path)
        .json.map((row: object) => Object.hasOwn(row, 'erased_at')),
    )
  }
  expect(erased('15.8').flat()).not.toContain(true)
  const [ofProject = [], ofRunner = []] = erased('18.9')
  expect([ofProject.length > 0, ofRunner.length > 0]).toEqual([true, true])
  expect([...ofProject, ...ofRunner]).not.toContain(false)
})
