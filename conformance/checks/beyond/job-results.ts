import { commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn } from '../../kit/expect.ts'
import type { Stage } from '../../run/stage.ts'

const source = 'dossier 2, 4.3'

/** The jobs of a pipeline that the target ran by itself; skips where only a runner could. */
async function ran(stage: Stage, content: string) {
  if (!stage.movesClock) return stage.skip('the target runs no jobs without a runner')
  const branch = 'ci-results'
  await commit(stage, { branch, from: stage.project.branch, path: '.gitlab-ci.yml', content })
  await stage.wait(60)
  const { id } = stage.project
  const list = await stage.call('GET /projects/:id/jobs', { id })
  return list.rows().filter((row) => row.ref === branch)
}

export const kept = check({
  id: 'beyond/artifacts-kept',
  says: 'What a job was to keep is handed out, until it is deleted',
  source,
  level: 'should',
  covers: ['GET /projects/:id/jobs/:job_id/artifacts', 'DELETE /projects/:id/jobs/:job_id/artifacts'],
  needs: { repository: true },
  holds: async (stage) => {
    const [job] = await ran(stage, 'job:\n  script: ["true"]\n  artifacts:\n    paths: [.gitlab-ci.yml]\n')
    const at = { id: stage.project.id, job_id: numberIn(job ?? {}, 'id') }
    const archive = await stage.call('GET /projects/:id/jobs/:job_id/artifacts', at)
    answers(archive, 200)
    equals('what it begins with', archive.text.slice(0, 2), 'PK')
    const one = { ...at, artifact_path: '.gitlab-ci.yml' }
    const file = await stage.call('GET /projects/:id/jobs/:job_id/artifacts/*artifact_path', one)
    equals('whether it is the file', file.text.startsWith('job:'), true)
    answers(await stage.call('DELETE /projects/:id/jobs/:job_id/artifacts', at, { as: 'owner' }), 204)
    answers(await stage.call('GET /projects/:id/jobs/:job_id/artifacts', at), 404)
  },
})

export const again = check({
  id: 'beyond/job-again',
  says: 'A job that is over runs again as another one, which takes its place in the pipeline',
  source,
  level: 'should',
  covers: ['POST /projects/:id/jobs/:job_id/retry'],
  needs: { repository: true },
  holds: async (stage) => {
    const [job] = await ran(stage, 'job:\n  script: ["false"]\n')
    has(job ?? {}, { status: 'failed' })
    const { id } = stage.project
    const job_id = numberIn(job ?? {}, 'id')
    const reply = await stage.call('POST /projects/:id/jobs/:job_id/retry', { id, job_id }, { as: 'owner' })
    answers(reply, 201)
    equals('whether it is another one', reply.row().id !== job_id, true)
    const refused = await stage.call('POST /projects/:id/jobs/:job_id/retry', { id, job_id }, { as: 'owner' })
    answers(refused, 403)
  },
})

export const erased = check({
  id: 'beyond/job-erased',
  says: 'An erased job has printed nothing, and is not erased again',
  source,
  level: 'should',
  covers: ['POST /projects/:id/jobs/:job_id/erase'],
  needs: { repository: true },
  holds: async (stage) => {
    const [job] = await ran(stage, 'job:\n  script: ["true"]\n')
    const at = { id: stage.project.id, job_id: numberIn(job ?? {}, 'id') }
    const reply = await stage.call('POST /projects/:id/jobs/:job_id/erase', at, { as: 'owner' })
    answers(reply, 201)
    equals('when it was erased', typeof reply.row().erased_at, 'string')
    equals('what it printed', (await stage.call('GET /projects/:id/jobs/:job_id/trace', at)).text, '')
    answers(await stage.call('POST /projects/:id/jobs/:job_id/erase', at, { as: 'owner' }), 403)
  },
})

export const reported = check({
  id: 'beyond/test-report',
  says: 'The report of a pipeline counts the tests that its jobs reported',
  source,
  level: 'should',
  covers: [
    'GET /projects/:id/pipelines/:pipeline_id/test_report',
    'GET /projects/:id/pipelines/:pipeline_id/test_report_summary',
  ],
  needs: { repository: true },
  holds: async (stage) => {
    const line =
      '<testsuite><testcase name="a" time="2"/><testcase name="b"><skipped/></testcase></testsuite>'
    const content = `job:\n  script: ["true"]\n  artifacts: { reports: { junit: .gitlab-ci.yml } }\n# ${line}\n`
    const [job] = await ran(stage, content)
    const pipeline = (job?.pipeline ?? {}) as { readonly id?: number }
    const at = { id: stage.project.id, pipeline_id: pipeline.id ?? 0 }
    const report = await stage.call('GET /projects/:id/pipelines/:pipeline_id/test_report', at)
    has(report.row(), { total_count: 2, success_count: 1, skipped_count: 1, failed_count: 0 }, report)
    const summary = await stage.call('GET /projects/:id/pipelines/:pipeline_id/test_report_summary', at)
    has(summary.row().total as never, { count: 2, time: 2 }, summary)
  },
})

export const deployed = check({
  id: 'beyond/environment-of-job',
  says: 'A job deploys to its environment, and another one stops it',
  source,
  level: 'should',
  covers: ['POST /projects/:id/environments/:environment_id/stop', 'GET /projects/:id/deployments'],
  needs: { repository: true },
  holds: async (stage) => {
    const environment = 'environment: { name: review/one, on_stop: halt }'
    const stop =
      'halt:\n  script: ["true"]\n  when: manual\n  environment: { name: review/one, action: stop }\n'
    await ran(stage, `job:\n  script: ["true"]\n  ${environment}\n${stop}`)
    const { id } = stage.project
    const list = await stage.call('GET /projects/:id/environments', { id, name: 'review/one' })
    const environment_id = numberIn(list.rows()[0] ?? {}, 'id')
    const at = { id, environment_id }
    const reply = await stage.call('POST /projects/:id/environments/:environment_id/stop', at, {
      as: 'owner',
    })
    has(reply.row(), { state: 'stopping' }, reply)
    await stage.wait(60)
    const after = await stage.call('GET /projects/:id/environments/:environment_id', at)
    has(after.row(), { state: 'stopped' }, after)
  },
})

export const namedPipeline = check({
  id: 'beyond/pipeline-name',
  says: 'A pipeline keeps the name that it is given',
  source,
  level: 'should',
  covers: ['PUT /projects/:id/pipelines/:pipeline_id/metadata'],
  needs: { repository: true },
  holds: async (stage) => {
    const [job] = await ran(stage, 'job:\n  script: ["true"]\n')
    const pipeline = (job?.pipeline ?? {}) as { readonly id?: number }
    const at = { id: stage.project.id, pipeline_id: pipeline.id ?? 0 }
    const path = 'PUT /projects/:id/pipelines/:pipeline_id/metadata'
    answers(await stage.call(path, { ...at, name: 'Nightly' }, { as: 'owner' }), 200)
    const after = await stage.call('GET /projects/:id/pipelines/:pipeline_id', at)
    has(after.row(), { name: 'Nightly' }, after)
  },
})
