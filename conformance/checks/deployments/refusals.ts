import { jobsRun } from '../../arrange/pipelines.ts'
import { commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, refuses, says } from '../../kit/expect.ts'
import type { Stage } from '../../run/stage.ts'

const ENVIRONMENTS = '/projects/:id/environments'
const DEPLOYMENTS = '/projects/:id/deployments'
const anonymous = { as: 'anonymous' } as const
const reporter = { as: 'reporter' } as const

export const environmentRefusals = check({
  id: 'deployments/environment-refusals',
  says: 'Environments are shown to whoever signs in, have no slug but their own, are found by name or by search, and are left alone by Reporters',
  source:
    'deployments#environment-sign-in, deployments#environment-name-or-search, deployments#environment-slug, deployments#environment-stop-roles, deployments#review-apps-roles',
  level: 'should',
  covers: [
    `GET ${ENVIRONMENTS}`,
    `POST ${ENVIRONMENTS}`,
    `PUT ${ENVIRONMENTS}/:environment_id`,
    `POST ${ENVIRONMENTS}/:environment_id/stop`,
    `DELETE ${ENVIRONMENTS}/review_apps`,
  ],
  needs: { writes: true, project: 'public' },
  holds: async ({ call, project }) => {
    const { id } = project
    for (const list of [ENVIRONMENTS, DEPLOYMENTS]) answers(await call(`GET ${list}`, { id }, anonymous), 401)
    const slugs = 'slug is automatically generated and cannot be changed'
    refuses(await call(`POST ${ENVIRONMENTS}`, { id, name: 'shop', slug: 'shop' }), slugs)
    const made = await call(`POST ${ENVIRONMENTS}`, { id, name: 'shop' })
    answers(made, 201)
    const one = { id, environment_id: numberIn(made.row(), 'id') }
    refuses(await call(`PUT ${ENVIRONMENTS}/:environment_id`, { ...one, slug: '' }), slugs)
    const both = await call(`GET ${ENVIRONMENTS}`, { id, name: 'shop', search: 'shop' })
    refuses(both, 'name, search cannot be used together')
    const left = await call(`POST ${ENVIRONMENTS}/:environment_id/stop`, one, reporter)
    answers(left, 200)
    has(left.row(), { name: 'shop', state: 'available' }, left)
    answers(await call(`DELETE ${ENVIRONMENTS}/review_apps`, { id }, reporter), 401)
    answers(await call(`DELETE ${ENVIRONMENTS}/review_apps`, { id }), 200)
  },
})

export const deploymentStates = check({
  id: 'deployments/states',
  says: 'A deployment takes each status but the one that it has, runs only at first, and is deleted by Maintainers once it neither runs nor is the last; its merge requests are an empty list from then on',
  source:
    'deployments#deployment-transition, deployments#deployment-delete, deployments#deployment-update, deployments#deployment-merge-requests',
  level: 'should',
  covers: [
    `POST ${DEPLOYMENTS}`,
    `PUT ${DEPLOYMENTS}/:deployment_id`,
    `DELETE ${DEPLOYMENTS}/:deployment_id`,
    `GET ${DEPLOYMENTS}/:deployment_id/merge_requests`,
  ],
  needs: { writes: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    const sha = await commit(stage, { branch, path: 'deployed.txt' })
    const running = await deployed(stage, sha, 'running')
    const set = (one: object, status: string) => call(`PUT ${DEPLOYMENTS}/:deployment_id`, { ...one, status })
    const remove = (one: object, as: 'owner' | 'developer' = 'owner') =>
      call(`DELETE ${DEPLOYMENTS}/:deployment_id`, { ...one }, { as })
    says(await remove(running), 400, 'Cannot destroy running deployment')
    for (const status of ['failed', 'canceled', 'success']) {
      const changed = await set(running, status)
      answers(changed, 200)
      has(changed.row(), { status }, changed)
      answers(await set(running, status), 400)
      answers(await set(running, 'running'), 400)
    }
    says(await remove(running), 400, 'Deployment currently deployed to environment')
    const next = await deployed(stage, sha, 'success')
    answers(await remove(running, 'developer'), 403)
    answers(await remove(running), 204)
    answers(await call(`GET ${DEPLOYMENTS}/:deployment_id`, running), 404)
    const merged = await call(`GET ${DEPLOYMENTS}/:deployment_id/merge_requests`, running)
    answers(merged, 200)
    equals('the list of merge requests of a deleted deployment', merged.rows(), [], merged)
    answers(await call(`GET ${DEPLOYMENTS}/:deployment_id`, { ...next, id }), 200)
  },
})

export const jobsDeploymentKept = check({
  id: 'deployments/of-job-not-updated',
  says: 'The deployment of a job cannot be updated',
  source: 'deployments#deployment-update-job',
  level: 'should',
  covers: [`PUT ${DEPLOYMENTS}/:deployment_id`],
  needs: { repository: true },
  holds: async (stage) => {
    await jobsRun(stage, 'job:\n  script: ["true"]\n  environment: { name: shop }\n')
    const { id } = stage.project
    const listed = await stage.call(`GET ${DEPLOYMENTS}`, { id, environment: 'shop' })
    const one = { id, deployment_id: numberIn(listed.rows()[0] ?? {}, 'id') }
    const text = '403 Forbidden - Deployments created using GitLab CI can not be updated using the API'
    says(await stage.call(`PUT ${DEPLOYMENTS}/:deployment_id`, { ...one, status: 'failed' }), 403, text)
  },
})

async function deployed({ call, project }: Stage, sha: string, status: string) {
  const { id, branch: ref } = project
  const made = await call(`POST ${DEPLOYMENTS}`, { id, environment: 'shop', sha, ref, tag: false, status })
  answers(made, 201)
  return { id, deployment_id: numberIn(made.row(), 'id') }
}

export const updatedOrder = check({
  id: 'deployments/updated-order',
  says: 'From 16.0 on deployments are filtered by their update in the order of updates alone',
  source: 'deployments#later-updated-order',
  level: 'must',
  covers: [`GET ${DEPLOYMENTS}`],
  readOnly: true,
  holds: async (stage) => {
    const { call, project } = stage
    const wish = { id: project.id, updated_after: '2020-01-01T00:00:00Z' }
    answers(await call(`GET ${DEPLOYMENTS}`, { ...wish, order_by: 'updated_at' }), 200)
    const reply = await call(`GET ${DEPLOYMENTS}`, wish)
    await stage.changed('deployments#later-updated-order', {
      before: () => answers(reply, 200),
      after: () => says(reply, 400, '400 Bad request - `updated_at` filter requires `updated_at` sort'),
    })
  },
})
