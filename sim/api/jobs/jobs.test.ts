import { describe, expect, test } from 'vitest'
import { type Calls, callsOf, type Reply } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const nobody = () => here.as()

interface Registered {
  readonly id: number
  readonly token: string
}

const CONFIG = `
stages: [test, deploy]
variables: { COLOUR: blue }
test:
  stage: test
  image: node:20
  before_script: [npm ci]
  script: [npm test]
  after_script: [echo over]
  tags: [ci]
lint:
  stage: test
  script: [npm run lint]
  tags: [ci]
  allow_failure: true
ship:
  stage: deploy
  script: [./ship]
  tags: [ci]
`

/** A project of carol's with this configuration on its default branch. */
function project(config = CONFIG, body: object = {}): number {
  const carol = here.as('carol')
  const name = `ci-${here.sim.clock.now()}`
  const { id } = carol.post('/projects', { name, initialize_with_readme: true, ...body }).json
  const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: config }]
  carol.post(`/projects/${id}/repository/commits`, {
    branch: 'main',
    commit_message: 'Configure [skip ci]',
    actions,
  })
  return id
}

function register(id: number, body: object = { tag_list: 'ci' }): Registered {
  const token = here.as('carol').get(`/projects/${id}`).json.runners_token
  return nobody().post('/runners', { token, ...body }).json
}

const start = (id: number, ref = 'main') => here.as('carol').post(`/projects/${id}/pipeline`, { ref }).json

const ask = ({ token }: Registered, body: object = {}): Reply =>
  nobody().post('/jobs/request', { token, ...body })

const tell = (job: Registered, body: object): Reply =>
  nobody().put(`/jobs/${job.id}`, { token: job.token, ...body })

const jobsOf = (id: number, pipeline: number): string[] =>
  here
    .as('carol')
    .get(`/projects/${id}/pipelines/${pipeline}/jobs`)
    .json.map((it: { readonly name: string; readonly status: string }) => `${it.name} ${it.status}`)
    .reverse()

const statusOf = (id: number, pipeline: number) =>
  here.as('carol').get(`/projects/${id}/pipelines/${pipeline}`).json.status

