import { project as anotherProject, branch, commit, mergeRequest } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, has, numberIn, refuses, says } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { forbidden, recordMissing } from '../../oracle/texts.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const create = 'POST /projects/:id/merge_requests'

const read = 'GET /projects/:id/merge_requests/:merge_request_iid'

async function topic(stage: Stage): Promise<string> {
  return commit(stage, { branch: 'topic', from: stage.project.branch, path: 'topic.txt' })
}

export const createRequired = check({
  id: 'merge-requests/create-required',
  says: 'The title and both branches are required, and all missing ones are named in one error',
  source: 'merge-requests#create-required',
  level: 'must',
  covers: [create],
  readOnly: true,
  holds: async ({ call, project }) => {
    refuses(
      await call(create, { id: project.id }),
      'title is missing, source_branch is missing, target_branch is missing',
    )
    refuses(
      await call(create, { id: project.id, title: 'x', source_branch: 'a' }),
      'target_branch is missing',
    )
  },
})

export const createSameBranch = check({
  id: 'merge-requests/create-same-branch',
  says: 'A merge request from a branch into itself answers 422',
  source: 'merge-requests#create-same-branch, conventions#unprocessable, merge-requests#errors-as-arrays',
  level: 'must',
  covers: [create],
  needs: { repository: true },
  holds: async ({ call, project }) => {
    const reply = await call(create, {
      id: project.id,
      title: 'x',
      source_branch: project.branch,
      target_branch: project.branch,
    })
    says(reply, 422, ["You can't use same project/branch for source and target"])
  },
})

export const createDuplicate = check({
  id: 'merge-requests/create-duplicate',
  says: 'A second open merge request for the same branches answers 409 with the number of the first, but not after closing or for another target branch',
  source: 'merge-requests#create-second, conventions#conflict',
  level: 'must',
  covers: [create],
  needs: { repository: true },
  arrange: topic,
  holds: async (stage) => {
    const { call, project } = stage
    await branch(stage, 'release')
    const params = { id: project.id, title: 'x', source_branch: 'topic', target_branch: project.branch }
    answers(await call(create, params), 201)
    says(await call(create, params), 409, [
      'Another open merge request already exists for this source branch: !1',
    ])
    answers(await call(create, { ...params, target_branch: 'release' }), 201)
    const close = { id: project.id, merge_request_iid: 1, state_event: 'close' }
    answers(await call('PUT /projects/:id/merge_requests/:merge_request_iid', close), 200)
    const third = await call(create, params)
    answers(third, 201)
    has(third.row(), { iid: 3 }, third)
  },
})

export const createInvalid = check({
  id: 'merge-requests/create-invalid',
  says: 'A blank or overlong title, an overlong description and an invalid branch name answer 400 to creating',
  source:
    'merge-requests#create-title, merge-requests#create-description, merge-requests#create-branch-names, conventions#bad-request, merge-requests#errors-as-arrays',
  level: 'must',
  covers: [create],
  needs: { repository: true },
  arrange: topic,
  each: () =>
    [
      [{ title: '' }, { title: ["can't be blank"] }],
      [{ title: 'x'.repeat(256) }, { title: ['is too long (maximum is 255 characters)'] }],
      [{ source_branch: '' }, { source_branch: ["can't be blank"] }],
      [{ source_branch: 'no..branch' }, { source_branch: ['is invalid'] }],
      [{ target_branch: 'a b' }, { target_branch: ['is invalid'] }],
      [
        { description: 'x'.repeat(1_048_577) },
        { description: ['is too long (maximum is 1048576 characters)'] },
      ],
    ] as const,
  holds: async (stage, [change, errors]) => {
    const { call, project } = stage
    const good = { id: project.id, title: 'x', source_branch: 'topic', target_branch: project.branch }
    const reply = await call(create, { ...good, ...change })
    const isRefused = (message: Row) => answers(reply, 400, { message })
    if ('description' in change)
      await stage.changed('merge-requests#later-description-bytes', {
        before: () => isRefused(errors),
        after: () => isRefused({ description: ['is too long (1 MiB). The maximum size is 1 MiB.'] }),
      })
    else isRefused(errors)
    answers(await call('GET /projects/:id/merge_requests', { id: project.id }), 200, [])
  },
})

