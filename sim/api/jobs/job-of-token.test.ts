import { describe, expect, test } from 'vitest'
import type { Reply } from '../../testing/calls.ts'
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

describe('the job of a token', () => {
  const asked = (token: string) => nobody().send('GET', '/job', { headers: { 'job-token': token } })

  test('is told to whoever has it, while it runs', () => {
    const id = project('job: { script: x }')
    const runner = register(id, {})
    start(id)
    const job = ask(runner).json as Registered
    expect(asked(job.token)).toMatchObject({ status: 200, json: { id: job.id, name: 'job' } })
    tell(job, { state: 'success' })
    expect(asked(job.token).status).toBe(401)
  })

  test('names the agents that it may use, and who it runs for', () => {
    const deploy = 'job: { script: x, environment: { name: Review/One } }'
    const { id: namespace_id } = here.as('carol').post('/groups', { name: 'crew', path: 'crew' }).json
    const id = project(deploy, { namespace_id })
    const agent = here.as('carol').post(`/projects/${id}/cluster_agents`, { name: 'cluster' }).json
    const runner = register(id, {})
    start(id)
    const job = ask(runner).json
    const headers = { 'job-token': job.token }
    const { status, json } = nobody().send('GET', '/job/allowed_agents', { headers })
    const roles_in_project = ['guest', 'reporter', 'developer', 'maintainer', 'owner']
    expect([status, json]).toEqual([
      200,
      {
        allowed_agents: [{ id: agent.id, config_project: agent.config_project, configuration: {} }],
        job: { id: job.id },
        pipeline: { id: expect.any(Number) },
        project: { id, groups: [{ id: namespace_id }] },
        user: { id: 4, username: 'carol', roles_in_project },
        environment: { slug: 'review-one' },
      },
    ])
    expect(here.as('carol').get('/job/allowed_agents').json).toEqual({ message: '404 Job Not Found' })
  })

  test('is none of those who come with something else', () => {
    expect(here.as('alice').get('/job')).toMatchObject({
      status: 404,
      json: { message: '404 Job Not Found' },
    })
    expect(nobody().get('/job').status).toBe(401)
  })
})
