import { commit, mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, names, rowIn, says } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const path = '/projects/:id/merge_requests/:merge_request_iid'
const read = `GET ${path}`
const merge = `PUT ${path}/merge`
const source = 'specification 1, States and transitions; dossier 1, 9.4 and 9.8'
const needs = { repository: true } as const
const opened = (stage: Stage) => mergeRequest(stage, { branch: 'topic' })

/** Has a pipeline of the merge request's head say so, as a CI system elsewhere does. */
async function pipeline(
  { call, project }: Stage,
  row: Row,
  state: 'running' | 'success' | 'failed',
): Promise<void> {
  const params = { id: project.id, sha: String(row.sha), state, ref: 'topic', name: 'elsewhere' }
  expectArranged(await call('POST /projects/:id/statuses/:sha', params, { as: 'owner' }))
}

/** The merge request once what happens in the background has had time to. */
async function settled(stage: Stage, row: Row, done: (now: Row) => boolean): Promise<Row> {
  let now: Row = {}
  for (let turn = 0; turn < 20; turn++) {
    now = (await stage.call(read, named(stage, row))).row()
    if (done(now)) break
  }
  return now
}

export const shown = check({
  id: 'merge-requests/pipeline',
  says: 'The pipeline of the head is shown with its status',
  source: 'specification 1, Merge request; dossier 1, section 7',
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
    names(rowIn(reply.row(), 'pipeline'), ['id', 'sha', 'ref', 'status', 'web_url'], reply)
  },
})

export const waits = check({
  id: 'merge-requests/merge-when-pipeline-succeeds',
  says: 'While a pipeline runs the merge is put off, and carried out when the pipeline succeeds',
  source,
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

export const atOnce = check({
  id: 'merge-requests/merge-after-pipeline',
  says: 'When the pipeline has succeeded already, the merge is carried out at once',
  source,
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

export const failedPipeline = check({
  id: 'merge-requests/merge-failed-pipeline',
  says: 'A pipeline that failed is nothing to wait for: 405',
  source,
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

export const calledOff = check({
  id: 'merge-requests/merge-called-off',
  says: 'A merge that waits is called off by a push and by closing',
  source,
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

export const mustPass = check({
  id: 'merge-requests/pipeline-must-pass',
  says: 'A project that demands a green pipeline merges nothing without one, and tells what it waits for',
  source,
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
