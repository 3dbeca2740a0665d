import { commit, mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, says, textIn } from '../../kit/expect.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

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
    says(await stage.call(merge, { ...named(stage, row), squash: true }), 422, 'Branch cannot be merged')
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
