import { describe, expect, test } from 'vitest'
import { perTest } from '../testing/per-test.ts'

const here = perTest()
const carol = () => here.as('carol')

const CONFIG = 'test: { script: make test }\n'

function project(content: string | null = CONFIG, message = 'Configure'): number {
  const { id } = carol().post('/projects', {
    name: `p-${here.sim.clock.now()}`,
    initialize_with_readme: true,
  }).json
  if (content !== null) commit(id, { '.gitlab-ci.yml': content }, { message })
  return id
}

interface About {
  readonly message?: string
  readonly branch?: string
  readonly action?: string
}

function commit(
  id: number,
  files: object,
  { message = 'Commit', branch = 'main', action = 'create' }: About = {},
): string {
  const actions = Object.entries(files).map(([file_path, content]) => ({ action, file_path, content }))
  const start = branch === 'main' ? {} : { start_branch: 'main' }
  const body = { branch, ...start, commit_message: message, actions }
  return carol().post(`/projects/${id}/repository/commits`, body).json.id
}

interface Told {
  readonly id: number
  readonly ref: string
  readonly status: string
  readonly source: string
  readonly sha: string
}
const pipelines = (id: number, query = ''): Told[] => carol().get(`/projects/${id}/pipelines?${query}`).json
const jobs = (id: number, pipeline: number): string[] =>
  carol()
    .get(`/projects/${id}/pipelines/${pipeline}/jobs`)
    .json.map(({ name, status }: { readonly name: string; readonly status: string }) => `${name} ${status}`)
    .reverse()

describe('a pipeline starts', () => {
  test('where a commit arrives that has a configuration, and runs on the clock', () => {
    const id = project(null)
    expect(pipelines(id)).toEqual([])
    const sha = commit(id, { '.gitlab-ci.yml': CONFIG })
    const [pipeline] = pipelines(id)
    expect(pipeline).toMatchObject({ sha, ref: 'main', source: 'push', status: 'created' })
    here.sim.clock.advance('10s')
    const detail = carol().get(`/projects/${id}/pipelines/${pipeline?.id}`).json
    expect(detail).toMatchObject({ status: 'success', tag: false, user: { username: 'carol' } })
    expect(detail.before_sha).toMatch(/^[0-9a-f]{40}$/)
    expect(jobs(id, detail.id)).toEqual(['test success'])
  })

  test('for files, branches, tags and merges as well', () => {
    const id = project()
    carol().post(`/projects/${id}/repository/files/a.txt`, {
      branch: 'main',
      content: 'a',
      commit_message: 'A',
    })
    carol().post(`/projects/${id}/repository/branches`, { branch: 'topic', ref: 'main' })
    carol().post(`/projects/${id}/repository/tags`, { tag_name: 'v1', ref: 'main' })
    commit(id, { 'b.txt': 'b' }, { branch: 'more' })
    carol().post(`/projects/${id}/merge_requests`, {
      source_branch: 'more',
      target_branch: 'main',
      title: 'B',
    })
    expect(carol().put(`/projects/${id}/merge_requests/1/merge`).status).toBe(200)
    const told = pipelines(id).map(({ ref, source }) => `${ref} ${source}`)
    expect(told).toEqual(['main push', 'more push', 'v1 push', 'topic push', 'main push', 'main push'])
    const tagged = pipelines(id, 'ref=v1')[0]
    expect(carol().get(`/projects/${id}/pipelines/${tagged?.id}`).json.tag).toBe(true)
  })

  test.each(['[skip ci]', '[ci skip]', '[CI-SKIP]'])('as skipped where the message says %s', (wish) => {
    const id = project(CONFIG, `Configure ${wish}`)
    expect(pipelines(id)).toMatchObject([{ status: 'skipped' }])
    expect(carol().post(`/projects/${id}/pipeline`, { ref: 'main' }).status).toBe(201)
  })

  test('as failed where the configuration is wrong', () => {
    const id = project('test: { stage: nowhere, script: x }')
    const [pipeline] = pipelines(id)
    expect(carol().get(`/projects/${id}/pipelines/${pipeline?.id}`).json).toMatchObject({
      status: 'failed',
      yaml_errors:
        'test job: chosen stage does not exist; available stages are .pre, build, test, deploy, .post',
    })
  })

  test('not where no job is included, which a request for one is told', () => {
    const id = project('test: { script: x, only: [tags] }')
    expect(pipelines(id)).toEqual([])
    const base =
      'Pipeline will not run for the selected trigger. The rules configuration prevented any jobs from being added to the pipeline.'
    expect(carol().post(`/projects/${id}/pipeline`, { ref: 'main' })).toMatchObject({
      status: 400,
      json: { message: { base: [base] } },
    })
    const quiet = project('workflow: { rules: [{ when: never }] }\ntest: { script: x }')
    expect(pipelines(quiet)).toEqual([])
    expect(carol().post(`/projects/${quiet}/pipeline`, { ref: 'main' }).json).toEqual({
      message: { base: ['Pipeline filtered out by workflow rules.'] },
    })
  })

  test('not where pipelines are switched off, nor for what is copied', () => {
    const id = project()
    carol().put(`/projects/${id}`, { builds_access_level: 'disabled' })
    commit(id, { 'a.txt': 'a' })
    carol().put(`/projects/${id}`, { builds_access_level: 'enabled' })
    expect(pipelines(id)).toHaveLength(1)
    const fork = here.as('alice')
    carol().post(`/projects/${id}/members`, { user_id: 2, access_level: 40 })
    const copy = fork.post(`/projects/${id}/fork`).json.id
    here.sim.clock.advance('1m')
    expect(fork.get(`/projects/${copy}/repository/commits`).json).toHaveLength(3)
    expect(fork.get(`/projects/${copy}/pipelines`).json).toEqual([])
  })
})

