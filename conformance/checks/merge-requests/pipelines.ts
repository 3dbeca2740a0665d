import { commitConfiguration, waitingJob } from '../../arrange/pipelines.ts'
import { commit, mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, names, rowIn, says } from '../../kit/expect.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'
import { pipeline, settled } from './head-pipeline.ts'

const cancel = 'POST /projects/:id/merge_requests/:merge_request_iid/cancel_merge_when_pipeline_succeeds'

const path = '/projects/:id/merge_requests/:merge_request_iid'

const read = `GET ${path}`

const merge = `PUT ${path}/merge`

const needs = { repository: true } as const

const pipelineFields = [
  ...['id', 'iid', 'project_id', 'sha', 'ref', 'status', 'source', 'created_at', 'updated_at', 'web_url'],
]

const opened = (stage: Stage) => mergeRequest(stage, { branch: 'topic' })

export const pipelineOfMergeRequestJobs = check({
  id: 'merge-requests/pipeline-of-merge-request-jobs',
  says: 'Jobs that are meant for merge requests run in a pipeline of the merge request, another one is created on demand, and none without such jobs',
  source: 'pipelines#merge-request, merge-requests#create-pipeline',
  level: 'should',
  covers: [`GET ${path}/pipelines`, `POST ${path}/pipelines`],
  needs: { repository: true },
  holds: async (stage) => {
    const sha = await commitConfiguration(stage, waitingJob('  only: [merge_requests]\n'))
    const { id, branch } = stage.project
    const wish = { id, source_branch: 'ci-pushed', target_branch: branch, title: 'Configure a job' }
    const row = arranged(await stage.call('POST /projects/:id/merge_requests', wish, { as: 'owner' }))
    const reply = await stage.until(
      () => stage.call('GET /projects/:id/merge_requests/:merge_request_iid/pipelines', named(stage, row)),
      (seen) => seen.rows().length > 0,
      { seconds: 30 },
    )
    equals('its pipelines', reply.rows().length, 1)
    has(reply.rows()[0] ?? {}, { sha, source: 'merge_request_event' }, reply)
    const create = `POST ${path}/pipelines`
    const made = await stage.call(create, named(stage, row), { as: 'owner' })
    answers(made, 200)
    has(made.row(), { sha, source: 'merge_request_event' }, made)
    holds(made.row().id !== reply.rows()[0]?.id, 'it is a new one', made.row().id ?? null, made)
    const without = named(stage, await mergeRequest(stage, { branch: 'without-jobs', as: 'owner' }))
    answers(await stage.call(create, without, { as: 'owner' }), [400, 405])
  },
})

export const cancelAutoMergeStatuses = check({
  id: 'merge-requests/cancel-auto-merge-statuses',
  says: 'Cancelling an automatic merge answers 201; it answers 406 where none is set and 405 for a closed merge request',
  source: 'merge-requests#cancel-auto-merge',
  level: 'should',
  covers: [cancel],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const row = await mergeRequest(stage, { branch: 'topic' })
    const place = named(stage, row)
    answers(await call(cancel, place), 406, { message: "Can't cancel the automatic merge" })
    const running = {
      id: project.id,
      sha: String(row.sha),
      state: 'running',
      ref: 'topic',
      name: 'elsewhere',
    }
    expectArranged(await call('POST /projects/:id/statuses/:sha', running))
    const merge = 'PUT /projects/:id/merge_requests/:merge_request_iid/merge'
    answers(await call(merge, { ...place, merge_when_pipeline_succeeds: true }), 200)
    const taken = await call(cancel, place)
    answers(taken, 201)
    has(taken.row(), { status: 'success' }, taken)
    const now = await call('GET /projects/:id/merge_requests/:merge_request_iid', place)
    has(now.row(), { state: 'opened', merge_when_pipeline_succeeds: false }, now)
    const close = 'PUT /projects/:id/merge_requests/:merge_request_iid'
    answers(await call(close, { ...place, state_event: 'close' }), 200)
    answers(await call(cancel, place), 405, { message: '405 Method Not Allowed' })
  },
})

export const pipelineCheck = check({
  id: 'merge-requests/pipeline',
  says: '`pipeline` and `head_pipeline` show the pipeline of the head commit with its status',
  source: 'merge-requests#pipeline, conventions#basic-pipeline',
  level: 'must',
  covers: [read],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    has(row, { pipeline: null, head_pipeline: null })
    await pipeline(stage, row, 'running')
    const reply = await stage.call(read, named(stage, row))
    const told = rowIn(reply.row(), 'head_pipeline')
    has(told, { status: 'running', sha: row.sha ?? null }, reply)
    names(rowIn(reply.row(), 'pipeline'), pipelineFields, reply)
  },
})

export const autoMerge = check({
  id: 'merge-requests/auto-merge',
  says: '`merge_when_pipeline_succeeds` keeps a merge request open while the pipeline runs, and merges it when the pipeline succeeds',
  source: 'merge-requests#auto-merge',
  level: 'must',
  covers: [merge],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    await pipeline(stage, row, 'running')
    const reply = await stage.call(merge, { ...named(stage, row), merge_when_pipeline_succeeds: true })
    answers(reply, 200)
    has(reply.row(), { state: 'opened', merge_when_pipeline_succeeds: true }, reply)
    has(rowIn(reply.row(), 'merge_user'), { id: stage.user('owner').id }, reply)
    await pipeline(stage, row, 'success')
    const after = await settled(stage, row, (now) => now.state === 'merged')
    has(after, { state: 'merged' })
    has(rowIn(after, 'merged_by'), { id: stage.user('owner').id })
  },
})