describe('asking for a job', () => {
  test('hands out what waits, in the order of stages, until a pipeline is over', () => {
    const id = project()
    const runner = register(id)
    expect(ask(runner)).toMatchObject({ status: 204, body: '' })
    const pipeline = start(id)
    expect(jobsOf(id, pipeline.id)).toEqual(['test pending', 'lint pending', 'ship created'])
    const first = ask(runner).json
    const second = ask(runner).json
    expect([first.job_info.name, second.job_info.name]).toEqual(['test', 'lint'])
    expect(statusOf(id, pipeline.id)).toBe('running')
    expect(ask(runner).status).toBe(204)
    expect(tell(second, { state: 'failed', failure_reason: 'script_failure' })).toMatchObject({
      status: 200,
      json: 200,
    })
    expect(jobsOf(id, pipeline.id)).toEqual(['test running', 'lint failed', 'ship created'])
    tell(first, { state: 'success' })
    const third = ask(runner).json
    expect(third.job_info.name).toBe('ship')
    expect(third.dependencies).toEqual([
      { id: first.id, name: 'test', token: third.token },
      { id: second.id, name: 'lint', token: third.token },
    ])
    tell(third, { state: 'success' })
    expect(statusOf(id, pipeline.id)).toBe('success')
    expect(
      here
        .as('carol')
        .get(`/runners/${runner.id}/jobs`)
        .json.map((it: { readonly id: number }) => it.id),
    ).toEqual([first.id, second.id, third.id])
  })

  test('tells how the release of a job is created, after its script', () => {
    const release = `
      tag_name: $CI_COMMIT_TAG
      description: Notes
      milestones: [one, two]
      assets: { links: [{ name: Build, url: 'https://example.com/a', link_type: image }] }`
    const config = `ship:\n  script: [make]\n  after_script: [end]\n  tags: [ci]\n  release:${release}\n`
    const id = project(config)
    const runner = register(id)
    start(id)
    const [, step] = ask(runner).json.steps
    const link = JSON.stringify('{"name":"Build","url":"https://example.com/a","link_type":"image"}')
    expect(step).toMatchObject({
      name: 'release',
      script: [
        `release-cli create --tag-name "$CI_COMMIT_TAG" --description "Notes" --milestone "one" --milestone "two" --assets-link ${link}`,
      ],
      when: 'on_success',
      allow_failure: false,
    })
  })

  test('tells what is to be done', () => {
    const id = project()
    const runner = register(id, { tag_list: 'ci', maximum_timeout: 700 })
    const pipeline = start(id)
    const { status, json, headers } = ask(runner)
    expect(status).toBe(201)
    expect(headers).not.toHaveProperty('X-GitLab-Last-Update')
    expect(json.token).toMatch(/^[\w-]{20}$/)
    expect(json.job_info).toMatchObject({ id: json.id, name: 'test', stage: 'test', project_id: id })
    expect(json.git_info).toMatchObject({
      ref: 'main',
      ref_type: 'branch',
      sha: pipeline.sha,
      refspecs: ['+refs/heads/main:refs/remotes/origin/main'],
    })
    expect(json.git_info.repo_url).toMatch(
      new RegExp(`^http://gitlab-ci-token:${json.token}@127.0.0.1:8080/carol/ci-\\d+\\.git$`),
    )
    expect(json.runner_info).toEqual({ timeout: 700, runner_session_url: null })
    expect(json.image).toMatchObject({ name: 'node:20' })
    expect(json.steps).toEqual([
      {
        name: 'script',
        script: ['npm ci', 'npm test'],
        timeout: 700,
        when: 'on_success',
        allow_failure: false,
      },
      { name: 'after_script', script: ['echo over'], timeout: 700, when: 'always', allow_failure: true },
    ])
    expect(json.variables).toContainEqual({ key: 'COLOUR', value: 'blue', public: true, masked: false })
    expect(json.variables).toContainEqual({
      key: 'CI_JOB_TOKEN',
      value: json.token,
      public: false,
      masked: true,
    })
    expect(json.features.failure_reasons).toContain('script_failure')
  })

  test('makes the runner heard of', () => {
    const id = project()
    const runner = register(id)
    ask(runner, { info: { name: 'worker', version: '15.9', executor: 'shell', features: { x: true } } })
    expect(here.as('carol').get(`/runners/${runner.id}`).json).toMatchObject({
      status: 'online',
      name: 'worker',
      version: '15.9',
    })
    expect(ask(runner).headers['X-GitLab-Last-Update']).toMatch(/^[0-9a-f]{40}$/)
  })

  test('needs the token of a runner', () => {
    expect(nobody().post('/jobs/request', {})).toMatchObject({
      status: 400,
      json: { error: 'token is missing' },
    })
    expect(nobody().post('/jobs/request', { token: 'x' })).toMatchObject({
      status: 403,
      json: { message: '403 Forbidden' },
    })
  })

  test.each([
    ['has all tags of the job and more', { tag_list: 'a,b,c' }, 201],
    ['lacks a tag', { tag_list: 'a' }, 204],
    ['has the tags in another case', { tag_list: 'A,B' }, 204],
    ['is paused', { tag_list: 'a,b', paused: true }, 204],
    ['takes protected refs alone, which main is', { tag_list: 'a,b', access_level: 'ref_protected' }, 201],
  ])('gives a tagged job to a runner that %s: %j %i', (_what, body, status) => {
    const id = project('job: { script: x, tags: [a, b] }')
    const runner = register(id, body)
    start(id)
    expect(ask(runner).status).toBe(status)
  })

  test.each([
    [{}, 201],
    [{ run_untagged: false, tag_list: 'a' }, 204],
    [{ tag_list: 'a' }, 201],
  ])('gives an untagged job to a runner with %j: %i', (body, status) => {
    const id = project('job: { script: x }')
    const runner = register(id, body)
    start(id)
    expect(ask(runner).status).toBe(status)
  })

  test('gives nothing of an unprotected branch to a runner for protected ones', () => {
    const id = project('job: { script: x }')
    here.as('carol').post(`/projects/${id}/repository/branches`, { branch: 'topic', ref: 'main' })
    const runner = register(id, { access_level: 'ref_protected' })
    start(id, 'topic')
    expect(ask(runner).status).toBe(204)
    start(id, 'main')
    expect(ask(runner).json.git_info.ref).toBe('main')
  })

  test('goes by what a job has waited', () => {
    const id = project('job: { script: x }')
    const runner = register(id, {})
    ask(runner)
    start(id)
    expect(ask(runner, { job_age: 60 }).status).toBe(204)
    here.sim.clock.advance('1m')
    expect(ask(runner, { job_age: 60 }).status).toBe(201)
  })

  test('gives jobs of other projects to nobody but shared runners', () => {
    const id = project('job: { script: x }')
    const other = register(project('job: { script: x }'), {})
    const secret = here.as('root').post('/runners/reset_registration_token').json.token
    const shared: Registered = nobody().post('/runners', { token: secret }).json
    const group: Registered = nobody().post('/runners', {
      token: here.as('alice').get('/groups/1').json.runners_token,
      tag_list: 'ci',
    }).json
    ask(shared)
    start(id)
    expect(ask(other).status).toBe(204)
    here.as('carol').put(`/projects/${id}`, { shared_runners_enabled: false })
    const mine = () => {
      const { status, json } = ask(shared)
      return status === 201 && json.job_info.project_id === id
    }
    expect(mine()).toBe(false)
    here.as('carol').put(`/projects/${id}`, { shared_runners_enabled: true })
    // The demo world has a job of its own that waits; what is under way there counts against it.
    expect(mine() || mine()).toBe(true)
    const given = ask(group)
    expect(given.status === 204 || given.json.job_info.project_id !== id).toBe(true)
  })

  test('gives a group runner what waits in the group, if the project lets it', () => {
    const runner: Registered = nobody().post('/runners', {
      token: here.as('alice').get('/groups/1').json.runners_token,
    }).json
    here.as('alice').put('/projects/1', { group_runners_enabled: false })
    expect(ask(runner).status).toBe(204)
    here.as('alice').put('/projects/1', { group_runners_enabled: true })
    expect(ask(runner).json.job_info).toMatchObject({ project_id: 1, name: 'lint' })
  })
})