describe('jobs', () => {
  test('that fail by their script fail the pipeline, and are retried as new jobs', () => {
    const id = project('test: { script: [make, exit 3] }\nlater: { stage: deploy, script: x }')
    here.sim.clock.advance('10s')
    const pipeline = pipelines(id)[0] as Told
    expect(pipeline.status).toBe('failed')
    expect(jobs(id, pipeline.id)).toEqual(['test failed', 'later skipped'])
    const before = carol().get(`/projects/${id}/jobs`).json
    expect(carol().post(`/projects/${id}/pipelines/${pipeline.id}/retry`).status).toBe(201)
    const after = carol().get(`/projects/${id}/pipelines/${pipeline.id}/jobs`).json
    expect(after).toHaveLength(before.length)
    expect(Math.max(...after.map((job: Told) => job.id))).toBeGreaterThan(before[0].id)
  })

  test('that are allowed to fail do not', () => {
    const id = project('test: { script: exit 3, allow_failure: { exit_codes: 3 } }')
    here.sim.clock.advance('10s')
    expect(pipelines(id)).toMatchObject([{ status: 'success' }])
  })

  test('that are delayed start when their delay is over', () => {
    const id = project('test: { script: x, when: delayed, start_in: 10 minutes }')
    const pipeline = pipelines(id)[0] as Told
    expect(jobs(id, pipeline.id)).toEqual(['test scheduled'])
    here.sim.clock.advance('9m')
    expect(jobs(id, pipeline.id)).toEqual(['test scheduled'])
    here.sim.clock.advance('2m')
    expect(jobs(id, pipeline.id)).toEqual(['test success'])
    expect(pipelines(id)).toMatchObject([{ status: 'success' }])
  })

  test('see the variables that a pipeline was started with', () => {
    const id = project('test: { script: x, rules: [{ if: $A == "b" }] }')
    expect(pipelines(id)).toEqual([])
    const body = { ref: 'main', variables: [{ key: 'A', value: 'b' }] }
    expect(carol().post(`/projects/${id}/pipeline`, body).status).toBe(201)
    const { token } = carol().post(`/projects/${id}/triggers`, { description: 'd' }).json
    const asked = { token, ref: 'main', variables: { A: 'b' } }
    expect(here.as().post(`/projects/${id}/trigger/pipeline`, asked)).toMatchObject({ status: 201 })
    expect(pipelines(id).map(({ source }) => source)).toEqual(['trigger', 'api'])
  })

  test('start a child, and wait for it', () => {
    const id = project(null)
    commit(id, {
      'child.yml': 'inner: { script: x }',
      '.gitlab-ci.yml':
        'outer: { trigger: { include: child.yml, strategy: depend } }\nend: { stage: deploy, script: x }',
    })
    here.sim.clock.advance('1m')
    const [child, parent] = carol()
      .get(`/projects/${id}/pipelines?source=parent_pipeline`)
      .json.concat(pipelines(id, 'source=push'))
    expect([child.status, parent.status]).toEqual(['success', 'success'])
    expect(jobs(id, child.id)).toEqual(['inner success'])
  })
})

