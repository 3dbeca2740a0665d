import { commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds } from '../../kit/expect.ts'
import type { Json, Row } from '../../kit/json.ts'

const LINT = 'POST /projects/:id/ci/lint'
const OWN = 'GET /projects/:id/ci/lint'

export const retryInvalid = check<readonly [retry: string, fault: string | undefined]>({
  id: 'pipelines/retry-invalid',
  says: 'A configuration is invalid where `retry` is no number up to 2 and has no such `max`, or an unknown reason in `when`',
  source: 'jobs#retry-keyword-invalid, pipelines#lint',
  level: 'should',
  covers: [LINT],
  needs: { repository: true },
  readOnly: true,
  each: () => [
    ['2', undefined],
    ['{ max: 1, when: [script_failure, stuck_or_timeout_failure] }', undefined],
    ['{ when: always }', undefined],
    ['3', 'retry config must be less than or equal to 2'],
    ['-1', 'retry config must be greater than or equal to 0'],
    ['yes please', 'retry config has to be either an integer or a hash'],
    ['{ max: 3 }', 'retry max must be less than or equal to 2'],
    ['{ max: 1, when: never }', 'retry when is not included in the list'],
    ['{ max: 1, when: [never] }', 'retry when contains unknown values: never'],
  ],
  holds: async ({ call, project: { id } }, [retry, fault]) => {
    const content = `job:\n  script: ['true']\n  retry: ${retry}\n`
    const reply = await call(LINT, { id, content })
    answers(reply, 200)
    equals('valid', reply.row().valid, fault === undefined, reply)
    equals('the faults', reply.row().errors ?? null, fault === undefined ? [] : [fault], reply)
  },
})

export const lintTooBig = check<readonly [what: string, content: string]>({
  id: 'pipelines/lint-too-big',
  says: 'A configuration that takes too much memory, or whose lists lie too deep within one another, is too big',
  source: 'pipelines#yaml-size',
  level: 'should',
  covers: [LINT],
  needs: { repository: true },
  readOnly: true,
  each: () => [
    ['many jobs', Array.from({ length: 20_000 }, (_, i) => `j${i}: {script: x}\n`).join('')],
    ['deep lists', `job: {script: ${'['.repeat(150)}x${']'.repeat(150)}}\n`],
  ],
  holds: async ({ call, project: { id } }, [, content]) => {
    const reply = await call(LINT, { id, content })
    answers(reply, 200)
    equals('the faults', reply.row().errors ?? null, ['The parsed YAML is too big'], reply)
  },
})

export const lintIncludes = check({
  id: 'pipelines/lint-includes',
  says: 'A configuration is judged with the files of the project that it includes, and is invalid while one is missing',
  source: 'pipelines#lint',
  level: 'should',
  covers: [LINT, OWN],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch: main } = project
    const content = 'include: /parts/base.yml\nbuild: { extends: .base }\n'
    const judge = () => call(LINT, { id, content, include_jobs: true })
    const before = await judge()
    answers(before, 200)
    equals('valid without the file', before.row().valid, false, before)
    holds(
      (before.row().errors as readonly Json[]).length > 0,
      'a fault is told',
      before.row().errors ?? null,
      before,
    )
    const base = '.base: { script: [make] }\n'
    await commit(stage, { branch: main, path: 'parts/base.yml', content: base })
    await commit(stage, { branch: main, path: '.gitlab-ci.yml', content })
    for (const reply of [await judge(), await call(OWN, { id, include_jobs: true })]) {
      answers(reply, 200)
      equals('valid', reply.row().valid, true, reply)
      const jobs = (reply.row().jobs ?? []) as readonly Row[]
      equals(
        'the jobs',
        jobs.map(({ name, script }) => [name ?? null, script ?? null]),
        [['build', ['make']]],
        reply,
      )
    }
  },
})

export const lintSimulates = check({
  id: 'pipelines/lint-simulates',
  says: 'With `dry_run` a configuration is judged as a push to `ref` would run it, without it whatever the rules of its jobs say',
  source: 'pipelines#lint, pipelines#lint-jobs, pipelines#create-empty',
  level: 'should',
  covers: [LINT],
  needs: { repository: true },
  readOnly: true,
  holds: async ({ call, project: { id, branch } }) => {
    const content = `all: { script: [x] }\nhere: { script: [x], rules: [{ if: '$CI_COMMIT_BRANCH == "${branch}"' }] }\nnever: { script: [x], rules: [{ when: never }] }\n`
    const judge = (params: { readonly [name: string]: Json }) =>
      call(LINT, { id, content, include_jobs: true, ...params }, { as: 'owner' })
    const jobs = (row: Row) => ((row.jobs ?? []) as readonly Row[]).map(({ name }) => name ?? null)
    const real = await judge({ dry_run: true })
    answers(real, 200)
    equals('the jobs of a push', jobs(real.row()), ['all', 'here'], real)
    const whole = await judge({})
    equals('all jobs', jobs(whole.row()), ['all', 'here', 'never'], whole)
    const only = ((whole.row().jobs ?? []) as readonly Row[]).map((job) => job.only ?? null)
    equals('what limits them', only, [{ refs: ['branches', 'tags'] }, null, null], whole)
    const gone = await judge({ dry_run: true, ref: 'no-such-branch' })
    answers(gone, 200)
    equals('the faults', gone.row().errors ?? null, ['Reference not found'], gone)
  },
})
