import { commit, forkOf, label, milestone } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, lacks, names, numberIn, textIn } from '../../kit/expect.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

const create = 'POST /projects/:id/merge_requests'

const list = 'GET /projects/:id/merge_requests'

const read = 'GET /projects/:id/merge_requests/:merge_request_iid'

const update = 'PUT /projects/:id/merge_requests/:merge_request_iid'

interface Fork {
  readonly id: number
  readonly branch: string
}

/** A fork of the project by its reporter, with a branch that has a commit of its own. */
async function fork(stage: Stage): Promise<Fork> {
  const id = numberIn(await forkOf(stage, 'reporter'), 'id')
  await commit(stage, {
    project: id,
    branch: 'offer',
    from: stage.project.branch,
    path: 'offer.txt',
    as: 'reporter',
  })
  return { id, branch: 'offer' }
}

export const forkCheck = check({
  id: 'merge-requests/fork',
  says: 'A merge request from a fork belongs to the target project, names both projects, and is listed in the target project only',
  source:
    'merge-requests#projects, merge-requests#create, merge-requests#collaboration-fields, merge-requests#create-second, merge-requests#filter-branches, merge-requests#collaboration-effect, merge-requests#web-url',
  level: 'must',
  covers: [create, read, update, 'GET /merge_requests', list],
  needs: { repository: true, role: 'reporter', project: 'public' },
  arrange: fork,
  holds: async ({ call, project }, _none, { id, branch }) => {
    const params = {
      id,
      title: 'Offer',
      source_branch: branch,
      target_branch: project.branch,
      target_project_id: project.id,
      allow_collaboration: true,
    }
    const reply = await call(create, params)
    answers(reply, 201)
    const projects = { project_id: project.id, target_project_id: project.id, source_project_id: id, iid: 1 }
    has(reply.row(), { ...projects, allow_collaboration: true, allow_maintainer_to_push: true }, reply)
    const again = await call(read, { id: project.id, merge_request_iid: 1 })
    has(again.row(), projects, again)
    for (const [of, query] of [
      [list, { id: project.id }],
      [list, { id: project.id, view: 'simple' }],
      ['GET /merge_requests', { scope: 'all', source_project_id: id }],
    ] as const) {
      const shown = await call(of, query)
      equals('the page of what a fork offers', shown.rows()[0]?.web_url, again.row().web_url, shown)
    }
    const page = `/${project.path}/-/merge_requests/1`
    const address = textIn(again.row(), 'web_url')
    holds(address.endsWith(page), 'its page is in the target project', address, again)
    answers(await call(list, { id }), 200, [])
    const second = await call(create, params)
    answers(second, 409, {
      message: ['Another open merge request already exists for this source branch: !1'],
    })
    for (const [name, value] of [
      ['allow_collaboration', false],
      ['allow_maintainer_to_push', true],
    ] as const) {
      const changed = await call(update, { id: project.id, merge_request_iid: 1, [name]: value })
      has(changed.row(), { allow_collaboration: value, allow_maintainer_to_push: value }, changed)
    }
    const offered = await call(
      'GET /merge_requests',
      { scope: 'all', source_project_id: id },
      { as: 'owner' },
    )
    equals('how many are offered by the fork', offered.rows().length, 1, offered)
    const own = await call(list, { id: project.id, source_project_id: project.id })
    answers(own, 200, [])
  },
})

export const collaborationAsked = check({
  id: 'merge-requests/collaboration-asked-for',
  says: 'A merge request from a fork allows no collaboration unless that is asked for, and an update of something else leaves it',
  source: 'merge-requests#collaboration-fields, merge-requests#collaboration-effect',
  level: 'must',
  covers: [create, update],
  needs: { repository: true, role: 'reporter', project: 'public' },
  arrange: fork,
  holds: async ({ call, project }, _none, { id, branch }) => {
    const branches = { source_branch: branch, target_branch: project.branch, target_project_id: project.id }
    const reply = await call(create, { id, title: 'Offer', ...branches })
    answers(reply, 201)
    const place = { id: project.id, merge_request_iid: numberIn(reply.row(), 'iid') }
    has(reply.row(), { allow_collaboration: false, allow_maintainer_to_push: false }, reply)
    const still = await call(update, { ...place, title: 'Offered' })
    has(still.row(), { allow_collaboration: false, allow_maintainer_to_push: false }, still)
    answers(await call(update, { ...place, allow_collaboration: true }), 200)
    const kept = await call(update, { ...place, title: 'Offered again' })
    has(kept.row(), { allow_collaboration: true, allow_maintainer_to_push: true }, kept)
  },
})