describe('merge requests', () => {
  test('have pipelines of their own where jobs are meant for them', () => {
    const yaml = 'test: { script: x, rules: [{ if: $CI_PIPELINE_SOURCE == "merge_request_event" }] }'
    const id = project(yaml)
    const sha = commit(id, { 'a.txt': 'a' }, { branch: 'topic' })
    carol().post(`/projects/${id}/merge_requests`, {
      source_branch: 'topic',
      target_branch: 'main',
      title: 'A',
    })
    const made = carol().get(`/projects/${id}/merge_requests/1/pipelines`).json
    expect(made).toMatchObject([{ sha, ref: 'refs/merge-requests/1/head', source: 'merge_request_event' }])
    expect(carol().get(`/projects/${id}/merge_requests/1`).json.head_pipeline.id).toBe(made[0].id)
    carol().post(`/projects/${id}/repository/commits`, {
      branch: 'topic',
      commit_message: 'More',
      actions: [{ action: 'create', file_path: 'b.txt', content: 'b' }],
    })
    expect(carol().get(`/projects/${id}/merge_requests/1/pipelines`).json).toHaveLength(2)
  })

  test('are merged when their commits arrive in the target', () => {
    const id = project(null)
    const sha = commit(id, { 'a.txt': 'a' }, { branch: 'topic' })
    for (const [source, target] of [
      ['topic', 'main'],
      ['main', 'other'],
    ])
      carol().post(`/projects/${id}/merge_requests`, {
        source_branch: source,
        target_branch: target,
        title: 'A',
      })
    carol().post(`/projects/${id}/repository/commits`, {
      branch: 'main',
      start_sha: sha,
      force: true,
      commit_message: 'Build upon it',
      actions: [{ action: 'create', file_path: 'b.txt', content: 'b' }],
    })
    expect(carol().get(`/projects/${id}/merge_requests/1`).json).toMatchObject({
      state: 'merged',
      merged_by: { username: 'carol' },
      merge_commit_sha: null,
    })
  })

  test.each([0, 4])('are merged in the order in which they were opened, among %i others', (others) => {
    const id = project(null)
    const change = (branch: string, more: object) =>
      carol().post(`/projects/${id}/repository/commits`, {
        branch,
        commit_message: branch,
        actions: [{ action: 'create', file_path: `${branch}.txt`, content: branch }],
        ...more,
      }).json.id
    change('first', { start_branch: 'main' })
    change('second', { start_branch: 'first' })
    const sha = change('third', { start_branch: 'second' })
    const rest = Array.from({ length: others }, (_, i) => `other-${i}`)
    for (const branch of rest) change(branch, { start_branch: 'main' })
    for (const branch of ['second', 'first', 'third', ...rest])
      carol().post(`/projects/${id}/merge_requests`, {
        source_branch: branch,
        target_branch: 'main',
        title: branch,
      })
    change('main', { start_sha: sha, force: true })
    const merged = carol().get(`/projects/${id}/events?action=merged&sort=asc`).json
    expect(merged.map((it: { target_title: string }) => it.target_title)).toEqual([
      'second',
      'first',
      'third',
    ])
  })
})