describe('telling what became of a job', () => {
  function running(config = 'job: { script: x }') {
    const id = project(config)
    const runner = register(id, {})
    const pipeline = start(id)
    return { id, runner, pipeline: pipeline.id, job: ask(runner).json as Registered }
  }

  test.each([
    [{ state: 'success' }, 'success', undefined],
    [{ state: 'failed', failure_reason: 'script_failure' }, 'failed', 'script_failure'],
    [{ state: 'failed', failure_reason: 'what is this' }, 'failed', 'unknown_failure'],
    [{ state: 'failed' }, 'failed', 'unknown_failure'],
    [{ state: 'running' }, 'running', undefined],
  ])('%j makes it %s', (body, status, reason) => {
    const { id, pipeline, job } = running()
    const reply = tell(job, body)
    expect(reply).toMatchObject({ status: 200, json: 200, headers: { 'Job-Status': status } })
    const shown = here.as('carol').get(`/projects/${id}/jobs/${job.id}`).json
    expect(shown.status).toBe(status)
    expect(shown.failure_reason).toBe(reason)
    expect(statusOf(id, pipeline)).toBe(status)
  })

  test('is refused once it is over, or for another job', () => {
    const { job } = running()
    expect(tell(job, {}).status).toBe(400)
    expect(tell({ ...job, token: 'x' }, { state: 'success' })).toMatchObject({
      status: 403,
      json: { message: '403 Forbidden' },
    })
    expect(tell({ ...job, id: 9999 }, { state: 'success' }).json).toEqual({ message: '403 Forbidden' })
    tell(job, { state: 'success' })
    expect(tell(job, { state: 'failed' })).toMatchObject({
      status: 403,
      headers: { 'Job-Status': 'success' },
      json: { message: '403 Forbidden - Job is not running' },
    })
  })

  test('fails what comes after it, unless it may fail', () => {
    const config = (more: string) =>
      `one: { stage: build, script: x${more} }\ntwo: { script: y }\nclean: { stage: .post, script: z, when: always }`
    const strict = running(config(''))
    tell(strict.job, { state: 'failed' })
    expect(jobsOf(strict.id, strict.pipeline)).toEqual(['one failed', 'two skipped', 'clean pending'])
    tell(ask(strict.runner).json, { state: 'success' })
    expect(statusOf(strict.id, strict.pipeline)).toBe('failed')
    const lenient = running(config(', allow_failure: { exit_codes: [3] }'))
    tell(lenient.job, { state: 'failed', exit_code: 3 })
    expect(jobsOf(lenient.id, lenient.pipeline)).toEqual(['one failed', 'two pending', 'clean created'])
  })

  test('reaches a runner whose job was stopped', () => {
    const { id, job } = running()
    expect(here.as('carol').post(`/projects/${id}/jobs/${job.id}/cancel`)).toMatchObject({
      status: 201,
      json: { status: 'canceled' },
    })
    expect(tell(job, { state: 'running' })).toMatchObject({
      status: 403,
      headers: { 'Job-Status': 'canceled' },
    })
  })

  test('lets what waited for the pipeline happen', () => {
    const { id, runner } = running()
    const carol = here.as('carol')
    const actions = [{ action: 'create', file_path: 'a.txt', content: 'a' }]
    const body = { branch: 'topic', start_branch: 'main', commit_message: 'Add a [skip ci]', actions }
    carol.post(`/projects/${id}/repository/commits`, body)
    const asked = { source_branch: 'topic', target_branch: 'main', title: 'Add a' }
    carol.post(`/projects/${id}/merge_requests`, asked)
    start(id, 'topic')
    carol.put(`/projects/${id}/merge_requests/1/merge`, { merge_when_pipeline_succeeds: true })
    here.sim.clock.advance('1h')
    expect(carol.get(`/projects/${id}/merge_requests/1`).json.state).toBe('opened')
    tell(ask(runner).json, { state: 'success' })
    expect(carol.get(`/projects/${id}/merge_requests/1`).json.state).toBe('merged')
  })
})

