import { project as anotherProject, commit, mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../check.ts'
import { answers, equals, has, holds, numberIn, textIn } from '../../expect.ts'
import { forbidden, unauthorized } from '../../oracle/texts.ts'
import { arranged, expectArranged, type Stage } from '../../stage.ts'

const path = '/projects/:id/merge_requests/:merge_request_iid'
const list = 'GET /projects/:id/merge_requests'
const create = 'POST /projects/:id/merge_requests'
const merge = `PUT ${path}/merge`
const needs = { repository: true } as const
const opened = (stage: Stage) => mergeRequest(stage, { branch: 'topic', title: 'Add topic' })

async function set(
  { call, project }: Stage,
  settings: { readonly [name: string]: string | boolean | number },
): Promise<void> {
  expectArranged(await call('PUT /projects/:id', { id: project.id, ...settings }, { as: 'owner' }))
}

export const featureOff = check({
  id: 'merge-requests/feature-off',
  says: 'With merge requests switched off everybody is answered 403; with members only, everybody else',
  source: 'dossier 1, 9.5 and section 12',
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

export const templates = check({
  id: 'merge-requests/merge-templates',
  says: 'Templates of the project replace the usual messages of merge and squash',
  source: 'dossier 1, 9.8',
  level: 'must',
  covers: [merge],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    const { call, project } = stage
    await set(stage, {
      merge_commit_template: 'Merged: %{title} from %{source_branch}',
      squash_commit_template: 'Squashed: %{title}',
    })
    await commit(stage, { branch: 'topic', path: 'second.txt' })
    const reply = await call(merge, { ...named(stage, row), squash: true })
    answers(reply, 200)
    const message = async (sha: string) => {
      const found = await call('GET /projects/:id/repository/commits/:sha', { id: project.id, sha })
      return textIn(found.row(), 'message').trimEnd()
    }
    equals(
      'the merge commit',
      await message(textIn(reply.row(), 'merge_commit_sha')),
      'Merged: Add topic from topic',
    )
    equals(
      'the squashed commit',
      await message(textIn(reply.row(), 'squash_commit_sha')),
      'Squashed: Add topic',
    )
  },
})

export const squashForbidden = check({
  id: 'merge-requests/squash-forbidden',
  says: 'Where squashing is forbidden a merge that wants it fails, and says why',
  source: 'dossier 1, 9.8',
  level: 'should',
  covers: [merge],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    await set(stage, { squash_option: 'never' })
    answers(await stage.call(merge, { ...named(stage, row), squash: true }), 422)
    const after = (await stage.call(`GET ${path}`, named(stage, row))).row()
    has(after, { state: 'opened' })
    holds(typeof after.merge_error === 'string', 'merge_error says why', after.merge_error ?? null)
  },
})

export const protectedSourceStays = check({
  id: 'merge-requests/protected-source-stays',
  says: 'A protected source branch is not removed by a merge, whatever the call says',
  source: 'dossier 1, 9.8',
  level: 'must',
  covers: [merge],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    const { call, project } = stage
    expectArranged(await call('POST /projects/:id/protected_branches', { id: project.id, name: 'topic' }))
    answers(await call(merge, { ...named(stage, row), should_remove_source_branch: true }), 200)
    answers(
      await call('GET /projects/:id/repository/branches/:branch', { id: project.id, branch: 'topic' }),
      200,
    )
  },
})

export const discussions = check({
  id: 'merge-requests/threads-unresolved',
  says: 'A project that demands resolved threads merges nothing while one is open',
  source: 'dossier 1, 9.4 and 9.8',
  level: 'must',
  covers: [`GET ${path}`, merge],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    const { call } = stage
    const place = named(stage, row)
    await set(stage, { only_allow_merge_if_all_discussions_are_resolved: true })
    const made = arranged(await call(`POST ${path}/discussions`, { ...place, body: 'Why?' }))
    const told = async () => (await call(`GET ${path}`, place)).row()
    has(await told(), {
      detailed_merge_status: 'discussions_not_resolved',
      blocking_discussions_resolved: false,
    })
    answers(await call(merge, place), 405)
    const resolving = { ...place, discussion_id: textIn(made, 'id'), resolved: true }
    expectArranged(await call(`PUT ${path}/discussions/:discussion_id`, resolving))
    has(await told(), { detailed_merge_status: 'mergeable', blocking_discussions_resolved: true })
  },
})

