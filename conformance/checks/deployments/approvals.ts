import { commit } from '../../arrange/records.ts'
import { keepWaiting } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, has, numberIn } from '../../kit/expect.ts'

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