describe('the clock and runners', () => {
  test('a pipeline that no runner asks for runs by itself, with its jobs', () => {
    const id = project()
    const { id: pipeline } = start(id)
    here.sim.clock.advance('2s')
    expect(jobsOf(id, pipeline)).toEqual(['test running', 'lint running', 'ship created'])
    here.sim.clock.advance('5s')
    expect(jobsOf(id, pipeline)).toEqual(['test success', 'lint success', 'ship success'])
    expect(statusOf(id, pipeline)).toBe('success')
  })

  test('a pipeline that runs by itself stops where a person is asked', () => {
    const id = project(
      'one: { stage: build, script: x }\nask: { script: y, when: manual, allow_failure: false }',
    )
    const { id: pipeline } = start(id)
    here.sim.clock.advance('1m')
    expect(jobsOf(id, pipeline)).toEqual(['one success', 'ask manual'])
    expect(here.as('carol').get(`/projects/${id}/pipelines/${pipeline}`).json).toMatchObject({
      status: 'manual',
      finished_at: null,
    })
  })

  test('a runner that asked lately is waited for, others are not', () => {
    const id = project()
    const runner = register(id)
    ask(runner)
    const awaited = start(id).id
    here.sim.clock.advance('1h')
    expect(statusOf(id, awaited)).toBe('pending')
    here.as('carol').put(`/runners/${runner.id}`, { tag_list: 'other' })
    const alone = start(id).id
    here.sim.clock.advance('1m')
    expect([statusOf(id, awaited), statusOf(id, alone)]).toEqual(['pending', 'success'])
  })

  test('a job that a runner has taken is not ended by the clock, and the others wait for runners as well', () => {
    const id = project()
    const runner = register(id)
    const { id: pipeline } = start(id)
    const job = ask(runner).json
    here.sim.clock.advance('1h')
    expect(jobsOf(id, pipeline)).toEqual(['test running', 'lint pending', 'ship created'])
    tell(job, { state: 'failed' })
    tell(ask(runner).json, { state: 'success' })
    expect(statusOf(id, pipeline)).toBe('failed')
  })

  test('of a pipeline that runs by the clock already a runner may take what still waits', () => {
    const runner: Registered = nobody().post('/runners', {
      token: here.as('alice').get('/projects/1').json.runners_token,
    }).json
    const names = () => {
      const { json } = here.as('carol').get('/projects/1/jobs?scope[]=pending&scope[]=running')
      return json.map((it: { readonly name: string; readonly ref: string }) => `${it.ref} ${it.name}`)
    }
    expect(names()).toContain('delivery-dates lint')
    const jobs = [ask(runner).json, ask(runner).json]
    const lint = jobs.find(({ job_info }) => job_info.name === 'lint')
    here.sim.clock.advance('10m')
    expect(names()).toContain('delivery-dates lint')
    expect(names()).not.toContain('delivery-dates test')
    tell(lint, { state: 'success' })
    expect(here.as('carol').get('/projects/1/pipelines?ref=delivery-dates').json[0].status).toBe('success')
  })

  test('a retried pipeline is anybody’s again', () => {
    const id = project()
    const runner = register(id)
    const { id: pipeline } = start(id)
    const job = ask(runner).json
    tell(job, { state: 'failed' })
    here.as('carol').put(`/runners/${runner.id}`, { paused: true })
    const carol = here.as('carol')
    carol.post(`/projects/${id}/pipelines/${pipeline}/cancel`)
    expect(carol.post(`/projects/${id}/pipelines/${pipeline}/retry`).json.status).toBe('pending')
    expect(jobsOf(id, pipeline)).toEqual(['test pending', 'lint pending', 'ship pending'])
    here.sim.clock.advance('1m')
    expect(statusOf(id, pipeline)).toBe('success')
    expect(tell(job, { state: 'success' }).json).toEqual({
      message: '403 Forbidden - Job is not running',
    })
  })

  test('a configuration that cannot be read starts nothing', () => {
    const id = project('a: { stage: nowhere, script: x }')
    expect(here.as('carol').post(`/projects/${id}/pipeline`, { ref: 'main' })).toMatchObject({
      status: 400,
      json: {
        message: {
          base: ['a job: chosen stage does not exist; available stages are .pre, build, test, deploy, .post'],
        },
      },
    })
  })
})