export const quickActions = check({
  id: 'merge-requests/quick-actions',
  says: 'Quick actions in a description are carried out and taken out of it',
  source: 'dossier 1, 9.5',
  level: 'should',
  covers: [create],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    expectArranged(await call('POST /projects/:id/labels', { id: project.id, name: 'bug', color: '#ff0000' }))
    await commit(stage, { branch: 'topic', from: project.branch, path: 'topic.txt' })
    const params = { id: project.id, title: 'x', source_branch: 'topic', target_branch: project.branch }
    const reply = await call(create, { ...params, description: 'Text\n\n/label ~bug\n/draft' })
    has(reply.row(), { labels: ['bug'], draft: true, description: 'Text' }, reply)
  },
})

export const reactions = check({
  id: 'merge-requests/reactions-given',
  says: 'Thumbs are counted as votes, and `my_reaction_emoji` finds what the caller reacted to',
  source: 'specification 1, Merge requests; dossier 1, 9.1',
  level: 'must',
  covers: [list, 'GET /merge_requests'],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    const { call, project } = stage
    await mergeRequest(stage, { branch: 'other' })
    for (const [name, as] of [
      ['thumbsup', 'owner'],
      ['thumbsup', 'reporter'],
      ['thumbsdown', 'maintainer'],
      ['star', 'owner'],
    ] as const)
      expectArranged(await call(`POST ${path}/award_emoji`, { ...named(stage, row), name }, { as }))
    has((await call(`GET ${path}`, named(stage, row))).row(), { upvotes: 2, downvotes: 1 })
    const found = async (params: object) => {
      const reply = await call(list, { id: project.id, ...params })
      return reply.rows().map((one) => one.source_branch ?? null)
    }
    equals('a reaction of the caller', await found({ my_reaction_emoji: 'star' }), ['topic'])
    equals('one of somebody else', await found({ my_reaction_emoji: 'thumbsdown' }), [])
    equals('Any', await found({ my_reaction_emoji: 'Any' }), ['topic'])
    equals('None', await found({ my_reaction_emoji: 'None' }), ['other'])
    equals('not one of the caller', await found({ not: { my_reaction_emoji: 'star' } }), ['other'])
    const everywhere = async (params: object) => {
      const reply = await call('GET /merge_requests', {
        scope: 'all',
        source_project_id: project.id,
        ...params,
      })
      return reply.rows().map((one) => one.source_branch ?? null)
    }
    equals('a reaction of the caller, anywhere', await everywhere({ my_reaction_emoji: 'star' }), ['topic'])
    equals('not one, anywhere', await everywhere({ not: { my_reaction_emoji: 'star' } }), ['other'])
  },
})

export const anonymousList = check({
  id: 'merge-requests/global-anonymous',
  says: 'The global list needs a signed-in caller (real service: only without `scope=all`)',
  source: 'specification 1, Merge requests; dossier 1, difference F3',
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

export const tokenOrParameter = check({
  id: 'merge-requests/token-or-parameter',
  says: 'An unknown token beside a wrong parameter answers 401 (real service: 400, since these lists are public)',
  source: 'dossier 1, section 1 and difference F3',
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

export const approvalsBefore = check({
  id: 'merge-requests/approvals-before-merge',
  says: '`approvals_before_merge` counts only above the value of a project that has one',
  source: 'specification 1, Merge requests',
  level: 'should',
  covers: [create],
  needs: { repository: true, tier: 'premium' },
  each: () =>
    [
      [0, 3, null],
      [1, 3, 3],
    ] as const,
  holds: async (stage, [ofProject, given, shown]) => {
    const { call, project } = stage
    expectArranged(
      await call('POST /projects/:id/approvals', { id: project.id, approvals_before_merge: ofProject }),
    )
    const row = await mergeRequest(stage, { branch: 'topic', approvals_before_merge: given })
    has(row, { approvals_before_merge: shown })
  },
})

export const sourceGone = check({
  id: 'merge-requests/source-gone',
  says: 'When the source project of a closed merge request is gone, its target branch is not changed any more',
  source: 'dossier 1, 9.6',
  level: 'should',
  covers: [`PUT ${path}`],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    const fork = numberIn(
      arranged(await call('POST /projects/:id/fork', { id: project.id }, { as: 'reporter' })),
      'id',
    )
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

export const elsewhere = check({
  id: 'merge-requests/other-projects',
  says: 'A merge request is numbered inside its project: the same number elsewhere is another one or none',
  source: 'specification 1, What the service does',
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
