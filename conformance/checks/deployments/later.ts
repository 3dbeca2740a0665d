import { check } from '../../kit/check.ts'
import { answers, has, lacks, numberIn } from '../../kit/expect.ts'
import { hasLater } from '../../kit/later.ts'

const environments = '/projects/:id/environments'

export const laterEnvironments = check({
  id: 'deployments/later-environments',
  says: 'Environments have the fields that their release brought, show the description and the choice of automatic stops that were sent, and keep what an update does not send',
  source: 'deployments#later-auto-stop, deployments#later-description, deployments#later-auto-stop-setting',
  level: 'must',
  covers: [
    `POST ${environments}`,
    `PUT ${environments}/:environment_id`,
    `GET ${environments}/:environment_id`,
  ],
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const sent = { name: 'later', description: 'For tests', auto_stop_setting: 'with_action' }
    const made = await call(`POST ${environments}`, { id, ...sent })
    answers(made, 201)
    const environment_id = numberIn(made.row(), 'id')
    const place = { id, environment_id }
    const put = await call(`PUT ${environments}/:environment_id`, {
      ...place,
      external_url: 'https://example.com',
    })
    answers(put, 200)
    const read = await call(`GET ${environments}/:environment_id`, place)
    for (const reply of [made, put, read]) {
      await hasLater(stage, reply.row(), { 'deployments#later-auto-stop': { auto_stop_at: ['null'] } }, reply)
      for (const [change, name, value] of [
        ['deployments#later-description', 'description', 'For tests'],
        ['deployments#later-auto-stop-setting', 'auto_stop_setting', 'with_action'],
      ] as const)
        await stage.changed(change, {
          before: () => {
            if (stage.dialect !== undefined) lacks(reply.row(), [name], reply)
          },
          after: () => has(reply.row(), { [name]: value }, reply),
        })
    }
  },
})

export const laterEnvironment = check({
  id: 'deployments/later-environment',
  says: 'In 18.9 an environment on its own shows its project',
  source: 'deployments#later-project',
  level: 'should',
  covers: [`GET ${environments}/:environment_id`],
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const made = await call(`POST ${environments}`, { id, name: 'of-project' })
    answers(made, 201)
    const place = { id, environment_id: numberIn(made.row(), 'id') }
    const read = await call(`GET ${environments}/:environment_id`, place)
    await hasLater(stage, read.row(), { 'deployments#later-project': { project: ['object'] } }, read)
  },
})
