import { commit } from '../../arrange/records.ts'
import { keepWaiting } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, has, names, numberIn, rowIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { hasLater } from '../../kit/later.ts'

export const approvalRequired = check({
  id: 'deployments/approval-required',
  says: 'A deployment to an environment that requires approvals is blocked until somebody other than the deployer approves it',
  source:
    'deployments#approval-blocks, deployments#approval-own, deployments#approval-complete, deployments#approval-not-waiting',
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
    const tag = 'nobody-ships-this'
    await keepWaiting(stage, tag)
    const content = `ship: { script: x, tags: [${tag}], environment: { name: consented } }\n`
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

export const approvalSummary = check({
  id: 'deployments/approval-summary',
  says: 'A deployment to an environment with approval rules tells for each rule what it requires and what was said, also when it is created and updated',
  source: 'deployments#approval-summary, deployments#approval-blocks, deployments#later-summarized-rule',
  level: 'should',
  covers: [
    'POST /projects/:id/deployments',
    'PUT /projects/:id/deployments/:deployment_id',
    'GET /projects/:id/deployments/:deployment_id',
  ],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project, skip } = stage
    const { id, branch: ref } = project
    const deploy_access_levels = [{ access_level: 40 }]
    const approval_rules = [{ access_level: 40, required_approvals: 2 }]
    const wish = { id, name: 'ruled', deploy_access_levels, approval_rules }
    const made = await call('POST /projects/:id/protected_environments', wish, { as: 'owner' })
    if (made.status !== 201) return skip('the target protects no environments')
    const to = { id, environment: 'ruled', sha: ref, ref, tag: false, status: 'running' }
    const created = await call('POST /projects/:id/deployments', to, { as: 'owner' })
    answers(created, 201)
    const at = { id, deployment_id: numberIn(created.row(), 'id') }
    const path = '/projects/:id/deployments/:deployment_id'
    const updated = await call(`PUT ${path}`, { ...at, status: 'success' }, { as: 'owner' })
    const alone = await call(`GET ${path}`, at, { as: 'owner' })
    const rule = { user_id: null, group_id: null, access_level: 40, required_approvals: 2 }
    for (const reply of [created, updated, alone]) {
      has(reply.row(), { approvals: [] }, reply)
      names(reply.row(), ['pending_approval_count'], reply)
      const [shown] = (rowIn(reply.row(), 'approval_summary').rules ?? []) as readonly Row[]
      const later = {
        'deployments#later-summarized-rule': { id: ['number'], group_inheritance_type: ['number'] },
      } as const
      await hasLater(stage, shown ?? {}, later, reply)
      has(shown ?? {}, { ...rule, deployment_approvals: [] }, reply)
    }
  },
})
