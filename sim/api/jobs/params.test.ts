import { expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const CONFIG = `
wait: { script: [echo], tags: [nobody] }
ask: { script: [echo], when: manual }
child: { trigger: { include: child.yml }, when: manual }
`

/** A project of carol's, whose default branch is protected, with a Developer and a Reporter. */
function project(config = CONFIG, body: object = {}): number {
  const carol = here.as('carol')
  const name = `ci-${here.sim.clock.now()}`
  const { id } = carol.post('/projects', { name, initialize_with_readme: true, ...body }).json
  carol.post(`/projects/${id}/members`, { user_id: 5, access_level: 30 })
  carol.post(`/projects/${id}/members`, { user_id: 7, access_level: 20 })
  const files = { '.gitlab-ci.yml': config, 'child.yml': 'inner: { script: [echo] }' }
  const actions = Object.entries(files).map(([file_path, content]) => ({
    action: 'create',
    file_path,
    content,
  }))
  carol.post(`/projects/${id}/repository/commits`, { branch: 'main', commit_message: 'Configure', actions })
  return id
}

const idOf = (id: number, name: string): number =>
  here
    .as('carol')
    .get(`/projects/${id}/jobs`)
    .json.find((job: { name: string }) => job.name === name)?.id

test('who may not change a branch stops and repeats nothing that runs for it', () => {
  const id = project()
  const [pipeline] = here.as('carol').get(`/projects/${id}/pipelines`).json
  const at = `/projects/${id}/pipelines/${pipeline.id}`
  const wait = `/projects/${id}/jobs/${idOf(id, 'wait')}`
  const ask = `/projects/${id}/jobs/${idOf(id, 'ask')}`
  const calls = [
    `${at}/cancel`,
    `${at}/retry`,
    `${ask}/play`,
    `${wait}/cancel`,
    `${wait}/retry`,
    `${wait}/erase`,
  ]
  for (const call of [...calls, `${wait}/artifacts/keep`])
    expect([call, here.as('dave').post(call).status]).toEqual([call, 403])
  here.as('carol').delete(`/projects/${id}/protected_branches/main`)
  expect(here.as('dave').post(`${ask}/play`).status).toBe(200)
  expect(here.as('dave').post(`${wait}/cancel`).status).toBe(201)
})

test('the variables of a pipeline are shown to whoever started it and may repeat it', () => {
  const id = project()
  const dave = here.as('dave')
  here.as('carol').delete(`/projects/${id}/protected_branches/main`)
  const variables = [{ key: 'COLOUR', value: 'blue' }]
  const { id: own } = dave.post(`/projects/${id}/pipeline`, { ref: 'main', variables }).json
  expect(dave.get(`/projects/${id}/pipelines/${own}/variables`).json).toMatchObject(variables)
  here.as('carol').post(`/projects/${id}/protected_branches`, { name: 'main' })
  expect(dave.get(`/projects/${id}/pipelines/${own}/variables`).status).toBe(403)
})

test('a pipeline of a protected tag is for those who may create the tag', () => {
  const id = project()
  const carol = here.as('carol')
  carol.post(`/projects/${id}/repository/tags`, { tag_name: 'v1', ref: 'main' })
  carol.post(`/projects/${id}/protected_tags`, { name: 'v*' })
  expect(here.as('dave').post(`/projects/${id}/pipeline`, { ref: 'v1' })).toMatchObject({
    status: 400,
    json: { message: { base: [expect.stringContaining("run a pipeline on 'v1'")] } },
  })
  expect(carol.post(`/projects/${id}/pipeline`, { ref: 'v1' }).status).toBe(201)
})

test('a manual job that triggers a pipeline is played as well', () => {
  const id = project()
  const carol = here.as('carol')
  const [pipeline] = carol.get(`/projects/${id}/pipelines`).json
  const bridges = `/projects/${id}/pipelines/${pipeline.id}/bridges`
  const [bridge] = carol.get(bridges).json
  expect(carol.post(`/projects/${id}/jobs/${bridge.id}/play`)).toMatchObject({
    status: 200,
    json: { id: bridge.id, status: 'pending', downstream_pipeline: null },
  })
  here.sim.clock.advance('1s')
  expect(carol.get(bridges).json).toMatchObject([
    { downstream_pipeline: { source: 'parent_pipeline' }, project: { ci_job_token_scope_enabled: false } },
  ])
})

test.each([
  ['the job itself', 'a: { script: [echo], variables: { CI_DEBUG_TRACE: "true" } }', []],
  ['all jobs of the project', 'a: { script: [echo] }', [{ key: 'CI_DEBUG_SERVICES', value: 'TRUE' }]],
])(
  'the log of a job that a variable of %s makes tell everything is for Developers',
  (_, config, variables) => {
    const id = project(config)
    const carol = here.as('carol')
    const path = `/projects/${id}/jobs/${idOf(id, 'a')}/trace`
    for (const variable of variables) {
      expect(here.as('mallory').get(path).status).toBe(200)
      carol.post(`/projects/${id}/variables`, variable)
    }
    expect(here.as('mallory').get(path).status).toBe(403)
    expect(here.as('dave').get(path).status).toBe(200)
  },
)

test('statuses in a hash are refused for the lists of a pipeline, and taken for that of the project', () => {
  const id = project()
  const [pipeline] = here.as('carol').get(`/projects/${id}/pipelines`).json
  const filter = '?scope[a]=pending&scope[b]=running'
  for (const list of ['jobs', 'bridges'])
    expect(here.as('carol').get(`/projects/${id}/pipelines/${pipeline.id}/${list}${filter}`)).toMatchObject({
      status: 400,
      json: { error: 'scope does not have a valid value' },
    })
  expect(here.as('carol').get(`/projects/${id}/jobs${filter}`).json).toSatisfy(
    (jobs: { status: string }[]) =>
      jobs.length > 0 && jobs.every(({ status }) => ['pending', 'running'].includes(status)),
  )
})

test('the latest artifacts of a branch are found with the slashes of its name as they are', () => {
  const id = project('a: { script: [echo a > a.txt], artifacts: { paths: [a.txt] } }')
  const carol = here.as('carol')
  carol.post(`/projects/${id}/repository/branches`, { branch: 'fix/it', ref: 'main' })
  carol.post(`/projects/${id}/pipeline`, { ref: 'fix/it' })
  here.sim.clock.advance('1m')
  for (const ref of ['fix/it', 'fix%2Fit'])
    for (const what of ['download', 'raw/a.txt'])
      expect(carol.get(`/projects/${id}/jobs/artifacts/${ref}/${what}?job=a`).status).toBe(200)
})

test('auditors are told of a deleted pipeline', () => {
  const id = project()
  const carol = here.as('carol')
  const [{ id: pipeline, sha }] = carol.get(`/projects/${id}/pipelines`).json
  expect(carol.delete(`/projects/${id}/pipelines/${pipeline}`).status).toBe(204)
  expect(carol.get(`/projects/${id}/audit_events`).json[0]).toMatchObject({
    details: {
      custom_message: expect.stringMatching(`^Deleted pipeline in main with status \\w+ and SHA ${sha}$`),
      target_id: pipeline,
      target_type: 'Ci::Pipeline',
    },
  })
})

test('without public jobs nobody below Reporters is shown a pipeline, the latest one, or whether there is one', () => {
  const id = project(CONFIG, { visibility: 'public', public_jobs: false })
  const [pipeline] = here.as('carol').get(`/projects/${id}/pipelines`).json
  const at = `/projects/${id}/pipelines`
  for (const path of [`${at}/${pipeline.id}`, `${at}/latest`, `${at}/latest?ref=gone`])
    expect([path, here.as('erin').get(path).status]).toEqual([path, 403])
  expect(here.as('erin').get(`${at}/${pipeline.id}/jobs`)).toMatchObject({ status: 200, json: [] })
  expect(here.as('carol').get(`${at}/latest?ref=gone`).status).toBe(403)
})
