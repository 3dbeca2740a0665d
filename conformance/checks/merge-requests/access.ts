import { project as anotherProject, commit, forkOf, mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, has, lacks, names, numberIn } from '../../kit/expect.ts'
import { forbidden, unauthorized } from '../../oracle/texts.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'
import type { Who } from '../../targets/target.ts'

const path = '/projects/:id/merge_requests/:merge_request_iid'

const list = 'GET /projects/:id/merge_requests'

const create = 'POST /projects/:id/merge_requests'

const needs = { repository: true } as const

const opened = (stage: Stage) => mergeRequest(stage, { branch: 'topic', title: 'Add topic' })

export const featureAccess = check({
  id: 'merge-requests/feature-access',
  says: 'The merge requests of a project answer 403 to everybody while disabled, and to everybody but members while private',
  source: 'merge-requests#feature-access',
  level: 'must',
  covers: [list, create],
  needs: { repository: true, project: 'public' },
  arrange: opened,
  holds: async (stage, _none, row) => {
    const { call, project } = stage
    await set(stage, { merge_requests_access_level: 'private' })
    answers(await call(list, { id: project.id }, { as: 'reporter' }), 200)
    answers(await call(list, { id: project.id }, { as: 'stranger' }), forbidden.status, forbidden.body)
    await set(stage, { merge_requests_access_level: 'disabled' })
    answers(await call(list, { id: project.id }), forbidden.status, forbidden.body)
    answers(await call(`GET ${path}`, named(stage, row)), forbidden.status, forbidden.body)
    const fresh = { id: project.id, title: 'x', source_branch: 'topic', target_branch: project.branch }
    answers(await call(create, fresh), forbidden.status, forbidden.body)
  },
})

/** What is shown of pipelines (merge-requests#single-fields). */
const ofPipelines = [
  ...['latest_build_started_at', 'latest_build_finished_at', 'first_deployed_to_production_at'],
  ...['pipeline', 'head_pipeline'],
]

export const pipelineAccess = check({
  id: 'merge-requests/pipeline-access',
  says: 'Where CI/CD is for members only, a merge request shows nothing of its pipelines to others',
  source: 'merge-requests#single-fields',
  level: 'must',
  covers: [`GET ${path}`],
  needs: { repository: true, project: 'public' },
  arrange: opened,
  holds: async (stage, _none, row) => {
    const shown = async (as: Who) => {
      const reply = await stage.call(`GET ${path}`, named(stage, row), { as })
      answers(reply, 200)
      return reply
    }
    const before = await shown('stranger')
    names(before.row(), ofPipelines, before)
    await set(stage, { builds_access_level: 'private' })
    const outside = await shown('stranger')
    lacks(outside.row(), ofPipelines, outside)
    const inside = await shown('reporter')
    names(inside.row(), ofPipelines, inside)
  },
})

export const globalListAnonymous = check({
  id: 'merge-requests/global-list-anonymous',
  says: 'The global list answers 401 to an anonymous caller (real service: 200 with `scope=all`)',
  source: 'merge-requests#authenticated, conventions#optional-sign-in',
  level: 'must',
  covers: ['GET /merge_requests'],
  needs: { project: 'none' },
  holds: async ({ call, differs }) => {
    const plain = await call('GET /merge_requests', {}, { as: 'anonymous' })
    answers(plain, unauthorized.status, unauthorized.body)
    const all = await call('GET /merge_requests', { scope: 'all' }, { as: 'anonymous' })
    await differs('F3', {
      specification: () => answers(all, unauthorized.status, unauthorized.body),
      real: () => answers(all, 200),
    })
  },
})

export const invalidTokenAndParameter = check({
  id: 'merge-requests/invalid-token-and-parameter',
  says: 'An invalid token beside an invalid parameter answers 401 (real service: 400, since the list is public)',
  source:
    'merge-requests#parameters-before-token, merge-requests#authenticated, conventions#parameters-before-token',
  level: 'should',
  covers: [list],
  needs,
  holds: async ({ call, project, differs }) => {
    const reply = await call(list, { id: project.id, state: 'wrong' }, { as: 'unknown' })
    await differs('F3', {
      specification: () => answers(reply, unauthorized.status, unauthorized.body),
      real: () => answers(reply, 400, { error: 'state does not have a valid value' }),
    })
  },
})

export const sourceProjectGone = check({
  id: 'merge-requests/source-project-gone',
  says: 'A closed merge request whose source project is deleted keeps its target branch when it is updated',
  source: 'merge-requests#source-project-gone',
  level: 'should',
  covers: [`PUT ${path}`],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    const fork = numberIn(await forkOf(stage, 'reporter'), 'id')
    await commit(stage, {
      project: fork,
      branch: 'offer',
      from: project.branch,
      path: 'offer.txt',
      as: 'reporter',
    })
    const offered = {
      id: fork,
      title: 'Offer',
      source_branch: 'offer',
      target_branch: project.branch,
      target_project_id: project.id,
    }
    answers(await call(create, offered, { as: 'reporter' }), 201)
    const place = { id: project.id, merge_request_iid: 1 }
    answers(await call(`PUT ${path}`, { ...place, state_event: 'close' }), 200)
    expectArranged(await call('DELETE /projects/:id', { id: fork }, { as: 'reporter' }))
    if ((await call('GET /projects/:id', { id: fork }, { as: 'reporter' })).status !== 404)
      stage.skip('projects are deleted later here')
    const reply = await call(`PUT ${path}`, { ...place, target_branch: 'release', title: 'Still titled' })
    answers(reply, 200)
    has(reply.row(), { target_branch: project.branch, title: 'Still titled' }, reply)
  },
})

export const iidPerProject = check({
  id: 'merge-requests/iid-per-project',
  says: 'The `iid` of a merge request names nothing in another project: 404',
  source: 'merge-requests#addressed-by-iid, conventions#internal-ids',
  level: 'must',
  covers: [`GET ${path}`],
  needs: { repository: true, in: 'group' },
  arrange: opened,
  holds: async (stage) => {
    const other = await anotherProject(stage, 'beside', { namespace_id: stage.group.id })
    const reply = await stage.call(`GET ${path}`, { id: numberIn(other, 'id'), merge_request_iid: 1 })
    answers(reply, 404, { message: '404 Not found' })
  },
})

export const assigneeUpdates = check({
  id: 'merge-requests/assignee-updates',
  says: 'An assignee with a Reporter role updates the merge request, and another reporter gets 403',
  source: 'merge-requests#update-roles',
  level: 'must',
  covers: [`PUT ${path}`],
  needs,
  holds: async (stage) => {
    const { call, user } = stage
    const place = named(stage, await mergeRequest(stage, { branch: 'topic' }))
    const change = { ...place, title: 'Changed' }
    answers(await call(`PUT ${path}`, change, { as: 'reporter' }), forbidden.status, forbidden.body)
    answers(await call(`PUT ${path}`, { ...place, assignee_id: user('reporter').id }), 200)
    has((await call(`PUT ${path}`, change, { as: 'reporter' })).row(), { title: 'Changed' })
  },
})

async function set(
  { call, project }: Stage,
  settings: { readonly [name: string]: string | boolean | number },
): Promise<void> {
  expectArranged(await call('PUT /projects/:id', { id: project.id, ...settings }, { as: 'owner' }))
}
