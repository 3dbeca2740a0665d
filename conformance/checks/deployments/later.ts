import { assignJob, runner } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, has, holds, lacks, numberIn } from '../../kit/expect.ts'
import { hasLater } from '../../kit/later.ts'
import { expectArranged } from '../../run/stage.ts'

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

export const readByJob = check({
  id: 'deployments/read-by-job',
  says: 'From 16.2 on a job token lists the environments and deployments of its project, and later it gets a tag and a commit; before, it opens none of a private project',
  source: 'deployments#later-by-job, tags#later-by-job, commits#later-by-job',
  level: 'should',
  covers: [
    'GET /projects/:id/environments',
    'GET /projects/:id/deployments',
    'GET /projects/:id/repository/tags/:tag_name',
    'GET /projects/:id/repository/commits/:sha',
    'GET /projects/:id/repository/commits/:sha/merge_requests',
  ],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    expectArranged(await call('PUT /projects/:id', { id, visibility: 'private' }))
    const [tag_name, sha] = ['by-job', 'HEAD']
    expectArranged(await call('POST /projects/:id/repository/tags', { id, tag_name, ref: sha }))
    const { token } = await assignJob(stage, await runner(stage, { tag_list: 'reader' }), 'reader')
    const byJob = { as: 'anonymous', headers: { 'job-token': token } } as const
    for (const [change, operations] of [
      ['deployments#later-by-job', ['GET /projects/:id/environments', 'GET /projects/:id/deployments']],
      ['tags#later-by-job', ['GET /projects/:id/repository/tags/:tag_name']],
      [
        'commits#later-by-job',
        [
          'GET /projects/:id/repository/commits/:sha',
          'GET /projects/:id/repository/commits/:sha/merge_requests',
        ],
      ],
    ] as const)
      for (const operation of operations) {
        const reply = await call(operation, { id, tag_name, sha }, byJob)
        await stage.changed(change, {
          before: () =>
            holds([401, 404].includes(reply.status), 'a job token opens nothing', reply.status, reply),
          after: () => answers(reply, 200),
        })
      }
  },
})
