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

test('an environment is renamed, though not to the name of another one', () => {
  const make = (name: string) => carol().post('/projects/1/environments', { name }).json
  const { id } = make('one-more')
  make('another')
  const path = `/projects/1/environments/${id}`
  expect(carol().put(path, { name: 'renamed' }).json).toMatchObject({ name: 'renamed', slug: 'renamed' })
  expect(carol().put(path, { name: 'another' }).status).toBe(400)
})

test('an issue is of a type, by which issues are found', () => {
  const made = carol().post('/projects/1/issues', { title: 'Down', issue_type: 'incident' }).json
  expect(made).toMatchObject({ issue_type: 'incident', type: 'INCIDENT' })
  expect(carol().get('/projects/1/issues?issue_type=incident').json).toMatchObject([{ iid: made.iid }])
  expect(carol().put(`/projects/1/issues/${made.iid}`, { issue_type: 'issue' }).json.issue_type).toBe('issue')
  expect(carol().post('/projects/1/issues', { title: 'x', issue_type: 'odd' }).status).toBe(400)
})

test('a group and a project keep what is chosen for them', () => {
  const chosen = {
    membership_lock: true,
    prevent_forking_outside_group: true,
    shared_runners_setting: 'disabled_and_overridable',
    wiki_access_level: 'private',
    ip_restriction_ranges: '10.0.0.0/8',
    allowed_email_domains_list: 'example.com',
  }
  expect(here.as('alice').put('/groups/1', chosen).json).toMatchObject(chosen)
  expect(here.as('alice').get('/groups/1').json).toMatchObject(chosen)
  expect(here.as('carol').get('/groups/1').json).not.toHaveProperty('ip_restriction_ranges')
  expect(here.as('alice').get('/projects/1').json.shared_runners_enabled).toBe(false)
  expect(here.as('root').put('/groups/1', { shared_runners_minutes_limit: 6 }).json).toMatchObject({
    shared_runners_minutes_limit: 6,
  })
  const settings = {
    auto_cancel_pending_pipelines: 'disabled',
    build_git_strategy: 'clone',
    ci_default_git_depth: 42,
    ci_forward_deployment_enabled: false,
    keep_latest_artifact: false,
    merge_trains_enabled: true,
    issues_template: 'Steps',
    public_jobs: false,
    service_desk_enabled: true,
    restrict_user_defined_variables: true,
  }
  here.as('bob').put('/projects/1', { ...settings, emails_enabled: false })
  expect(here.as('bob').get('/projects/1').json).toMatchObject({ ...settings, emails_disabled: true })
  const policy = { cadence: '1month', enabled: true, keep_n: 5, older_than: '14d', name_regex_delete: '.*' }
  here.as('bob').put('/projects/1', { container_expiration_policy_attributes: policy })
  expect(here.as('bob').get('/projects/1').json.container_expiration_policy).toMatchObject(policy)
  const asked = { ref: 'main', variables: [{ key: 'A', value: 'b' }] }
  here.as('bob').put('/projects/1', { ci_config_path: '' })
  expect(here.as('carol').post('/projects/1/pipeline', asked).status).toBe(400)
})
