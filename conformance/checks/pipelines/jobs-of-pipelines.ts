import { commitConfiguration } from '../../arrange/pipelines.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, refuses } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const P = '/projects/:id'
const PIPELINE = `${P}/pipelines/:pipeline_id`
const BRANCH = 'ci-triggers'
const CONFIG = 'job:\n  script: ["true"]\nchild:\n  trigger: { include: .gitlab-ci.yml }\n  when: manual\n'

export const triggerJobs = check({
  id: 'pipelines/trigger-jobs',
  says: 'A manual job that triggers a pipeline is listed apart and played, and lists of the jobs of a pipeline take no hash of statuses',
  source: 'jobs#play-bridge, jobs#pipeline-jobs, jobs#pipeline-jobs-scope',
  level: 'should',
  covers: [`GET ${PIPELINE}/jobs`, `GET ${PIPELINE}/bridges`, `POST ${P}/jobs/:job_id/play`],
  needs: { repository: true },
  holds: async (stage) => {
    const { call } = stage
    const { id } = stage.project
    await commitConfiguration(stage, CONFIG, 'Configure', BRANCH)
    const made = arranged(await call(`POST ${P}/pipeline`, { id, ref: BRANCH }, { as: 'owner' }))
    const at = { id, pipeline_id: numberIn(made, 'id') }
    const jobs = await call(`GET ${PIPELINE}/jobs`, at)
    const names = jobs.rows().map(({ name }) => name ?? null)
    equals('the jobs', names, ['job'], jobs)
    for (const list of ['jobs', 'bridges'] as const)
      refuses(
        await call(`GET ${PIPELINE}/${list}`, { ...at, scope: { one: 'pending' } }),
        'scope does not have a valid value',
      )
    const bridges = await call(`GET ${PIPELINE}/bridges`, at)
    const [bridge = {}] = bridges.rows()
    has(bridge, { name: 'child', status: 'manual', downstream_pipeline: null }, bridges)
    const job = { id, job_id: numberIn(bridge, 'id') }
    const played = await call(`POST ${P}/jobs/:job_id/play`, job, { as: 'owner' })
    answers(played, 200)
    has(played.row(), { id: job.job_id, name: 'child' }, played)
  },
})

export const latestMissing = check({
  id: 'pipelines/latest-missing',
  says: 'The latest pipeline of a branch that has none is refused with 403',
  source: 'pipelines#latest-missing',
  level: 'should',
  covers: [`GET ${P}/pipelines/latest`],
  needs: { repository: true },
  holds: async ({ call, project: { id } }) => {
    answers(await call(`GET ${P}/pipelines/latest`, { id, ref: 'no-such-branch' }, { as: 'owner' }), 403)
  },
})
