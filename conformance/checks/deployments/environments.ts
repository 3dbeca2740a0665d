import { jobsRun } from '../../arrange/pipelines.ts'
import { check } from '../../kit/check.ts'
import { has, numberIn } from '../../kit/expect.ts'

export const stopEnvironment = check({
  id: 'deployments/stop-environment',
  says: 'Stopping an environment runs the job that `on_stop` names, and the environment is `stopping` until that job is over',
  source: 'deployments#environment-stop, deployments#environment-of-job',
  level: 'should',
  covers: ['POST /projects/:id/environments/:environment_id/stop', 'GET /projects/:id/deployments'],
  needs: { repository: true },
  holds: async (stage) => {
    const environment = 'environment: { name: review/one, on_stop: halt }'
    const stop =
      'halt:\n  script: ["true"]\n  when: manual\n  environment: { name: review/one, action: stop }\n'
    await jobsRun(stage, `job:\n  script: ["true"]\n  ${environment}\n${stop}`)
    const { id } = stage.project
    const list = await stage.call('GET /projects/:id/environments', { id, name: 'review/one' })
    const environment_id = numberIn(list.rows()[0] ?? {}, 'id')
    const at = { id, environment_id }
    const reply = await stage.call('POST /projects/:id/environments/:environment_id/stop', at, {
      as: 'owner',
    })
    has(reply.row(), { state: 'stopping' }, reply)
    await stage.wait(60)
    const after = await stage.call('GET /projects/:id/environments/:environment_id', at)
    has(after.row(), { state: 'stopped' }, after)
  },
})