export const createUnknownBranch = check({
  id: 'merge-requests/create-unknown-branch',
  says: 'A merge request for a source branch that does not exist is created and has the status `broken_status`, or `commits_status` from 16.11 on',
  source: 'merge-requests#create-unknown-branch, merge-requests#later-conflict-status',
  level: 'should',
  covers: [create],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const reply = await call(create, {
      id: project.id,
      title: 'x',
      source_branch: 'nowhere',
      target_branch: project.branch,
    })
    answers(reply, 201)
    has(reply.row(), { sha: null, changes_count: null }, reply)
    await stage.changed('merge-requests#later-conflict-status', {
      before: () => has(reply.row(), { detailed_merge_status: 'broken_status' }, reply),
      after: () => has(reply.row(), { detailed_merge_status: 'commits_status' }, reply),
    })
  },
})

export const createUnknownTarget = check({
  id: 'merge-requests/create-unknown-target',
  says: 'A target project that does not exist answers 404, and one that the source project is not a fork of answers 422',
  source: 'merge-requests#create-unknown-target, merge-requests#create-no-fork, conventions#unprocessable',
  level: 'must',
  covers: [create],
  needs: { repository: true, in: 'group' },
  arrange: topic,
  holds: async (stage) => {
    const { call, project, group } = stage
    const params = { id: project.id, title: 'x', source_branch: 'topic', target_branch: project.branch }
    answers(
      await call(create, { ...params, target_project_id: 987_654_321 }),
      recordMissing.status,
      recordMissing.body,
    )
    const stranger = await anotherProject(stage, 'no-fork', {
      namespace_id: group.id,
      initialize_with_readme: true,
    })
    const reply = await call(create, { ...params, target_project_id: numberIn(stranger, 'id') })
    says(reply, 422, ['Source project is not a fork of the target project'])
  },
})

export const createOrder = check({
  id: 'merge-requests/create-order',
  says: 'Creating answers 400 to wrong parameters whoever calls, 403 to a caller who may not create before it looks for the target project, and 404 to one that does not exist',
  source: 'merge-requests#create-order, merge-requests#create-roles',
  level: 'must',
  covers: [create],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch: target_branch } = project
    const good = { id, title: 'x', source_branch: await topic(stage), target_branch }
    const unknown = { ...good, target_project_id: 987_654_321 }
    const reporter = { as: 'reporter' } as const
    refuses(
      await call(create, { id, title: 'x' }, reporter),
      'source_branch is missing, target_branch is missing',
    )
    answers(await call(create, unknown, reporter), forbidden.status, forbidden.body)
    answers(await call(create, unknown, { as: 'developer' }), recordMissing.status, recordMissing.body)
  },
})

export const archivedProject = check({
  id: 'merge-requests/archived-project',
  says: 'A merge request of an archived project is readable, and creating, updating and deleting answer 403',
  source: 'merge-requests#archived-project',
  level: 'must',
  covers: [create, read, 'DELETE /projects/:id/merge_requests/:merge_request_iid'],
  needs: { repository: true },
  arrange: topic,
  holds: async (stage) => {
    const { call, project } = stage
    await mergeRequest(stage, { branch: 'kept' })
    expectArranged(await call('POST /projects/:id/archive', { id: project.id }))
    const place = { id: project.id, merge_request_iid: 1 }
    answers(await call(read, place), 200)
    const fresh = { id: project.id, title: 'x', source_branch: 'topic', target_branch: project.branch }
    answers(await call(create, fresh), forbidden.status, forbidden.body)
    answers(
      await call('PUT /projects/:id/merge_requests/:merge_request_iid', { ...place, title: 'x' }),
      forbidden.status,
      forbidden.body,
    )
    answers(
      await call('DELETE /projects/:id/merge_requests/:merge_request_iid', place),
      forbidden.status,
      forbidden.body,
    )
  },
})
