import { jobsRun } from '../../arrange/pipelines.ts'
import { commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { equals, has, numberIn, rowIn } from '../../kit/expect.ts'
import type { Json, Row } from '../../kit/json.ts'

const JOBS = 'GET /projects/:id/jobs'

const PIPELINE = 'GET /projects/:id/pipelines/:pipeline_id'

interface Told {
  readonly content: string
  readonly statuses: { readonly [job: string]: string }
}

const fails = "script: ['false']"
const works = "script: ['true']"

/** What each job comes to. Stages are those that need no declaration. */
const outcomes: readonly Told[] = [
  // Later stages wait for all of an earlier one; a job that names what it needs waits for that alone.
  {
    content: `broken: { stage: build, ${fails} }
fine: { stage: build, ${works} }
after-all: { stage: test, ${works} }
after-fine: { stage: test, needs: [fine], ${works} }
after-broken: { stage: test, needs: [broken], ${works} }
at-once: { stage: deploy, needs: [], ${works} }
`,
    statuses: {
      broken: 'failed',
      fine: 'success',
      'after-all': 'skipped',
      'after-fine': 'success',
      'after-broken': 'skipped',
      'at-once': 'success',
    },
  },
  // What may fail keeps nothing back.
  {
    content: `broken: { stage: build, allow_failure: true, ${fails} }
next: { stage: test, ${works} }
rescue: { stage: test, when: on_failure, ${works} }
`,
    statuses: { broken: 'failed', next: 'success', rescue: 'skipped' },
  },
  {
    content: `broken: { stage: build, ${fails} }
rescue: { stage: test, when: on_failure, ${works} }
clean: { stage: deploy, when: always, ${works} }
ask: { stage: deploy, when: manual, ${works} }
`,
    statuses: { broken: 'failed', rescue: 'success', clean: 'success', ask: 'skipped' },
  },
  // What is needed and does not run at all is as good as failed to most.
  {
    content: `broken: { stage: build, ${fails} }
next: { stage: test, needs: [broken], ${works} }
last: { stage: test, needs: [next], ${works} }
rescue: { stage: deploy, needs: [next], when: on_failure, ${works} }
clean: { stage: deploy, needs: [next], when: always, ${works} }
`,
    statuses: { broken: 'failed', next: 'skipped', last: 'skipped', rescue: 'skipped', clean: 'success' },
  },
  {
    content: `ask: { stage: build, when: manual, ${works} }
next: { stage: test, needs: [ask], ${works} }
`,
    statuses: { ask: 'manual', next: 'skipped' },
  },
  // A manual job holds up later stages if it may not fail.
  {
    content: `ask: { stage: build, when: manual, ${works} }
next: { stage: test, ${works} }
`,
    statuses: { ask: 'manual', next: 'success' },
  },
  {
    content: `ask: { stage: build, when: manual, allow_failure: false, ${works} }
next: { stage: test, ${works} }
`,
    statuses: { ask: 'manual', next: 'created' },
  },
]

export const jobOrder = check({
  id: 'pipelines/job-order',
  says: 'A job runs when what it needs, or every earlier stage, ended as its `when` asks; what may fail keeps nothing back',
  source: 'pipelines#job-order',
  level: 'should',
  covers: [JOBS],
  needs: { repository: true },
  each: () => outcomes,
  holds: async (stage, { content, statuses }) => {
    const rows = await jobsRun(stage, content)
    const seen = Object.fromEntries(rows.map((row) => [String(row.name), row.status ?? null]))
    equals('the statuses', byName(seen), byName(statuses))
  },
})

export const queuedFor = check({
  id: 'pipelines/queued-duration',
  says: 'A pipeline was queued from its creation until its start, and ran until its end',
  source: 'pipelines#object',
  level: 'should',
  covers: [PIPELINE],
  needs: { repository: true },
  holds: async (stage) => {
    const [job = {}] = await jobsRun(stage, `one: { ${works} }\n`)
    const place = { id: stage.project.id, pipeline_id: numberIn(rowIn(job, 'pipeline'), 'id') }
    const reply = await stage.call(PIPELINE, place)
    const { created_at, started_at, queued_duration = null } = reply.row()
    const between = (Date.parse(String(started_at)) - Date.parse(String(created_at))) / 1000
    equals('how long it was queued', Math.floor(Number(queued_duration)), Math.floor(between), reply)
  },
})

export const includes = check<readonly [include: string, jobs: readonly string[]]>({
  id: 'pipelines/includes',
  says: 'A configuration has the jobs of the files and templates that it includes, and of those that these include',
  source: 'pipelines#includes',
  level: 'should',
  covers: [JOBS],
  needs: { repository: true },
  each: () => [
    ['ci/inner.yml', ['deep', 'inner', 'own']],
    ['[/ci/deep.yml, { local: ci/other.yml }]', ['deep', 'other', 'own']],
    ['{ local: ci/other.yml, rules: [{ if: "$CI_COMMIT_BRANCH == null" }] }', ['own']],
    ['{ local: ci/other.yml, rules: [{ if: "$CI_COMMIT_BRANCH" }] }', ['other', 'own']],
  ],
  holds: async (stage, [include, jobs]) => {
    const { branch } = stage.project
    const files = { inner: 'include: ci/deep.yml\n', deep: '', other: '' }
    for (const [name, head] of Object.entries(files)) {
      const content = `${head}${name}: { ${works} }\n`
      await commit(stage, { branch, path: `ci/${name}.yml`, content, message: `Add ${name} [skip ci]` })
    }
    const rows = await jobsRun(stage, `include: ${include}\nown: { ${works} }\n`)
    equals('the jobs', rows.map(nameOf).sort(), [...jobs])
  },
})

export const templates = check({
  id: 'pipelines/template-included',
  says: 'A configuration has the jobs of a template of the installation that it includes',
  source: 'pipelines#includes',
  level: 'should',
  covers: [JOBS],
  needs: { repository: true },
  holds: async (stage) => {
    const rows = await jobsRun(stage, `include: { template: Bash.gitlab-ci.yml }\nown: { ${works} }\n`)
    const found = rows.map(nameOf)
    equals('its own job', found.includes('own'), true)
    equals('whether there are others', found.length > 1, true)
  },
})

export const downstream = check({
  id: 'pipelines/downstream',
  says: 'A job that triggers a pipeline starts one of the included configuration at the same commit, or one at the head of a branch of a project, with the variables that it tells',
  source: 'pipelines#downstream',
  level: 'should',
  covers: ['GET /projects/:id/pipelines/:pipeline_id/bridges', PIPELINE],
  needs: { repository: true },
  each: () => ['child', 'project'] as const,
  holds: async (stage, kind) => {
    const { call, project } = stage
    const { id, branch, path } = project
    const at = { message: 'Add a configuration [skip ci]', content: `below: { ${works} }\n` }
    await commit(stage, { ...at, branch, path: 'ci/child.yml' })
    const other = await commit(stage, { ...at, branch: 'below', from: branch, path: '.gitlab-ci.yml' })
    const trigger = kind === 'child' ? '{ include: ci/child.yml }' : `{ project: ${path}, branch: below }`
    const rows = await jobsRun(
      stage,
      `own: { ${works} }\nstart: { variables: { TOLD: one }, trigger: ${trigger} }\n`,
    )
    const [own = {}] = rows.filter((row) => row.name === 'own')
    const place = { id, pipeline_id: numberIn(rowIn(own, 'pipeline'), 'id') }
    const above = (await call(PIPELINE, place)).row()
    const [bridge = {}, ...others] = (await call(`${PIPELINE}/bridges`, place)).rows()
    equals('further bridges', others.length, 0)
    const begun = rowIn(bridge, 'downstream_pipeline')
    has(begun, {
      project_id: id,
      ...(kind === 'child'
        ? { source: 'parent_pipeline', sha: above.sha ?? null, ref: above.ref ?? null }
        : { source: 'pipeline', sha: other, ref: 'below' }),
    })
    const below = { id, pipeline_id: numberIn(begun, 'id') }
    equals('its jobs', (await call(`${PIPELINE}/jobs`, below)).rows().map(nameOf), ['below'])
    const variables = (await call(`${PIPELINE}/variables`, below, { as: 'owner' })).rows()
    equals(
      'its variables',
      variables.map((it) => [it.key ?? null, it.value ?? null]),
      [['TOLD', 'one']],
    )
  },
})

const nameOf = (row: Row): string => String(row.name)

function byName(statuses: Row): Json {
  return Object.entries(statuses)
    .map(([name, status]) => `${name}: ${status}`)
    .sort()
}