describe('a job that waits for a person', () => {
  test('is played, and then waits for a runner', () => {
    const id = project(
      'ask: { script: x, when: manual, allow_failure: false }\nship: { stage: deploy, script: y }',
    )
    const runner = register(id, {})
    ask(runner)
    const { id: pipeline } = start(id)
    expect(jobsOf(id, pipeline)).toEqual(['ask manual', 'ship created'])
    expect(statusOf(id, pipeline)).toBe('manual')
    expect(ask(runner).status).toBe(204)
    const carol = here.as('carol')
    const job = carol.get(`/projects/${id}/pipelines/${pipeline}/jobs`).json[1].id
    expect(carol.post(`/projects/${id}/jobs/${job}/play`)).toMatchObject({
      status: 200,
      json: { status: 'pending' },
    })
    expect(carol.post(`/projects/${id}/jobs/${job}/play`)).toMatchObject({
      status: 400,
      json: { message: '400 Bad request - Unplayable Job' },
    })
    tell(ask(runner).json, { state: 'success' })
    expect(jobsOf(id, pipeline)).toEqual(['ask success', 'ship pending'])
  })

  test('is played with variables of its own, which win over those of its pipeline', () => {
    const id = project('ask: { script: x, when: manual, allow_failure: false }')
    const runner = register(id, {})
    ask(runner)
    const carol = here.as('carol')
    const variables = [
      { key: 'WHO', value: 'pipeline' },
      { key: 'KEPT', value: 'yes' },
    ]
    const { id: pipeline } = carol.post(`/projects/${id}/pipeline`, { ref: 'main', variables }).json
    const [job] = carol.get(`/projects/${id}/pipelines/${pipeline}/jobs`).json
    const play = (...given: object[]) =>
      carol.post(`/projects/${id}/jobs/${job.id}/play`, { job_variables_attributes: given })
    expect(play({ value: 'x' }).json).toEqual({ error: 'job_variables_attributes[0][key] is missing' })
    expect(play({ key: 'WHO', value: 'x' }, { key: 'B' }).json).toEqual({
      error: 'job_variables_attributes[1][value] is missing',
    })
    expect(jobsOf(id, pipeline)).toEqual(['ask manual'])
    expect(play({ key: 'WHO', value: 'player' }).status).toBe(200)
    const told = ask(runner).json.variables as { key: string; value: string }[]
    expect(told.filter(({ key }) => key === 'WHO').map(({ value }) => value)).toEqual(['player'])
    expect(told.find(({ key }) => key === 'KEPT')?.value).toBe('yes')
  })

  test('is read, with its log, by signed-in callers alone', () => {
    const id = project(CONFIG, { visibility: 'public' })
    const { id: pipeline } = start(id)
    const [job] = here.as('carol').get(`/projects/${id}/pipelines/${pipeline}/jobs`).json
    const at = `/projects/${id}/jobs`
    for (const path of [at, `${at}/${job.id}`, `${at}/${job.id}/trace`])
      expect([nobody().get(path).status, here.as('mallory').get(path).status]).toEqual([401, 200])
    expect(nobody().get(`/projects/${id}/pipelines/${pipeline}/jobs`).status).toBe(200)
  })

  test('is played, and then run by the clock where no runner is', () => {
    const id = project('ask: { script: x, when: manual, allow_failure: false }')
    const { id: pipeline } = start(id)
    const carol = here.as('carol')
    const [job] = carol.get(`/projects/${id}/pipelines/${pipeline}/jobs`).json
    carol.post(`/projects/${id}/jobs/${job.id}/play`)
    here.sim.clock.advance('1m')
    expect(statusOf(id, pipeline)).toBe('success')
  })
})

