import { commitConfiguration, pipelinesOf, waitingJob } from '../../arrange/pipelines.ts'
import { check } from '../../kit/check.ts'
import { equals, has } from '../../kit/expect.ts'

export const pushStartsPipeline = check({
  id: 'pipelines/push-starts-pipeline',
  says: 'A commit with a CI/CD configuration starts a pipeline of that commit with the source `push`',
  source: 'pipelines#push',
  level: 'should',
  covers: ['GET /projects/:id/pipelines', 'POST /projects/:id/repository/commits'],
  needs: { repository: true },
  holds: async (stage) => {
    const sha = await commitConfiguration(stage, waitingJob())
    const reply = await pipelinesOf(stage, 'ci-pushed')
    equals('its pipelines', reply.rows().length, 1)
    has(reply.rows()[0] ?? {}, { sha, ref: 'ci-pushed', source: 'push' }, reply)
  },
})

export const skipCi = check({
  id: 'pipelines/skip-ci',
  says: 'A commit whose message has `[ci skip]` gets a pipeline with the status `skipped`',
  source: 'pipelines#skip',
  level: 'should',
  covers: ['GET /projects/:id/pipelines'],
  needs: { repository: true },
  holds: async (stage) => {
    await commitConfiguration(stage, waitingJob(), 'Configure a job [ci skip]')
    const reply = await pipelinesOf(stage, 'ci-pushed')
    equals('its pipelines', reply.rows().length, 1)
    has(reply.rows()[0] ?? {}, { status: 'skipped' }, reply)
  },
})

export const brokenConfiguration = check({
  id: 'pipelines/broken-configuration',
  says: 'A push of an invalid CI/CD configuration creates a failed pipeline whose `yaml_errors` names the error',
  source: 'pipelines#broken-configuration',
  level: 'should',
  covers: ['GET /projects/:id/pipelines/:pipeline_id'],
  needs: { repository: true },
  holds: async (stage) => {
    await commitConfiguration(stage, 'job:\n  stage: nowhere\n  script: x\n')
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
