import { commit } from '../../arrange/records.ts'
import { keepWaiting } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const GROUPS = '/projects/:id/resource_groups'

export const resourceGroup = check({
  id: 'pipelines/resource-group',
  says: 'A resource group exists once a pipeline names it, and its process mode can be updated',
  source: 'pipelines#resource-exists, pipelines#resource-mode, pipelines#resource-object',
  level: 'should',
  covers: [`GET ${GROUPS}`, `GET ${GROUPS}/:key`, `PUT ${GROUPS}/:key`, `GET ${GROUPS}/:key/upcoming_jobs`],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    answers(await call(`GET ${GROUPS}/:key`, { id, key: 'production' }), 404)
    const content = 'deploy:\n  when: manual\n  script: ["true"]\n  resource_group: production\n'
    const message = 'Configure a job [skip ci]'
    await commit(stage, { branch: 'ci', from: project.branch, path: '.gitlab-ci.yml', content, message })
    arranged(await call('POST /projects/:id/pipeline', { id, ref: 'ci' }))
    const place = { id, key: 'production' }
    const found = await call(`GET ${GROUPS}/:key`, place)
    answers(found, 200)
    has(found.row(), { key: 'production', process_mode: 'unordered' }, found)
    answers(await call(`PUT ${GROUPS}/:key`, { ...place, process_mode: 'any' }), 400)
    const changed = await call(`PUT ${GROUPS}/:key`, { ...place, process_mode: 'newest_first' })
    has(changed.row(), { process_mode: 'newest_first' }, changed)
    const modes = (await call(`GET ${GROUPS}`, { id })).rows().map(({ process_mode: mode }) => mode ?? '')
    equals('the modes', modes, ['newest_first'])
    answers(await call(`GET ${GROUPS}/:key/upcoming_jobs`, place), 200)
  },
})

export const resourceGroupOrder = check({
  id: 'pipelines/resource-group-order',
  says: 'One job of a resource group runs at a time, and the others are listed in the order of the process mode',
  source: 'pipelines#resource-jobs',
  level: 'should',
  covers: ['PUT /projects/:id/resource_groups/:key', 'GET /projects/:id/resource_groups/:key/upcoming_jobs'],
  needs: { repository: true },
  holds: async (stage) => {
    const tag = 'nobody-takes-these'
    await keepWaiting(stage, tag)
    const job = (name: string) => `${name}: { script: x, tags: [${tag}], resource_group: thing }\n`
    const content = ['a', 'b', 'c'].map(job).join('')
    const branch = 'ci-resources'
    await commit(stage, { branch, from: stage.project.branch, path: '.gitlab-ci.yml', content })
    const at = { id: stage.project.id, key: 'thing' }
    const group = await stage.until(
      () => stage.call('GET /projects/:id/resource_groups/:key', at, { as: 'owner' }),
      ({ status }) => status === 200,
      { seconds: 30 },
    )
    has(group.row(), { key: 'thing' }, group)
    const next = async () => {
      const list = await stage.call('GET /projects/:id/resource_groups/:key/upcoming_jobs', at, {
        as: 'owner',
      })
      return list.rows().map(({ name }) => name)
    }
    equals('those that wait', (await next()).join(), 'b,c')
    const change = { ...at, process_mode: 'newest_first' }
    answers(await stage.call('PUT /projects/:id/resource_groups/:key', change, { as: 'owner' }), 200)
    equals('those that wait, the latest first', (await next()).join(), 'c,b')
  },
})
