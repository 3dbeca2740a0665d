import { assignJob, runner } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, lacks, numberIn, rowIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { hasLater } from '../../kit/later.ts'
import { arranged, expectArranged } from '../../run/stage.ts'
import type { Who } from '../../targets/target.ts'

const environments = '/projects/:id/environments'
const writtenAndRead = [
  `POST ${environments}`,
  `PUT ${environments}/:environment_id`,
  `GET ${environments}/:environment_id`,
]

export const laterEnvironments = check({
  id: 'deployments/later-environments',
  says: 'Environments have the fields that their release brought, show the description and the choice of automatic stops that were sent, and keep what an update does not send',
  source: 'deployments#later-auto-stop, deployments#later-description, deployments#later-auto-stop-setting',
  level: 'must',
  covers: writtenAndRead,
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

export const agentOfEnvironment = check({
  id: 'deployments/cluster-agent',
  says: 'From 17.4 on an environment takes an agent of its project, with a namespace, and shows both to those who may see the agent',
  source: 'deployments#later-cluster-agent',
  level: 'must',
  covers: writtenAndRead,
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const agent = arranged(await call('POST /projects/:id/cluster_agents', { id, name: 'of-environment' }))
    const cluster_agent_id = numberIn(agent, 'id')
    const sent = { id, name: 'in-cluster', cluster_agent_id, kubernetes_namespace: 'shop' }
    const made = await call(`POST ${environments}`, sent)
    answers(made, 201)
    const place = { id, environment_id: numberIn(made.row(), 'id') }
    const read = (as: Who) => call(`GET ${environments}/:environment_id`, place, { as })
    const shown = await read('owner')
    await stage.changed('deployments#later-cluster-agent', {
      before: () => {
        if (stage.dialect !== undefined) lacks(shown.row(), ['cluster_agent'], shown)
      },
      after: async () => {
        for (const reply of [made, shown]) {
          has(reply.row(), { kubernetes_namespace: 'shop', flux_resource_path: null }, reply)
          equals('the agent', rowIn(reply.row(), 'cluster_agent').id, cluster_agent_id, reply)
        }
        if (stage.has('reporter')) {
          const hidden = await read('reporter')
          lacks(hidden.row(), ['cluster_agent', 'kubernetes_namespace'], hidden)
        }
        const put = (params: Row) => call(`PUT ${environments}/:environment_id`, { ...place, ...params })
        answers(await put({ cluster_agent_id: 987_654_321 }), 400)
        const lost = { kubernetes_namespace: ['cannot be set without a cluster agent'] }
        answers(await put({ cluster_agent_id: null }), 400, { message: lost })
        const alone = await put({ cluster_agent_id: null, kubernetes_namespace: null })
        answers(alone, 200)
        lacks(alone.row(), ['cluster_agent', 'kubernetes_namespace'], alone)
      },
    })
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