export const autoMergeAtOnce = check({
  id: 'merge-requests/auto-merge-at-once',
  says: '`merge_when_pipeline_succeeds` merges at once where the pipeline has succeeded',
  source: 'merge-requests#auto-merge',
  level: 'must',
  covers: [merge],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    await pipeline(stage, row, 'success')
    const reply = await stage.call(merge, { ...named(stage, row), merge_when_pipeline_succeeds: true })
    answers(reply, 200)
    has(reply.row(), { state: 'merged' }, reply)
  },
})

export const autoMergeFailedPipeline = check({
  id: 'merge-requests/auto-merge-failed-pipeline',
  says: '`merge_when_pipeline_succeeds` answers 405 where the pipeline has failed',
  source: 'merge-requests#auto-merge-refused',
  level: 'must',
  covers: [merge],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    await pipeline(stage, row, 'failed')
    const reply = await stage.call(merge, { ...named(stage, row), merge_when_pipeline_succeeds: true })
    says(reply, 405, '405 Method Not Allowed')
  },
})

export const autoMergeWaitsOn = check({
  id: 'merge-requests/auto-merge-pipeline-fails',
  says: 'A merge that waits for a pipeline is not carried out when that fails',
  source: 'merge-requests#auto-merge',
  level: 'must',
  covers: [merge],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    await pipeline(stage, row, 'running')
    answers(await stage.call(merge, { ...named(stage, row), merge_when_pipeline_succeeds: true }), 200)
    await pipeline(stage, row, 'failed')
    const after = await settled(stage, row, () => false)
    equals('the state', after.state, 'opened')
  },
})

export const autoMergeCleared = check({
  id: 'merge-requests/auto-merge-cleared',
  says: 'A push to the source branch and closing clear an automatic merge',
  source: 'merge-requests#auto-merge-cleared',
  level: 'must',
  covers: [merge, `PUT ${path}`],
  needs,
  arrange: opened,
  each: () => ['push', 'close'],
  holds: async (stage, by, row) => {
    await pipeline(stage, row, 'running')
    const place = named(stage, row)
    answers(await stage.call(merge, { ...place, merge_when_pipeline_succeeds: true }), 200)
    if (by === 'close') answers(await stage.call(`PUT ${path}`, { ...place, state_event: 'close' }), 200)
    else await commit(stage, { branch: 'topic', path: 'another.txt' })
    const reply = await stage.call(read, place)
    has(reply.row(), { merge_when_pipeline_succeeds: false, merge_user: null }, reply)
    await pipeline(stage, row, 'success')
    const after = await settled(stage, row, () => false)
    holds(after.state !== 'merged', 'it is not merged later', after.state)
  },
})

export const pipelineMustSucceed = check({
  id: 'merge-requests/pipeline-must-succeed',
  says: 'A project that requires a successful pipeline answers 405 to merging until the pipeline succeeds, and `detailed_merge_status` says what is missing',
  source:
    'merge-requests#detailed-status-conditions, merge-requests#merge-not-ready, merge-requests#detailed-merge-status',
  level: 'must',
  covers: [read, merge],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    const { call, project } = stage
    const place = named(stage, row)
    expectArranged(
      await call('PUT /projects/:id', { id: project.id, only_allow_merge_if_pipeline_succeeds: true }),
    )
    const told = async () => (await call(read, place)).row().detailed_merge_status
    equals('the status without a pipeline', await told(), 'ci_must_pass')
    says(await call(merge, place), 405, '405 Method Not Allowed')
    await pipeline(stage, row, 'running')
    equals('the status while it runs', await told(), 'ci_still_running')
    says(await call(merge, place), 405, '405 Method Not Allowed')
    await pipeline(stage, row, 'success')
    equals('the status when it is green', await told(), 'mergeable')
    answers(await call(merge, place), 200)
  },
})

export const waitsForRequiredPipeline = check({
  id: 'merge-requests/waits-for-required-pipeline',
  says: 'A project that requires a successful pipeline lets a merge request wait for the one that runs, and it is merged when this succeeds',
  source: 'merge-requests#auto-merge, merge-requests#merge-not-ready',
  level: 'must',
  covers: [merge],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    const required = { id: stage.project.id, only_allow_merge_if_pipeline_succeeds: true }
    expectArranged(await stage.call('PUT /projects/:id', required))
    await pipeline(stage, row, 'running')
    const reply = await stage.call(merge, { ...named(stage, row), merge_when_pipeline_succeeds: true })
    answers(reply, 200)
    has(reply.row(), { state: 'opened', merge_when_pipeline_succeeds: true }, reply)
    await pipeline(stage, row, 'success')
    const after = await settled(stage, row, ({ state }) => state === 'merged')
    equals('the state when it is green', after.state ?? null, 'merged')
  },
})
