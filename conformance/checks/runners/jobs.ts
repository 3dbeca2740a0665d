import { ask, askInTime, handed, runner, tagged, tell } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, names, numberIn, rowIn } from '../../kit/expect.ts'
import { isRow, type Json } from '../../kit/json.ts'
import type { Stage } from '../../run/stage.ts'

const list = 'GET /runners/:id/jobs'
const request = 'POST /jobs/request'
const update = 'PUT /jobs/:id'
const trace = 'PATCH /jobs/:id/trace'
const source = 'specification 2, Runner job; dossier 2, 4.3'

/** A tag that no other runner has. */
const tagOf = (stage: Stage) => `${stage.prefix}-tag`

export const jobsListed = check({
  id: 'runners/jobs',
  says: 'The jobs of a runner are listed, by id upwards unless an order is asked for, and filtered by status',
  source,
  level: 'must',
  covers: [list, request, update],
  needs: { repository: true },
  holds: async (stage) => {
    const tag = tagOf(stage)
    const made = await runner(stage, { tag_list: tag })
    const jobs = []
    for (const [name, state] of [
      ['one', 'success'],
      ['two', 'failed'],
      ['three', 'success'],
    ] as const) {
      const job = await handed(stage, made, tag, name)
      answers(await tell(stage, job, { state }), 200)
      jobs.push({ id: job.id, state })
    }
    const ids = async (params: { readonly [name: string]: string }) => {
      const reply = await stage.call(list, { id: made.id, ...params })
      return reply.rows().map((row) => numberIn(row, 'id'))
    }
    const upwards = jobs.map(({ id }) => id)
    equals('without an order', await ids({}), upwards)
    equals('a direction alone', await ids({ sort: 'desc' }), upwards)
    equals('by id', await ids({ order_by: 'id' }), [...upwards].reverse())
    equals('by id upwards', await ids({ order_by: 'id', sort: 'asc' }), upwards)
    for (const status of ['success', 'failed', 'running', 'canceled'])
      equals(
        `those with status ${status}`,
        await ids({ status }),
        jobs.filter(({ state }) => state === status).map(({ id }) => id),
      )
    answers(await stage.call(list, { id: made.id, status: 'done' }), 400, {
      error: 'status does not have a valid value',
    })
  },
})

export const jobShown = check({
  id: 'runners/job',
  says: 'A job of a runner shows its status and times, its user, commit, pipeline and project',
  source,
  level: 'must',
  covers: [list],
  needs: { repository: true },
  holds: async (stage) => {
    const tag = tagOf(stage)
    const made = await runner(stage, { tag_list: tag })
    const handedOut = await handed(stage, made, tag, 'shown')
    answers(await tell(stage, handedOut, { state: 'failed', failure_reason: 'script_failure' }), 200)
    const reply = await stage.call(list, { id: made.id })
    const [job = {}] = reply.rows()
    has(
      job,
      { id: handedOut.id, status: 'failed', name: 'shown', stage: 'test', ref: 'ci-shown', tag: false },
      reply,
    )
    names(job, ['coverage', 'created_at', 'started_at', 'finished_at', 'duration', 'user', 'commit'], reply)
    has(rowIn(job, 'pipeline'), { id: handedOut.pipeline, status: 'failed', ref: 'ci-shown' }, reply)
    equals('the commit', rowIn(job, 'commit').id, rowIn(job, 'pipeline').sha, reply)
    has(rowIn(job, 'project'), { id: stage.project.id, path_with_namespace: stage.project.path }, reply)
    equals('the user', rowIn(job, 'user').id, stage.user('owner').id, reply)
    await stage.differs('S16', {
      specification: () => {
        equals('the address', job.ip_address, null, reply)
        holds(Number.isInteger(job.duration), 'the duration is whole seconds', job.duration as Json, reply)
      },
      real: () => holds(!('ip_address' in job), 'no address is sent', job.ip_address ?? null, reply),
    })
  },
})

