import { jobsRun } from '../../arrange/pipelines.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, numberIn } from '../../kit/expect.ts'
import { isRows } from '../../kit/json.ts'

const P = '/projects/:id'
const CONFIG = `quiet:
  script: [echo quiet]
told:
  script: [echo told]
  variables: { CI_DEBUG_TRACE: "true" }
`

export const logs = check({
  id: 'jobs/logs',
  says: 'The log of a job that is over is one of its artifacts, and one that a variable makes tell everything is for Developers alone',
  source: 'jobs#trace, jobs#trace-artifact, jobs#debug-trace',
  level: 'should',
  covers: [`GET ${P}/jobs/:job_id/trace`, `GET ${P}/jobs/:job_id`],
  needs: { repository: true },
  holds: async (stage) => {
    const { call } = stage
    const { id } = stage.project
    const jobs = await jobsRun(stage, CONFIG)
    for (const job of jobs) {
      const at = { id, job_id: numberIn(job, 'id') }
      const shown = (await call(`GET ${P}/jobs/:job_id`, at)).row().artifacts ?? []
      const kinds = isRows(shown) ? shown.map((it) => it.file_type ?? null) : []
      holds(kinds.includes('trace'), 'the log is among the artifacts', kinds)
      const log = await call(`GET ${P}/jobs/:job_id/trace`, at, { as: 'owner' })
      answers(log, 200)
      equals('whether the log is empty', log.text === '', false, log)
      if (stage.has('reporter')) {
        const read = await call(`GET ${P}/jobs/:job_id/trace`, at, { as: 'reporter' })
        answers(read, job.name === 'told' ? 403 : 200)
      }
    }
  },
})
