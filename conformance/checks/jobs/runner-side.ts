import {
  assignJob,
  createTaggedJob,
  reportJob,
  requestJob,
  requestJobInTime,
  runner,
  takeJob,
} from '../../arrange/runners.ts'
import { uploading } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, names, numberIn, rowIn, says, textIn } from '../../kit/expect.ts'
import { isRow, isRows, type Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { bytesOfText } from '../../oracle/archive.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const request = 'POST /jobs/request'

const update = 'PUT /jobs/:id'

const trace = 'PATCH /jobs/:id/trace'

/** A tag that no other runner has. */
const tagOf = (stage: Stage) => `${stage.prefix}-tag`

export const currentJob = check({
  id: 'jobs/current-job',
  says: '`GET /job` shows the job of the job token that is sent, and answers 404 to any other credential',
  source: 'jobs#current-job',
  level: 'should',
  covers: ['GET /job'],
  needs: { repository: true },
  holds: async (stage) => {
    const it = await runner(stage, { tag_list: ['own'] })
    const job = await assignJob(stage, it, 'own')
    const own = await stage.call('GET /job', {}, { as: 'anonymous', headers: { 'job-token': job.token } })
    answers(own, 200)
    has(own.row(), { id: job.id, status: 'running' }, own)
    says(await stage.call('GET /job'), 404, '404 Job Not Found')
  },
})

export const allowedAgents = check({
  id: 'jobs/allowed-agents',
  says: '`GET /job/allowed_agents` tells the agents of the project of the job, and the user, roles, groups and pipeline of the job',
  source: 'jobs#allowed-agents',
  level: 'should',
  covers: ['GET /job/allowed_agents'],
  needs: { repository: true },
  holds: async (stage) => {
    const { id } = stage.project
    const agent = arranged(
      await stage.call('POST /projects/:id/cluster_agents', { id, name: 'allowed' }, { as: 'owner' }),
    )
    const it = await runner(stage, { tag_list: ['agents'] })
    const job = await assignJob(stage, it, 'agents')
    const headers = { 'job-token': job.token }
    const reply = await stage.call('GET /job/allowed_agents', {}, { as: 'anonymous', headers })
    answers(reply, 200)
    const allowed = { id: agent.id ?? null, config_project: agent.config_project ?? null, configuration: {} }
    has(
      reply.row(),
      { allowed_agents: [allowed], job: { id: job.id }, pipeline: { id: job.pipeline } },
      reply,
    )
    const roles = rowIn(reply.row(), 'user').roles_in_project ?? null
    const upwards = ['reporter', 'developer', 'maintainer', 'owner']
    await stage.changed('members#later-planner', {
      before: () => equals('the roles', roles, ['guest', ...upwards], reply),
      after: () => equals('the roles', roles, ['guest', 'planner', ...upwards], reply),
    })
    equals('the project', rowIn(reply.row(), 'project').id ?? null, id, reply)
    says(await stage.call('GET /job/allowed_agents'), 404, '404 Job Not Found')
  },
})

export const runnerJobAge = check({
  id: 'jobs/runner-job-age',
  says: 'A runner that sends `job_age` is given no younger job, and reports the log and the outcome of the job it is given',
  source: 'jobs#job-age, jobs#request, jobs#trace-append, jobs#update',
  level: 'should',
  covers: ['POST /jobs/request', 'PUT /jobs/:id', 'PATCH /jobs/:id/trace'],
  needs: { repository: true },
  holds: async (stage) => {
    if (!stage.movesClock) return stage.skip("the target's clock cannot be moved")
    const { token } = await runner(stage, { tag_list: ['aged'] })
    const ask = (job_age: number) =>
      stage.call('POST /jobs/request', { token, info: { version: '15.8.0' }, job_age }, { as: 'anonymous' })
    answers(await ask(0), 204)
    await createTaggedJob(stage, 'aged')
    answers(await ask(60), 204)
    await stage.wait(120)
    const handed = await ask(60)
    answers(handed, 201)
    const job = { id: numberIn(handed.row(), 'id'), token: textIn(handed.row(), 'token'), pipeline: 0 }
    const trace = {
      as: 'anonymous',
      headers: { 'content-range': '0-4' },
      query: { token: job.token },
      body: 'hello',
      contentType: 'text/plain',
    } as const
    answers(await stage.call('PATCH /jobs/:id/trace', { id: job.id }, trace), 202)
    answers(await reportJob(stage, job, { state: 'failed', exit_code: 3 }), 200)
    const at = { id: stage.project.id, job_id: job.id }
    equals('its state', (await stage.call('GET /projects/:id/jobs/:job_id', at)).row().status, 'failed')
    equals('what it printed', (await stage.call('GET /projects/:id/jobs/:job_id/trace', at)).text, 'hello')
  },
})

export const requestByTags = check({
  id: 'jobs/request-by-tags',
  says: 'A waiting job is handed once, to a runner that is not paused and has all of its tags',
  source: 'runners#job-request, runners#job-matching, runners#job-once, runners#job-payload',
  level: 'must',
  covers: [request],
  needs: { repository: true },
  holds: async (stage) => {
    const tag = tagOf(stage)
    const fitting = await runner(stage, { tag_list: `${tag},more` })
    const other = await runner(stage, { tag_list: 'more' })
    answers(await requestJob(stage, fitting), 204)
    await createTaggedJob(stage, tag)
    answers(await requestJob(stage, other), 204)
    const pause = async (paused: boolean) =>
      answers(await stage.call('PUT /runners/:id', { id: fitting.id, paused }), 200)
    await pause(true)
    answers(await requestJob(stage, fitting), 204)
    await pause(false)
    const reply = await requestJobInTime(stage, fitting)
    answers(reply, 201)
    has(rowIn(reply.row(), 'job_info'), { name: 'job', project_id: stage.project.id }, reply)
    names(reply.row(), ['token', 'git_info', 'variables', 'steps', 'image', 'features'], reply)
    answers(await requestJob(stage, fitting), 204)
    answers(await stage.call(request, { token: 'guessed' }, { as: 'anonymous' }), 403)
  },
})

export const releaseStep = check({
  id: 'jobs/release-step',
  says: 'A runner is told to create the release of a job in a step behind its script',
  source: 'runners#release-step, runners#job-payload',
  level: 'should',
  covers: [request],
  needs: { repository: true },
  holds: async (stage) => {
    const tag = tagOf(stage)
    const made = await runner(stage, { tag_list: tag })
    const release = `  release: { tag_name: v1, description: Notes, name: First }\n  after_script: ['true']\n`
    await createTaggedJob(stage, tag, 'released', release)
    const reply = await requestJobInTime(stage, made)
    answers(reply, 201)
    const steps = isRows(reply.row().steps) ? reply.row().steps : []
    const named = (steps as readonly Row[]).map(({ name }) => name ?? null)
    equals('the steps', named, ['script', 'release', 'after_script'], reply)
    const script = JSON.stringify((steps as readonly Row[])[1]?.script ?? null)
    for (const part of [
      'release-cli create',
      '--tag-name',
      'v1',
      '--description',
      'Notes',
      '--name',
      'First',
    ])
      equals(`whether the command has ${part}`, script.includes(part), true, reply)
  },
})

export const runnerReportsEnd = check<'success' | 'failed'>({
  id: 'jobs/runner-reports-end',
  says: 'A job ends with the status that its runner reports, its pipeline follows, and later reports answer 403',
  source: 'runners#job-update, runners#job-not-running',
  level: 'must',
  covers: [update],
  needs: { repository: true },
  each: () => ['success', 'failed'],
  holds: async (stage, state) => {
    const tag = tagOf(stage)
    const made = await runner(stage, { tag_list: tag })
    const job = await assignJob(stage, made, tag)
    const pipeline = async () => {
      const params = { id: stage.project.id, pipeline_id: job.pipeline }
      const { json } = await stage.call('GET /projects/:id/pipelines/:pipeline_id', params)
      return isRow(json) ? json.status : undefined
    }
    equals('the pipeline while the job runs', await pipeline(), 'running')
    answers(await reportJob(stage, { ...job, token: 'guessed' }, { state }), 403)
    answers(await reportJob(stage, job, { state: 'running' }), 200)
    answers(await reportJob(stage, job, { state }), 200)
    const late = await reportJob(stage, job, { state: 'success' })
    answers(late, 403)
    equals('Job-Status', late.headers['job-status'], state, late)
    // A service brings the pipeline up to date in the background.
    const afterwards = await stage.until(pipeline, (status) => status !== 'running', { seconds: 10 })
    equals('the pipeline afterwards', afterwards, state)
  },
})

/** A runner with a job, behind which another one waits for the same runner. */
async function assignedBefore(stage: Stage) {
  const tag = tagOf(stage)
  const made = await runner(stage, { tag_list: tag })
  const later = `  stage: build\nlater:\n  tags: [${tag}]\n  script: ['true']\n`
  return { made, job: await assignJob(stage, made, tag, 'job', later) }
}

export const runnerUploads = check({
  id: 'jobs/runner-uploads',
  says: 'A running job takes one artifact of each type in the format of the type, the same again and no other, and jobs that depend on it are told of its archive',
  source: 'jobs#artifacts-upload, jobs#artifacts-refused, jobs#dependencies',
  level: 'should',
  covers: ['POST /jobs/:id/artifacts', request],
  needs: { repository: true },
  holds: async (stage) => {
    const { made, job } = await assignedBefore(stage)
    const archive = bytesOfText('made')
    const send = (bytes: Uint8Array, fields: Record<string, string> = {}) => {
      const file = uploading({
        archive: bytes,
        filename: 'artifacts.zip',
        fields: { token: job.token, ...fields },
      })
      return stage.call('POST /jobs/:id/artifacts', { id: job.id }, { as: 'anonymous', ...file })
    }
    const raw = { artifact_type: 'junit', artifact_format: 'raw' }
    const format = 'Validation failed: Invalid file format with specified file type'
    says(await send(archive, raw), 400, format)
    answers(await send(archive), 201)
    answers(await send(archive), 201)
    says(await send(bytesOfText('other')), 400, 'another artifact of the same type already exists')
    answers(await reportJob(stage, job, { state: 'success' }), 200)
    const next = await requestJobInTime(stage, made)
    answers(next, 201)
    const told = { id: job.id, artifacts_file: { filename: 'artifacts.zip', size: archive.length } }
    const [first, ...more] = [next.row().dependencies ?? []].flat()
    has(isRow(first ?? null) ? (first as Row) : {}, told, next)
    equals('other jobs it depends on', more.length, 0, next)
  },
})

export const handedOut = check({
  id: 'jobs/handed-out',
  says: 'A runner is told image, services, artifacts, timeout and depth as they are configured',
  source: 'jobs#handed-out',
  level: 'should',
  covers: [request],
  needs: { repository: true },
  holds: async (stage) => {
    const tag = tagOf(stage)
    const made = await runner(stage, { tag_list: tag })
    const lines = [
      "image: { name: alpine, entrypoint: [''] }",
      'services: [{ name: redis, alias: cache, variables: { LEVEL: high } }]',
      'artifacts: { name: built, paths: [out/], expire_in: 1 week, reports: { junit: [r.xml] } }',
      'timeout: 10 minutes',
      'variables: { GIT_DEPTH: 0 }',
    ]
    await requestJob(stage, made)
    await createTaggedJob(stage, tag, 'job', lines.map((line) => `  ${line}\n`).join(''))
    const told = await requestJobInTime(stage, made)
    answers(told, 201)
    const row = told.row()
    has(rowIn(row, 'image'), { name: 'alpine', entrypoint: [''] }, told)
    const [service] = [row.services ?? []].flat()
    has(service as Row, { name: 'redis', alias: 'cache', variables: [{ key: 'LEVEL', value: 'high' }] }, told)
    const [archive, report] = [row.artifacts ?? []].flat()
    has(
      archive as Row,
      { name: 'built', paths: ['out/'], expire_in: '1 week', artifact_type: 'archive' },
      told,
    )
    has(report as Row, { name: 'junit.xml', paths: ['r.xml'], artifact_format: 'gzip' }, told)
    has(rowIn(row, 'runner_info'), { timeout: 600 }, told)
    has(rowIn(row, 'git_info'), { depth: 0 }, told)
  },
})

export const dotenv = check({
  id: 'jobs/dotenv',
  says: 'A report of the type `dotenv` that is no list of variables answers 400, and jobs that depend on the job have what it lists',
  source: 'jobs#dotenv',
  level: 'should',
  covers: ['POST /jobs/:id/artifacts', request],
  needs: { repository: true },
  holds: async (stage) => {
    const { made, job } = await assignedBefore(stage)
    const send = (base64: string) => {
      const fields = { token: job.token, artifact_type: 'dotenv', artifact_format: 'gzip' }
      const file = uploading({
        archive: Uint8Array.from(atob(base64), (it) => it.charCodeAt(0)),
        filename: '.env.gz',
        fields,
      })
      return stage.call('POST /jobs/:id/artifacts', { id: job.id }, { as: 'anonymous', ...file })
    }
    says(await send(NO_VARIABLE), 400, 'Invalid Format')
    answers(await send(ONE_VARIABLE), 201)
    answers(await reportJob(stage, job, { state: 'success' }), 200)
    const next = await requestJobInTime(stage, made)
    answers(next, 201)
    const values = [next.row().variables ?? []].flat().map((it) => (isRow(it) ? it : {}))
    const given = values.find(({ key }) => key === 'HANDED_ON')
    equals('the variable', given?.value ?? null, 'on purpose', next)
  },
})

/** `no variable` and `HANDED_ON=on purpose`, compressed. */
const NO_VARIABLE = 'H4sIAAAAAAACA8vLVyhLLMpMTMpJ5QIAcLjccQwAAAA='
const ONE_VARIABLE = 'H4sIAAAAAAACA/Nw9HNxdYn397PNz1MoKC0qyC9O5QIA/wvIFRUAAAA='

/** What a configuration says of a job, why each of its runs fails, and how many runs there are. */
type Retried = readonly [retry: string, reason: string, runs: number]

export const retriedByItself = check<Retried>({
  id: 'jobs/retried-by-itself',
  says: 'A failed job runs again as often as `retry` says, for the reasons in `when`, each time as a new job',
  source: 'jobs#retry-keyword',
  level: 'should',
  covers: [update, 'GET /projects/:id/pipelines/:pipeline_id/jobs'],
  needs: { repository: true },
  each: () => [
    ['retry: 2', 'script_failure', 3],
    ['retry: { max: 1, when: [api_failure, script_failure] }', 'script_failure', 2],
    ['retry: { max: 2, when: script_failure }', 'runner_system_failure', 1],
    ['retry: { max: 2, when: always }', 'missing_dependency_failure', 1],
    ['allow_failure: false', 'script_failure', 1],
  ],
  holds: async (stage, [retry, failure_reason, expected]) => {
    const tag = tagOf(stage)
    const made = await runner(stage, { tag_list: tag })
    let job = await assignJob(stage, made, tag, 'job', `  ${retry}\n`)
    const place = { id: stage.project.id, pipeline_id: job.pipeline }
    const list = (query: Params = {}) =>
      stage.call('GET /projects/:id/pipelines/:pipeline_id/jobs', { ...place, ...query })
    for (let run = 1; run <= expected; run++) {
      answers(await reportJob(stage, job, { state: 'failed', failure_reason }), 200)
      const shown = await stage.until(
        () => list({ include_retried: true }),
        (reply) => reply.rows().length > run,
        { seconds: run < expected ? 10 : 2 },
      )
      equals('how many jobs there are', shown.rows().length, Math.min(run + 1, expected), shown)
      if (run < expected) job = await takeJob(stage, made, job.pipeline)
    }
    const [last, ...more] = (await list()).rows()
    has(last ?? {}, { id: job.id, status: 'failed' })
    equals('other jobs that were not retried', more.length, 0)
  },
})

export const appendToTrace = check({
  id: 'jobs/append-to-trace',
  says: "A piece of a job's log is appended at its end; one that begins elsewhere answers 416 with the current range",
  source: 'runners#job-trace',
  level: 'should',
  covers: [trace],
  needs: { repository: true },
  holds: async (stage) => {
    const tag = tagOf(stage)
    const job = await assignJob(stage, await runner(stage, { tag_list: tag }), tag)
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

export const tokenPrefixes = check({
  id: 'jobs/token-prefixes',
  says: 'From 16.9 on the token of a job begins with `glcbt-`, and from 17.11 on that of a runner which registers with `glrtr-`',
  source: 'jobs#later-token, runners#later-token',
  level: 'must',
  covers: ['POST /jobs/request', 'POST /runners'],
  needs: { repository: true },
  holds: async (stage) => {
    const worker = await runner(stage, { tag_list: 'prefixes' })
    const { token } = await assignJob(stage, worker, 'prefixes')
    for (const [change, secret, prefix] of [
      ['jobs#later-token', token, 'glcbt-'],
      ['runners#later-token', worker.token, 'glrtr-'],
    ] as const)
      await stage.changed(change, {
        before: () => equals('whether it has the prefix', secret.startsWith(prefix), false),
        after: () => equals('whether it has the prefix', secret.startsWith(prefix), true),
      })
  },
})