export const allowMaintainerToPush = check({
  id: 'merge-requests/allow-maintainer-to-push',
  says: '`allow_maintainer_to_push` is an alias of `allow_collaboration` when a merge request is created',
  source: 'merge-requests#collaboration-alias',
  level: 'must',
  covers: [create],
  needs: { repository: true, role: 'reporter', project: 'public' },
  arrange: fork,
  holds: async ({ call, project }, _none, { id, branch }) => {
    const params = {
      id,
      title: 'Offer',
      source_branch: branch,
      target_branch: project.branch,
      target_project_id: project.id,
    }
    const reply = await call(create, { ...params, allow_maintainer_to_push: true })
    has(reply.row(), { allow_collaboration: true, allow_maintainer_to_push: true }, reply)
  },
})

export const collaborationFields = check({
  id: 'merge-requests/collaboration-fields',
  says: '`allow_collaboration` and `allow_maintainer_to_push` are false inside one project (real service: absent)',
  source: 'merge-requests#collaboration-fields, merge-requests#collaboration-effect',
  level: 'must',
  covers: [create],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project, differs } = stage
    await commit(stage, { branch: 'topic', from: project.branch, path: 'topic.txt' })
    const reply = await call(create, {
      id: project.id,
      title: 'x',
      source_branch: 'topic',
      target_branch: project.branch,
      allow_collaboration: true,
    })
    const fields = ['allow_collaboration', 'allow_maintainer_to_push']
    await differs('F13', {
      specification: () => names(reply.row(), fields, reply),
      real: () => lacks(reply.row(), fields, reply),
    })
  },
})

export const privateCollaboration = check({
  id: 'merge-requests/private-collaboration',
  says: 'Between private projects `allow_collaboration` is what was sent (real service: false)',
  source: 'merge-requests#collaboration-private',
  level: 'must',
  covers: [create, update],
  needs: { repository: true, role: 'reporter' },
  arrange: fork,
  holds: async ({ call, project, differs }, _none, { id, branch }) => {
    const offer = { title: 'Offer', source_branch: branch, target_branch: project.branch }
    const made = await call(create, {
      id,
      ...offer,
      target_project_id: project.id,
      allow_collaboration: true,
    })
    answers(made, 201)
    const place = { id: project.id, merge_request_iid: numberIn(made.row(), 'iid') }
    const changed = await call(update, { ...place, allow_collaboration: true })
    for (const reply of [made, changed])
      await differs('F34', {
        specification: () => has(reply.row(), { allow_collaboration: true }, reply),
        real: () => has(reply.row(), { allow_collaboration: false }, reply),
      })
  },
})

export const sourceBranchOptions = check({
  id: 'merge-requests/source-branch-options',
  says: 'Who may not push to the source project cannot say whether its branch is removed, or who else may push: an update leaves both as they were',
  source: 'merge-requests#source-branch-options',
  level: 'should',
  covers: [create, update],
  needs: { repository: true, role: 'reporter', project: 'public' },
  arrange: fork,
  holds: async ({ call, project }, _none, { id, branch }) => {
    const offer = { title: 'Offer', source_branch: branch, target_branch: project.branch }
    const wish = { remove_source_branch: false, allow_collaboration: false }
    const made = arranged(await call(create, { id, ...offer, target_project_id: project.id, ...wish }))
    const place = { id: project.id, merge_request_iid: numberIn(made, 'iid') }
    const all = { remove_source_branch: true, allow_collaboration: true }
    const others = await call(update, { ...place, ...all, title: 'Kept' }, { as: 'developer' })
    answers(others, 200)
    has(
      others.row(),
      { force_remove_source_branch: false, allow_collaboration: false, title: 'Kept' },
      others,
    )
    const own = await call(update, { ...place, ...all }, { as: 'reporter' })
    has(own.row(), { force_remove_source_branch: true, allow_collaboration: true }, own)
  },
})

export const forkWithoutDeveloperRole = check({
  id: 'merge-requests/fork-without-developer-role',
  says: 'Labels, milestone, assignees and reviewers of a caller without a Developer role in the target project are ignored',
  source: 'merge-requests#create-contributors, merge-requests#roles',
  level: 'must',
  covers: [create],
  needs: { repository: true, role: 'reporter' },
  arrange: fork,
  holds: async (stage, _none, { id, branch }) => {
    const { call, project, user } = stage
    await label(stage, 'bug')
    const milestone_id = numberIn(await milestone(stage, { title: 'now' }), 'id')
    const people = { assignee_ids: [user('owner').id], reviewer_ids: [user('owner').id] }
    const params = {
      id,
      title: 'Offer',
      source_branch: branch,
      target_branch: project.branch,
      target_project_id: project.id,
    }
    const reply = await call(create, { ...params, ...people, labels: 'bug', milestone_id })
    answers(reply, 201)
    has(reply.row(), { labels: [], milestone: null, assignees: [], reviewers: [], assignee: null }, reply)
  },
})