describe('the trace of a job', () => {
  function traced() {
    const id = project('job: { script: x }')
    const runner = register(id, {})
    start(id)
    const job: Registered = ask(runner).json
    const append = (body: string, range?: string, token = job.token): Reply =>
      here.as().send('PATCH', `/jobs/${job.id}/trace`, {
        headers: {
          'job-token': token,
          'content-type': 'text/plain',
          ...(range !== undefined && { 'content-range': range }),
        },
        body,
      })
    const read = (as: Calls = here.as('carol')) => {
      const { status, body } = as.get(`/projects/${id}/jobs/${job.id}/trace`)
      return status === 200 ? new TextDecoder().decode(body as Uint8Array) : status
    }
    return { id, runner, job, append, read }
  }

  test('grows at its end', () => {
    const { append, read } = traced()
    expect(read()).toBe('')
    expect(append('BUILD ', '0-6')).toMatchObject({
      status: 202,
      headers: { Range: '0-6', 'Job-Status': 'running', 'X-GitLab-Trace-Update-Interval': '60' },
    })
    expect(append('TRACE', '6-10').headers.Range).toBe('0-11')
    expect(read()).toBe('BUILD TRACE')
  })

  test.each([
    ['after the end', '15-20/6'],
    ['before the end', '8-20/13'],
  ])('refuses what begins %s', (_where, range) => {
    const { append, read } = traced()
    append('BUILD TRACE', '0-11')
    expect(append('whatever it is', range)).toMatchObject({
      status: 416,
      headers: { Range: '0-11' },
      json: { error: '416 Range Not Satisfiable' },
    })
    expect(read()).toBe('BUILD TRACE')
  })

  test('takes the same piece twice, once', () => {
    const { append, read } = traced()
    append('BUILD', '0-5')
    append(' TRACE', '5-11')
    expect(append(' TRACE', '5-11')).toMatchObject({ status: 202, headers: { Range: '0-11' } })
    expect(append('', '11-11').status).toBe(202)
    expect(read()).toBe('BUILD TRACE')
  })

  test('needs a range, and the token of a job that runs', () => {
    const { job, append } = traced()
    expect(append('x')).toMatchObject({ status: 400, json: { error: '400 Missing header Content-Range' } })
    expect(append('x', '0-1', 'other')).toMatchObject({ status: 403, json: { message: '403 Forbidden' } })
    tell(job, { state: 'success' })
    expect(append('x', '0-1')).toMatchObject({ status: 403, headers: { 'Job-Status': 'success' } })
  })

  test('that grows too long fails its job', () => {
    const { id, job, append } = traced()
    expect(append('x', `${100 * 1024 * 1024}-`)).toMatchObject({
      status: 403,
      json: { error: '403 Forbidden' },
    })
    expect(here.as('carol').get(`/projects/${id}/jobs/${job.id}`).json).toMatchObject({
      status: 'failed',
      failure_reason: 'trace_size_exceeded',
    })
  })

  test('makes the runner heard of, and is read by those who see the job', () => {
    const { runner, append, read } = traced()
    here.sim.clock.advance('3h')
    expect(here.as('carol').get(`/runners/${runner.id}`).json.status).toBe('offline')
    append('x', '0-1')
    expect(here.as('carol').get(`/runners/${runner.id}`).json.status).toBe('online')
    expect(read(here.as('mallory'))).toBe(404)
  })
})

