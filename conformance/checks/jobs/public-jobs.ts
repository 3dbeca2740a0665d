import { jobsRun } from '../../arrange/pipelines.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, numberIn, says, textIn } from '../../kit/expect.ts'
import { expectArranged } from '../../run/stage.ts'

const P = '/projects/:id'
const jobs = [`GET ${P}/jobs`, `GET ${P}/jobs/:job_id`, `GET ${P}/jobs/:job_id/artifacts`] as const
const pipeline = `GET ${P}/pipelines/:pipeline_id` as const
const schedule = `GET ${P}/pipeline_schedules/:pipeline_schedule_id` as const

export const publicJobs = check({
  id: 'jobs/public-jobs',
  says: 'Below Reporters nobody reads jobs, their artifacts and schedules unless `public_jobs` is on; Guests and, where the project is public, strangers then do',
  source: 'pipelines#public-jobs',
  level: 'should',
  covers: [...jobs, pipeline, `GET ${P}/pipelines`, schedule],
  needs: { repository: true },
  each: () => [
    { visibility: 'private', public_jobs: true },
    { visibility: 'private', public_jobs: false },
    { visibility: 'public', public_jobs: true },
    { visibility: 'public', public_jobs: false },
  ],
  holds: async (stage, { visibility, public_jobs }: { visibility: string; public_jobs: boolean }) => {
    const { call, has } = stage
    const open = visibility === 'public'
    const readers = (['guest', ...(open ? (['stranger'] as const) : [])] as const).filter(has)
    if (readers.length === 0) stage.skip('nobody is below Reporters here')
    const { id, branch } = stage.project
    const [job = {}] = await jobsRun(
      stage,
      'job:\n  script: ["true"]\n  artifacts:\n    paths: [.gitlab-ci.yml]\n',
    )
    const at = { id, job_id: numberIn(job, 'id') }
    const [run = {}] = (await call(`GET ${P}/pipelines`, { id }, { as: 'owner' })).rows()
    const of = { id, pipeline_id: numberIn(run, 'id') }
    const plan = { id, description: 'Nightly', ref: branch, cron: '0 1 * * *' }
    const planned = (await call(`POST ${P}/pipeline_schedules`, plan)).row()
    const scheduled = { id, pipeline_schedule_id: numberIn(planned, 'id') }
    expectArranged(await call(`PUT ${P}`, { id, visibility, public_jobs }, { as: 'owner' }))
    for (const as of readers) {
      for (const operation of jobs) answers(await call(operation, at, { as }), public_jobs ? 200 : 403)
      answers(await call(`GET ${P}/pipelines`, { id }, { as }), public_jobs ? 200 : 403)
      answers(await call(pipeline, of, { as }), public_jobs ? 200 : 403)
      if (open) {
        const commit = await call(`GET ${P}/repository/commits/:sha`, { id, sha: textIn(run, 'sha') }, { as })
        equals(
          'whether its commit shows the pipeline',
          commit.row().last_pipeline !== null,
          public_jobs,
          commit,
        )
      }
      const shown = await call(schedule, scheduled, { as })
      if (public_jobs) answers(shown, 200)
      else says(shown, 404, '404 Pipeline Schedule Not Found')
    }
    if (has('reporter'))
      for (const operation of jobs) answers(await call(operation, at, { as: 'reporter' }), 200)
  },
})
