import { jobsRun } from '../../arrange/pipelines.ts'
import { commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

export const retry = check({
  id: 'jobs/retry',
  says: 'Retrying a finished job creates a new job in its place, and retrying the old one again is refused with 403',
  source: 'jobs#retry, jobs#retry-refused',
  level: 'should',
  covers: ['POST /projects/:id/jobs/:job_id/retry'],
  needs: { repository: true },
  holds: async (stage) => {
    const [job] = await jobsRun(stage, 'job:\n  script: ["false"]\n')
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

export const sleeping = check({
  id: 'jobs/sleeping',
  says: 'A job whose script sleeps runs for as long, and one that sleeps beyond its timeout fails',
  source: 'jobs#without-runner',
  level: 'should',
  covers: ['GET /projects/:id/jobs', 'GET /projects/:id/jobs/:job_id'],
  needs: { repository: true },
  holds: async (stage) => {
    const config = 'nap:\n  script: [sleep 40m]\nnight:\n  script: [sleep 9h]\n'
    const jobs = await jobsRun(stage, config)
    const { id } = stage.project
    const statuses = async () => {
      const replies = jobs.map((job) =>
        stage.call('GET /projects/:id/jobs/:job_id', { id, job_id: numberIn(job, 'id') }),
      )
      const rows = (await Promise.all(replies)).map((reply) => reply.row())
      return Object.fromEntries(rows.map((row) => [String(row.name), row.status ?? null]))
    }
    has(await statuses(), { nap: 'running', night: 'running' })
    await stage.wait(50 * 60)
    has(await statuses(), { nap: 'success', night: 'running' })
    await stage.wait(20 * 60)
    has(await statuses(), { nap: 'success', night: 'failed' })
  },
})

export const erase = check({
  id: 'jobs/erase',
  says: 'An erased job has an empty log and `erased_at`, and erasing it again is refused with 403',
  source: 'jobs#erase, jobs#erase-refused',
  level: 'should',
  covers: ['POST /projects/:id/jobs/:job_id/erase'],
  needs: { repository: true },
  holds: async (stage) => {
    const [job] = await jobsRun(stage, 'job:\n  script: ["true"]\n')
    const at = { id: stage.project.id, job_id: numberIn(job ?? {}, 'id') }
    const reply = await stage.call('POST /projects/:id/jobs/:job_id/erase', at, { as: 'owner' })
    answers(reply, 201)
    equals('when it was erased', typeof reply.row().erased_at, 'string')
    equals('what it printed', (await stage.call('GET /projects/:id/jobs/:job_id/trace', at)).text, '')
    answers(await stage.call('POST /projects/:id/jobs/:job_id/erase', at, { as: 'owner' }), 403)
  },
})

export const playManual = check({
  id: 'jobs/play-manual',
  says: 'A manual job waits until it is played, and a job that is not waiting is refused with 400',
  source: 'jobs#manual, jobs#play, jobs#play-refused',
  level: 'should',
  covers: ['POST /projects/:id/jobs/:job_id/play'],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const content = 'ask:\n  when: manual\n  script: ["true"]\n'
    const path = '.gitlab-ci.yml'
    const message = 'Configure a job [skip ci]'
    await commit(stage, { branch: 'ci', from: project.branch, path, content, message })
    const pipeline = arranged(await call('POST /projects/:id/pipeline', { id: project.id, ref: 'ci' }))
    const place = { id: project.id, pipeline_id: numberIn(pipeline, 'id') }
    const [job] = (await call('GET /projects/:id/pipelines/:pipeline_id/jobs', place)).rows()
    if (job === undefined) return stage.failing('the target starts no jobs')
    equals('the status of the job', job.status, 'manual')
    const at = { id: project.id, job_id: numberIn(job, 'id') }
    const begun = await call('POST /projects/:id/jobs/:job_id/play', at)
    answers(begun, 200)
    equals('it waits no longer', begun.row().status === 'manual', false, begun)
    const again = await call('POST /projects/:id/jobs/:job_id/play', at)
    answers(again, 400, { message: '400 Bad request - Unplayable Job' })
  },
})
