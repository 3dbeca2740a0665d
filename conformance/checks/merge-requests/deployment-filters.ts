import { mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, refuses, textIn } from '../../kit/expect.ts'
import { operationNamed } from '../../kit/operations.ts'
import type { Params } from '../../kit/query.ts'
import { arranged, expectArranged } from '../../run/stage.ts'

const list = 'GET /projects/:id/merge_requests'

const global = 'GET /merge_requests'

const deployed = 'GET /projects/:id/deployments/:deployment_id/merge_requests'

const wrongState = 'state does not have a valid value'

const one = 'GET /projects/:id/merge_requests/:merge_request_iid'

export const deploymentFiltersUndeployed = check({
  id: 'merge-requests/deployment-filters-undeployed',
  says: 'A merge request that was never deployed matches no deployment filter, and a deployment date that is no date is ignored',
  source: 'merge-requests#filter-deployments',
  level: 'should',
  covers: [global, list],
  needs: { repository: true },
  holds: async (stage) => {
    const { call } = stage
    await mergeRequest(stage, { branch: 'never', title: 'Never deployed anywhere' })
    const mine = { scope: 'all', search: '"never deployed anywhere"' }
    answers(await call(global, { ...mine, environment: 'production' }), 200, [])
    answers(await call(global, { ...mine, deployed_after: '2001-01-01T00:00:00Z' }), 200, [])
    answers(await call(global, { ...mine, deployed_before: '2090-01-01T00:00:00Z' }), 200, [])
    answers(await call(global, { ...mine, deployed_before: 'someday' }), 200)
    const inProject = await call(list, { id: stage.project.id, environment: 'production' })
    answers(inProject, 200, [])
  },
})

export const deploymentFilters = check({
  id: 'merge-requests/deployment-filters',
  says: 'A merged and deployed merge request is found by its environment and the time of its deployment',
  source: 'merge-requests#filter-deployments, merge-requests#production-deployment',
  level: 'should',
  covers: [global, list, one],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project, contract } = stage
    const row = await mergeRequest(stage, { branch: 'shipped' })
    await mergeRequest(stage, { branch: 'waiting' })
    const merged = arranged(await call(`PUT ${one.slice(4)}/merge`, named(stage, row)))
    const sha = textIn(merged, 'merge_commit_sha')
    const deployment = {
      id: project.id,
      environment: 'production',
      sha,
      ref: project.branch,
      tag: false,
      status: 'success',
    }
    expectArranged(await call('POST /projects/:id/deployments', deployment))
    const failed = { ...deployment, environment: 'staging', status: 'failed' }
    expectArranged(await call('POST /projects/:id/deployments', failed))
    const own = { scope: 'all', source_project_id: project.id }
    const found = async (params: Params) => {
      const reply = await call(global, { ...own, ...params })
      return reply.rows().map((request) => request.source_branch ?? null)
    }
    equals('in production', await found({ environment: 'production' }), ['shipped'])
    equals('where the deployment failed', await found({ environment: 'staging' }), [])
    equals('deployed after the merge', await found({ deployed_after: textIn(row, 'created_at') }), [
      'shipped',
    ])
    equals('deployed in the future', await found({ deployed_after: '2090-01-01T00:00:00Z' }), [])
    equals('deployed before the future', await found({ deployed_before: '2090-01-01T00:00:00Z' }), [
      'shipped',
    ])
    equals('deployed before the merge', await found({ deployed_before: textIn(row, 'created_at') }), [])
    // One deployment has to fit environment and time.
    const since = { deployed_after: textIn(row, 'created_at'), deployed_before: '2090-01-01T00:00:00Z' }
    equals('in production since then', await found({ environment: 'production', ...since }), ['shipped'])
    equals('elsewhere since then', await found({ environment: 'review', ...since }), [])
    equals('where it failed since then', await found({ environment: 'staging', ...since }), [])
    const never = { environment: 'production', deployed_after: '2090-01-01T00:00:00Z' }
    equals('in production in the future', await found(never), [])
    // What the specification has of the lists of one project, and what the service has beside it.
    const known = new Set(operationNamed(contract, list)?.params.map(({ name }) => name))
    const inProject = async (params: Params) => {
      if (Object.keys(params).some((name) => !known.has(name))) return undefined
      const reply = await call(list, { id: project.id, ...params })
      return reply.rows().map((request) => request.source_branch ?? null)
    }
    const { deployed_before, deployed_after } = since
    for (const [params, branches] of [
      [{ environment: 'production' }, ['shipped']],
      [{ deployed_before }, ['shipped']],
      [{ deployed_after }, ['shipped']],
      [{ deployed_before: deployed_after }, []],
    ] as const) {
      const seen = await inProject(params)
      if (seen !== undefined) equals(`of the project, by ${JSON.stringify(params)}`, seen, branches)
    }
    const reply = await call(one, named(stage, row))
    const { first_deployed_to_production_at: at } = reply.row()
    holds(typeof at === 'string', 'the first deployment to production is told', at ?? null, reply)
  },
})

export const ofDeployment = check({
  id: 'merge-requests/of-a-deployment',
  says: 'The merge requests of a deployment are narrowed and ordered as those of a project are',
  source: 'deployments#deployment-merge-requests-filtered',
  level: 'should',
  covers: [deployed],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    let sha: string = project.branch
    for (const branch of ['beta', 'alpha']) {
      const row = await mergeRequest(stage, { branch })
      sha = textIn(arranged(await call(`PUT ${one.slice(4)}/merge`, named(stage, row))), 'merge_commit_sha')
    }
    const to = { environment: 'production', sha, ref: project.branch, tag: false, status: 'success' }
    const { id } = arranged(await call('POST /projects/:id/deployments', { id: project.id, ...to }))
    const found = async (params: Params) => {
      const reply = await call(deployed, { id: project.id, deployment_id: id ?? null, ...params })
      answers(reply, 200)
      return reply.rows().map((request) => request.source_branch ?? null)
    }
    equals('by title', await found({ order_by: 'title', sort: 'asc' }), ['alpha', 'beta'])
    equals('from a branch', await found({ source_branch: 'beta' }), ['beta'])
    equals('that are open', await found({ state: 'opened' }), [])
    equals('by words', await found({ search: 'alpha' }), ['alpha'])
    refuses(await call(deployed, { id: project.id, deployment_id: id ?? null, state: 'odd' }), wrongState)
  },
})
