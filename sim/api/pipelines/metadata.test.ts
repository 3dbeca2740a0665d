import { expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'
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

test('a pipeline is given a name, and a merge request a pipeline', () => {
  const id = project('job: { script: x, only: [branches, merge_requests] }')
  const [pipeline] = carol().get(`/projects/${id}/pipelines`).json
  const path = `/projects/${id}/pipelines/${pipeline.id}`
  expect(carol().put(`${path}/metadata`, { name: 'Mine' })).toMatchObject({
    status: 200,
    json: { name: 'Mine' },
  })
  expect(carol().get(path).json).not.toHaveProperty('name')
  carol().post(`/projects/${id}/repository/branches`, { branch: 'topic', ref: 'main' })
  carol().post(`/projects/${id}/repository/files/a.txt`, {
    branch: 'topic',
    content: 'a',
    commit_message: 'A',
  })
  carol().post(`/projects/${id}/merge_requests`, {
    source_branch: 'topic',
    target_branch: 'main',
    title: 'A',
  })
  const made = carol().post(`/projects/${id}/merge_requests/1/pipelines`)
  expect(made).toMatchObject({
    status: 200,
    json: { ref: 'refs/merge-requests/1/head', source: 'merge_request_event' },
  })
  expect(carol().get(`/projects/${id}/merge_requests/1/pipelines`).json).toHaveLength(3)
})

test('a pipeline shows its name and is found by it in a later release', () => {
  const bob = callsOf(testSimulator({ release: '16.11' }), 'bob')
  const [listed] = bob.get('/projects/1/pipelines').json
  expect(listed).toMatchObject({ name: null })
  expect(bob.get('/projects/1/pipelines?name=none').json).toEqual([])
})

test('a merge request whose configuration cannot be read gets a failed pipeline, one without jobs none', () => {
  const { id } = carol().post('/projects', { name: 'Broken', initialize_with_readme: true }).json
  const commit = (branch: string, content: string) =>
    carol().post(`/projects/${id}/repository/commits`, {
      branch,
      start_branch: 'main',
      commit_message: 'Configure',
      actions: [{ action: 'create', file_path: '.gitlab-ci.yml', content }],
    })
  const pipelineOf = (branch: string, content: string) => {
    commit(branch, content)
    const request = { title: branch, source_branch: branch, target_branch: 'main' }
    const { iid } = carol().post(`/projects/${id}/merge_requests`, request).json
    return carol().post(`/projects/${id}/merge_requests/${iid}/pipelines`)
  }
  expect(pipelineOf('broken', 'just text')).toMatchObject({
    status: 200,
    json: { status: 'failed', yaml_errors: 'Invalid configuration format', source: 'merge_request_event' },
  })
  expect(pipelineOf('idle', 'job:\n  script: x\n  only: [tags]\n').status).toBe(400)
})