export const handedByTags = check({
  id: 'runners/job-request',
  says: 'A job is handed to a runner that has its tags and is not paused, once, and to no other one',
  source: 'dossier 2, 4.2 and 4.5',
  level: 'must',
  covers: [request],
  needs: { repository: true },
  holds: async (stage) => {
    const tag = tagOf(stage)
    const fitting = await runner(stage, { tag_list: `${tag},more` })
    const other = await runner(stage, { tag_list: 'more' })
    answers(await ask(stage, fitting), 204)
    await tagged(stage, tag)
    answers(await ask(stage, other), 204)
    const pause = async (paused: boolean) =>
      answers(await stage.call('PUT /runners/:id', { id: fitting.id, paused }), 200)
    await pause(true)
    answers(await ask(stage, fitting), 204)
    await pause(false)
    const reply = await askInTime(stage, fitting)
    answers(reply, 201)
    has(rowIn(reply.row(), 'job_info'), { name: 'job', project_id: stage.project.id }, reply)
    names(reply.row(), ['token', 'git_info', 'variables', 'steps', 'image', 'features'], reply)
    answers(await ask(stage, fitting), 204)
    answers(await stage.call(request, { token: 'guessed' }, { as: 'anonymous' }), 403)
  },
})

export const jobEnds = check<'success' | 'failed'>({
  id: 'runners/job-ends',
  says: 'A job ends as its runner tells, its pipeline with it, and nothing is told of it afterwards',
  source: 'dossier 2, 4.5',
  level: 'must',
  covers: [update],
  needs: { repository: true },
  each: () => ['success', 'failed'],
  holds: async (stage, state) => {
    const tag = tagOf(stage)
    const made = await runner(stage, { tag_list: tag })
    const job = await handed(stage, made, tag)
    const pipeline = async () => {
      const params = { id: stage.project.id, pipeline_id: job.pipeline }
      const { json } = await stage.call('GET /projects/:id/pipelines/:pipeline_id', params)
      return isRow(json) ? json.status : undefined
    }
    equals('the pipeline while the job runs', await pipeline(), 'running')
    answers(await tell(stage, { ...job, token: 'guessed' }, { state }), 403)
    answers(await tell(stage, job, { state: 'running' }), 200)
    answers(await tell(stage, job, { state }), 200)
    const late = await tell(stage, job, { state: 'success' })
    answers(late, 403)
    equals('Job-Status', late.headers['job-status'], state, late)
    // A service brings the pipeline up to date in the background.
    const afterwards = await stage.until(pipeline, (status) => status !== 'running', { seconds: 10 })
    equals('the pipeline afterwards', afterwards, state)
  },
})

export const traceGrows = check({
  id: 'runners/job-trace',
  says: 'What a job prints is added at its end; a piece that begins elsewhere answers 416 and tells where the end is',
  source: 'dossier 2, 4.5',
  level: 'should',
  covers: [trace],
  needs: { repository: true },
  holds: async (stage) => {
    const tag = tagOf(stage)
    const job = await handed(stage, await runner(stage, { tag_list: tag }), tag)
    const append = (body: string, range?: string) =>
      stage.call(
        trace,
        { id: job.id },
        {
          as: 'anonymous',
          body,
          contentType: 'text/plain',
          headers: { 'job-token': job.token, ...(range === undefined ? {} : { 'content-range': range }) },
        },
      )
    answers(await append('x'), 400)
    const first = await append('BUILD ', '0-5')
    answers(first, 202)
    equals('Range', first.headers.range, '0-6', first)
    const wrong = await append('TRACE', '9-13')
    answers(wrong, 416)
    equals('Range', wrong.headers.range, '0-6', wrong)
    answers(await append('TRACE', '6-10'), 202)
    const params = { id: stage.project.id, job_id: job.id }
    const whole = await stage.call('GET /projects/:id/jobs/:job_id/trace', params)
    answers(whole, 200)
    equals('the trace', whole.text, 'BUILD TRACE', whole)
  },
})
