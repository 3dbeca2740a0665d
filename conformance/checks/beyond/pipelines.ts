import { commit, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has } from '../../kit/expect.ts'
import type { Stage } from '../../run/stage.ts'
import { arranged } from '../../run/stage.ts'

const source = 'dossier 2, 4.3'

const tagged = (extra = '') => `job:\n  tags: [no-runner-has-this]\n  script: ['true']\n${extra}`

async function configured(stage: Stage, content: string, message = 'Configure a job', branch = 'ci-pushed') {
  const from = stage.project.branch
  return commit(stage, { branch, from, path: '.gitlab-ci.yml', content, message })
}

/** The pipelines of a branch, once there are as many as expected; a service starts them a moment after the push. */
async function pipelinesOf(stage: Stage, ref: string, expected = 1) {
  const { id } = stage.project
  const reply = await stage.until(
    () => stage.call('GET /projects/:id/pipelines', { id, ref }),
    (seen) => seen.rows().length >= expected,
    { seconds: 30 },
  )
  return reply
}

export const pushStarts = check({
  id: 'beyond/push-starts-pipeline',
  says: 'A commit with a configuration starts a pipeline for itself, by a push of whoever committed',
  source,
  level: 'should',
  covers: ['GET /projects/:id/pipelines', 'POST /projects/:id/repository/commits'],
  needs: { repository: true },
  holds: async (stage) => {
    const sha = await configured(stage, tagged())
    const reply = await pipelinesOf(stage, 'ci-pushed')
    equals('its pipelines', reply.rows().length, 1)
    has(reply.rows()[0] ?? {}, { sha, ref: 'ci-pushed', source: 'push' }, reply)
  },
})

export const skipped = check({
  id: 'beyond/skip-ci',
  says: 'A commit that asks for it in its message has a pipeline that is skipped',
  source,
  level: 'should',
  covers: ['GET /projects/:id/pipelines'],
  needs: { repository: true },
  holds: async (stage) => {
    await configured(stage, tagged(), 'Configure a job [ci skip]')
    const reply = await pipelinesOf(stage, 'ci-pushed')
    equals('its pipelines', reply.rows().length, 1)
    has(reply.rows()[0] ?? {}, { status: 'skipped' }, reply)
  },
})

export const filtered = check({
  id: 'beyond/pipeline-rules',
  says: 'A job whose rules do not hold is no part of a pipeline, and one without jobs is not started',
  source,
  level: 'should',
  covers: ['POST /projects/:id/pipeline'],
  needs: { repository: true },
  holds: async (stage) => {
    const rules = "  rules:\n    - if: $WANTED == 'yes'\n"
    await configured(stage, tagged(rules))
    const { id } = stage.project
    const start = (value: string) =>
      stage.call(
        'POST /projects/:id/pipeline',
        { id, ref: 'ci-pushed', variables: [{ key: 'WANTED', value }] },
        { as: 'owner' },
      )
    answers(await start('no'), 400)
    const reply = await start('yes')
    answers(reply, 201)
    has(reply.row(), { ref: 'ci-pushed', source: 'api' }, reply)
  },
})

export const broken = check({
  id: 'beyond/pipeline-of-broken-configuration',
  says: 'A push of a configuration that makes no sense makes a pipeline that has failed and says why',
  source,
  level: 'should',
  covers: ['GET /projects/:id/pipelines/:pipeline_id'],
  needs: { repository: true },
  holds: async (stage) => {
    await configured(stage, 'job:\n  stage: nowhere\n  script: x\n')
    const list = await pipelinesOf(stage, 'ci-pushed')
    equals('its pipelines', list.rows().length, 1)
    const pipeline_id = Number(list.rows()[0]?.id)
    const one = await stage.call('GET /projects/:id/pipelines/:pipeline_id', {
      id: stage.project.id,
      pipeline_id,
    })
    has(one.row(), { status: 'failed' }, one)
    equals('whether it says why', /nowhere|stage/.test(String(one.row().yaml_errors)), true)
  },
})

export const forMergeRequest = check({
  id: 'beyond/merge-request-pipeline',
  says: 'Jobs that are meant for merge requests run in a pipeline of the merge request',
  source,
  level: 'should',
  covers: ['GET /projects/:id/merge_requests/:merge_request_iid/pipelines'],
  needs: { repository: true },
  holds: async (stage) => {
    const sha = await configured(stage, tagged('  only: [merge_requests]\n'))
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
  },
})