export const forkAuthorRoles = check({
  id: 'merge-requests/fork-author-roles',
  says: 'The author of a merge request from a fork updates its title and closes it, but gets 401 from merging and cannot set labels',
  source: 'merge-requests#update-roles, merge-requests#merge-roles, merge-requests#create-contributors',
  level: 'must',
  covers: [
    'PUT /projects/:id/merge_requests/:merge_request_iid',
    'PUT /projects/:id/merge_requests/:merge_request_iid/merge',
  ],
  needs: { repository: true, role: 'reporter' },
  arrange: fork,
  holds: async ({ call, project }, _none, { id, branch }) => {
    const made = {
      id,
      title: 'Offer',
      source_branch: branch,
      target_branch: project.branch,
      target_project_id: project.id,
    }
    answers(await call(create, made), 201)
    const place = { id: project.id, merge_request_iid: 1 }
    answers(await call('PUT /projects/:id/merge_requests/:merge_request_iid/merge', place), 401, {
      message: '401 Unauthorized',
    })
    const changed = await call('PUT /projects/:id/merge_requests/:merge_request_iid', {
      ...place,
      title: 'Better',
      labels: 'bug',
    })
    answers(changed, 200)
    has(changed.row(), { title: 'Better', labels: [] }, changed)
    const closed = await call('PUT /projects/:id/merge_requests/:merge_request_iid', {
      ...place,
      state_event: 'close',
    })
    equals('the state', closed.row().state, 'closed', closed)
    const merged = await call('PUT /projects/:id/merge_requests/:merge_request_iid/merge', place, {
      as: 'owner',
    })
    answers(merged, 405)
  },
})

export const firstContribution = check({
  id: 'merge-requests/first-contribution',
  says: '`first_contribution` is true for an author with at most a Guest role who has no merged merge request in the project',
  source: 'merge-requests#first-contribution',
  level: 'should',
  covers: [read],
  needs: { project: 'public', repository: true },
  each: () => ['stranger', 'guest', 'reporter', 'developer'] as const,
  holds: async (stage, as) => {
    const { call, project } = stage
    const { id } = await forkOf(stage, as)
    const offered: number[] = []
    for (const branch of ['first', 'second']) {
      await commit(stage, { project: Number(id), branch, from: project.branch, path: `${branch}.txt`, as })
      const whole = {
        id: Number(id),
        title: branch,
        source_branch: branch,
        target_branch: project.branch,
        target_project_id: project.id,
      }
      offered.push(numberIn(arranged(await call(create, whole, { as })), 'iid'))
    }
    const [first = 0, second = 0] = offered
    const told = async (merge_request_iid: number) =>
      (await call(read, { id: project.id, merge_request_iid })).row().first_contribution
    const outside = as === 'stranger' || as === 'guest'
    equals('whether it is the first', await told(first), outside)
    answers(await call(`${update}/merge`, { id: project.id, merge_request_iid: first }), 200)
    equals('whether the next one is', await told(second), false)
  },
})

export const forkOfOneName = check({
  id: 'merge-requests/fork-same-branch-name',
  says: 'The default branch of a fork is offered to the default branch of its target, which has the same name',
  source: 'merge-requests#create-same-branch, merge-requests#projects',
  level: 'must',
  covers: [create],
  needs: { repository: true, role: 'reporter', project: 'public' },
  arrange: fork,
  holds: async (stage, _none, { id, branch }) => {
    const { call, project } = stage
    const name = project.branch
    // The commit of the other branch comes along by a merge request of the fork's own.
    const own = { id, title: 'Bring it', source_branch: branch, target_branch: name }
    const brought = arranged(await call(create, own))
    const place = { id, merge_request_iid: numberIn(brought, 'iid') }
    expectArranged(await call(`${update}/merge`, place))
    const wish = { id, title: 'Offer', source_branch: name, target_branch: name }
    const reply = await call(create, { ...wish, target_project_id: project.id })
    answers(reply, 201)
    has(reply.row(), { source_branch: name, target_branch: name, source_project_id: id }, reply)
  },
})