test('the token of a job opens its repository as long as the job runs', () => {
  const id = project('job: { script: x }')
  const runner = register(id, {})
  start(id)
  const { id: job, token, git_info } = ask(runner).json
  const { pathname } = new URL(git_info.repo_url)
  const authorization = `Basic ${btoa(`gitlab-ci-token:${token}`)}`
  const url = `${pathname}/info/refs?service=git-upload-pack`
  const fetched = () => here.sim.handle({ method: 'GET', url, headers: { authorization } }).status
  expect(fetched()).toBe(200)
  tell({ id: job, token }, { state: 'success' })
  expect(fetched()).toBe(401)
})

test('the demo job that runs is ended by its token', () => {
  const { sim } = here
  const token = 'acme-webapp-job-token'
  const id = sim.world.tokens.find('byValue', token)?.jobId ?? 0
  const before = callsOf(sim, 'alice').get(`/projects/1/jobs/${id}`).json
  expect(before).toMatchObject({ name: 'deploy-staging', status: 'running', runner: { id: 9 } })
  expect(nobody().put(`/jobs/${id}`, { token, state: 'success' }).status).toBe(200)
  expect(callsOf(sim, 'alice').get(`/projects/1/pipelines/${before.pipeline.id}`).json.status).toBe('success')
})

test('the jobs of a project are walked by cursor from the latest on', () => {
  const path = '/projects/1/jobs?pagination=keyset&per_page=3'
  const alice = here.as('alice')
  const ids = (reply: Reply) => reply.json.map(({ id }: { id: number }) => id)
  const all = ids(alice.get('/projects/1/jobs?per_page=100'))
  const first = alice.get(`${path}&order_by=id&sort=desc`)
  expect(ids(first)).toEqual(all.slice(0, 3))
  expect(first.headers['X-Total']).toBeUndefined()
  const cursor = /cursor=([^&>]+)/.exec(first.headers.Link ?? '')?.[1]
  expect(ids(alice.get(`${path}&order_by=id&sort=desc&cursor=${cursor}`))).toEqual(all.slice(3, 6))
  expect(alice.get(`${path}&order_by=id&sort=asc`).status).toBe(405)
})
