import { configurePipelines } from '../../arrange/pipelines.ts'
import { assignJob, runner } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, rowIn, says, textIn } from '../../kit/expect.ts'
import { isRow, type Json, parseJson } from '../../kit/json.ts'
import { lifecycle } from '../../kit/lifecycle.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

export const triggersLifecycle = lifecycle(
  {
    id: 'pipelines/triggers-lifecycle',
    says: 'A trigger token is listed and shown as it was created and updated, and a deleted one answers 404',
    source: 'pipelines#trigger-object, pipelines#trigger-role',
  },
  [
    {
      record: '/projects/:id/triggers/:trigger_id',
      values: { description: 'One' },
      changes: { description: 'Two' },
    },
  ],
)

const TRIGGERED = '/projects/:id/trigger/pipeline'
const OF_REF = '/projects/:id/ref/:ref/trigger/pipeline'

export const triggerOfOwner = check({
  id: 'pipelines/trigger-of-owner',
  says: 'A trigger token is updated by its owner alone',
  source: 'pipelines#trigger-owner',
  level: 'should',
  covers: ['POST /projects/:id/triggers', 'PUT /projects/:id/triggers/:trigger_id'],
  holds: async (stage) => {
    const { call, project } = stage
    if (!stage.has('maintainer')) return
    const { id } = project
    const wish = { id, description: 'Theirs' }
    const made = arranged(await call('POST /projects/:id/triggers', wish, { as: 'maintainer' }))
    const changed = { id, trigger_id: numberIn(made, 'id'), description: 'Ours' }
    says(await call('PUT /projects/:id/triggers/:trigger_id', changed), 403, '403 Forbidden')
    answers(await call('PUT /projects/:id/triggers/:trigger_id', changed, { as: 'maintainer' }), 200)
  },
})

/** A project whose pipelines can be started, and the token of a trigger in it. */
async function triggerToken(stage: Stage): Promise<string> {
  await configurePipelines(stage)
  const wish = { id: stage.project.id, description: 'Of the suite' }
  return textIn(arranged(await stage.call('POST /projects/:id/triggers', wish)), 'token')
}

export const triggeredPipelines = check({
  id: 'pipelines/triggered',
  says: 'A trigger token starts pipelines of the branch that is sent, or of the one in the path whatever is sent, and hands them what was sent as the file variable `TRIGGER_PAYLOAD`, without the token',
  source: 'pipelines#trigger, pipelines#trigger-ref, pipelines#trigger-payload',
  level: 'should',
  covers: [`POST ${TRIGGERED}`, `POST ${OF_REF}`],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch: ref } = project
    const token = await triggerToken(stage)
    const sent = { id, token, ref, variables: { WHO: 'suite' } }
    const started = await call(`POST ${TRIGGERED}`, sent)
    answers(started, 201)
    has(started.row(), { ref, source: 'trigger' }, started)
    const at = { id, pipeline_id: numberIn(started.row(), 'id') }
    const variables = await call('GET /projects/:id/pipelines/:pipeline_id/variables', at)
    const named = (key: string) => variables.rows().find((row) => row.key === key) ?? {}
    has(named('WHO'), { value: 'suite', variable_type: 'env_var' }, variables)
    has(named('TRIGGER_PAYLOAD'), { variable_type: 'file' }, variables)
    equals('the secret among the variables', variables.text.includes(token), false, variables)
    const payload = parseJson(textIn(named('TRIGGER_PAYLOAD'), 'value'))
    has(isRow(payload) ? payload : {}, { ref, variables: { WHO: 'suite' } }, variables)
    const path = await call(`POST ${OF_REF}`, { id, ref }, { query: { token } })
    answers(path, 201)
    has(path.row(), { ref, source: 'trigger' }, path)
  },
})

export const triggersRefused = check<Json>({
  id: 'pipelines/trigger-refused',
  says: 'A variable of a trigger that is no text answers 400, a webhook for pipelines 403, and neither starts a pipeline',
  source: 'pipelines#trigger-variables, pipelines#trigger-by-webhook',
  level: 'should',
  covers: [`POST ${TRIGGERED}`],
  needs: { repository: true },
  each: () => [1, true, null, ['a'], { a: 'b' }],
  holds: async (stage, value) => {
    const { call, project } = stage
    const { id, branch: ref } = project
    const token = await triggerToken(stage)
    const before = (await call('GET /projects/:id/pipelines', { id, source: 'trigger' })).rows().length
    const wrong = await call(`POST ${TRIGGERED}`, { id, token, ref, variables: { WHO: value } })
    says(wrong, 400, 'variables needs to be a map of key-valued strings')
    const headers = { 'X-Gitlab-Event': 'Pipeline Hook' }
    answers(await call(`POST ${TRIGGERED}`, { id, token, ref }, { headers }), 403)
    const after = await call('GET /projects/:id/pipelines', { id, source: 'trigger' })
    equals('how many pipelines there are', after.rows().length, before, after)
  },
})

export const triggeredByJob = check({
  id: 'pipelines/trigger-by-job',
  says: 'The token of a running job starts a pipeline with `source` `pipeline`, and answers 401 once the job has ended',
  source: 'pipelines#trigger-by-job',
  level: 'should',
  covers: [`POST ${TRIGGERED}`],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const worker = await runner(stage, { tag_list: 'builder' })
    const { id: job_id, token } = await assignJob(stage, worker, 'builder')
    const sent = { id: project.id, token, ref: 'ci-job' }
    const started = await call(`POST ${TRIGGERED}`, sent, { as: 'anonymous' })
    answers(started, 201)
    has(started.row(), { ref: 'ci-job', source: 'pipeline' }, started)
    equals('who started it', rowIn(started.row(), 'user').username, stage.user('owner').username, started)
    expectArranged(await call('POST /projects/:id/jobs/:job_id/cancel', { id: project.id, job_id }))
    says(await call(`POST ${TRIGGERED}`, sent, { as: 'anonymous' }), 401, 'Job is not running')
  },
})
