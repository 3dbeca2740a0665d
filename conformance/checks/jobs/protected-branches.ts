import { commitConfiguration } from '../../arrange/pipelines.ts'
import { check } from '../../kit/check.ts'
import { answers, numberIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const P = '/projects/:id'
const acts = ['play', 'cancel', 'retry'] as const

export const protectedBranches = check({
  id: 'jobs/protected-branches',
  says: 'Who may not change a protected branch neither plays, cancels nor retries what runs for it, and is answered 403',
  source: 'jobs#rights-on-protected',
  level: 'should',
  covers: acts.map((act) => `POST ${P}/jobs/:job_id/${act}` as const),
  needs: { repository: true },
  holds: async (stage) => {
    const { call } = stage
    const { id } = stage.project
    const branch = 'ci-protected'
    await commitConfiguration(stage, 'job:\n  when: manual\n  script: ["true"]\n', 'Configure', branch)
    const start = await call(`POST ${P}/pipeline`, { id, ref: branch }, { as: 'owner' })
    const { id: pipeline_id = 0 } = arranged(start)
    const jobs = `GET ${P}/pipelines/:pipeline_id/jobs` as const
    const list = await call(jobs, { id, pipeline_id: Number(pipeline_id) }, { as: 'owner' })
    const at = { id, job_id: numberIn(list.rows()[0] ?? {}, 'id') }
    const levels = { push_access_level: 40, merge_access_level: 40 }
    arranged(await call(`POST ${P}/protected_branches`, { id, name: branch, ...levels }, { as: 'owner' }))
    for (const act of acts) answers(await call(`POST ${P}/jobs/:job_id/${act}`, at, { as: 'developer' }), 403)
    answers(await call(`POST ${P}/jobs/:job_id/play`, at, { as: 'owner' }), 200)
  },
})
