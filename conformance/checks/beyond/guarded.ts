import { commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, textIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const source = 'specification 1, What the service does'

export const guardedEnvironment = check({
  id: 'beyond/protected-environment',
  says: 'A protected environment keeps who deploys to it, entry by entry, and is protected once',
  source,
  level: 'should',
  covers: [
    'POST /projects/:id/protected_environments',
    'PUT /projects/:id/protected_environments/:name',
    'DELETE /projects/:id/protected_environments/:name',
  ],
  holds: async (stage) => {
    const { id } = stage.project
    const deploy_access_levels = [{ access_level: 30 }, { access_level: 40 }]
    const wish = { id, name: 'guarded', deploy_access_levels, required_approval_count: 2 }
    const made = await stage.call('POST /projects/:id/protected_environments', wish, { as: 'owner' })
    if (made.status === 404 || made.status === 403) return stage.skip('the target protects no environments')
    answers(made, 201)
    has(made.row(), { name: 'guarded', required_approval_count: 2 }, made)
    answers(await stage.call('POST /projects/:id/protected_environments', wish, { as: 'owner' }), 409)
    const levels = made.row().deploy_access_levels as readonly { readonly id: number }[]
    const change = { id, name: 'guarded', deploy_access_levels: [{ id: levels[0]?.id ?? 0, _destroy: true }] }
    const path = 'PUT /projects/:id/protected_environments/:name'
    const changed = await stage.call(path, change, { as: 'owner' })
    const left = changed.row().deploy_access_levels as readonly { readonly id: number }[]
    equals('the entries left', left.map((entry) => entry.id).join(), String(levels[1]?.id))
    const at = { id, name: 'guarded' }
    answers(await stage.call('DELETE /projects/:id/protected_environments/:name', at, { as: 'owner' }), 204)
    answers(await stage.call('GET /projects/:id/protected_environments/:name', at, { as: 'owner' }), 404)
  },
})

export const agentSecret = check({
  id: 'beyond/agent-token-shown-once',
  says: 'The secret of the token of an agent is shown when it is issued, and never again',
  source,
  level: 'should',
  covers: [
    'POST /projects/:id/cluster_agents/:agent_id/tokens',
    'GET /projects/:id/cluster_agents/:agent_id/tokens',
    'GET /projects/:id/cluster_agents/:agent_id/tokens/:token_id',
  ],
  holds: async (stage) => {
    const { id } = stage.project
    const wish = { id, name: 'conform-agent' }
    const agent = arranged(await stage.call('POST /projects/:id/cluster_agents', wish, { as: 'owner' }))
    const at = { id, agent_id: numberIn(agent, 'id') }
    const made = await stage.call(
      'POST /projects/:id/cluster_agents/:agent_id/tokens',
      { ...at, name: 'one' },
      { as: 'owner' },
    )
    answers(made, 201)
    const secret = textIn(made.row(), 'token')
    const token_id = numberIn(made.row(), 'id')
    const path = 'GET /projects/:id/cluster_agents/:agent_id/tokens'
    for (const reply of [
      await stage.call(path, at, { as: 'owner' }),
      await stage.call(`${path}/:token_id`, { ...at, token_id }, { as: 'owner' }),
    ])
      equals('whether it is shown again', reply.text.includes(secret), false)
  },
})

export const machines = check({
  id: 'beyond/service-accounts-apart',
  says: 'The accounts of machines of a group are listed there, and their user names are taken from then on',
  source,
  level: 'should',
  covers: ['POST /groups/:id/service_accounts', 'GET /groups/:id/service_accounts'],
  holds: async (stage) => {
    if (!stage.inGroup) return stage.skip('the target allows no group')
    const { id } = stage.group
    const wish = { id, name: 'Robot', username: `${stage.prefix}-robot`.toLowerCase() }
    const made = await stage.call('POST /groups/:id/service_accounts', wish, { as: 'owner' })
    if (made.status === 404 || made.status === 403) return stage.skip('the target has no such accounts')
    answers(made, 201)
    const list = await stage.call('GET /groups/:id/service_accounts', { id }, { as: 'owner' })
    equals(
      'those listed',
      list
        .rows()
        .map((row) => row.id)
        .join(),
      String(made.row().id),
    )
    answers(await stage.call('POST /groups/:id/service_accounts', wish, { as: 'owner' }), 400)
  },
})

export const resources = check({
  id: 'beyond/resource-group',
  says: 'Of the jobs that need the same resource one runs, and the others wait for it in the order that is chosen',
  source,
  level: 'should',
  covers: ['PUT /projects/:id/resource_groups/:key', 'GET /projects/:id/resource_groups/:key/upcoming_jobs'],
  needs: { repository: true },
  holds: async (stage) => {
    const job = (name: string) => `${name}: { script: x, tags: [nobody-has-this], resource_group: thing }\n`
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

export const consent = check({
  id: 'beyond/deployment-consent',
  says: 'A deployment to an environment that asks for consent waits for it, and is not consented to by whoever deploys',
  source,
  level: 'should',
  covers: ['POST /projects/:id/deployments/:deployment_id/approval'],
  needs: { repository: true },
  holds: async (stage) => {
    if (!stage.has('maintainer')) return stage.skip('no credential of a maintainer to try')
    const { id, branch: from } = stage.project
    const deploy_access_levels = [{ access_level: 40 }]
    const wish = { id, name: 'consented', deploy_access_levels, required_approval_count: 1 }
    const made = await stage.call('POST /projects/:id/protected_environments', wish, { as: 'owner' })
    if (made.status !== 201) return stage.skip('the target protects no environments')
    const content = 'ship: { script: x, tags: [nobody-has-this], environment: { name: consented } }\n'
    await commit(stage, { branch: 'ci-consent', from, path: '.gitlab-ci.yml', content })
    const list = await stage.until(
      () => stage.call('GET /projects/:id/deployments', { id, environment: 'consented' }, { as: 'owner' }),
      (seen) => seen.rows().length > 0,
      { seconds: 30 },
    )
    has(list.rows()[0] ?? {}, { status: 'blocked' }, list)
    const at = { id, deployment_id: numberIn(list.rows()[0] ?? {}, 'id'), status: 'approved' }
    const path = 'POST /projects/:id/deployments/:deployment_id/approval'
    answers(await stage.call(path, at, { as: 'owner' }), 400)
    const given = await stage.call(path, at, { as: 'maintainer' })
    has(given.row(), { status: 'approved' }, given)
    const after = await stage.call('GET /projects/:id/deployments/:deployment_id', at, { as: 'owner' })
    has(after.row(), { status: 'created' }, after)
    answers(await stage.call(path, at, { as: 'maintainer' }), 400)
  },
})
