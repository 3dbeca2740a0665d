import { commit, mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, says, textIn } from '../../kit/expect.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

const path = '/projects/:id/merge_requests/:merge_request_iid'

const merge = `PUT ${path}/merge`

const needs = { repository: true } as const

const opened = (stage: Stage) => mergeRequest(stage, { branch: 'topic', title: 'Add topic' })

async function set(
  { call, project }: Stage,
  settings: { readonly [name: string]: string | boolean | number },
): Promise<void> {
  expectArranged(await call('PUT /projects/:id', { id: project.id, ...settings }, { as: 'owner' }))
}

export const mergeTemplates = check({
  id: 'merge-requests/merge-templates',
  says: 'The commit templates of a project replace the default messages of merge and squash',
  source: 'merge-requests#merge-message, merge-requests#squash',
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

export const squashPreset = check<string>({
  id: 'merge-requests/squash-preset',
  says: '`squash` of a new merge request follows the `squash_option` of the project unless it is sent; in the real service it is false before 18.7',
  source: 'merge-requests#create-options, merge-requests#later-squash-default',
  level: 'should',
  covers: ['POST /projects/:id/merge_requests'],
  needs,
  each: () => ['default_on', 'always', 'default_off', 'never'],
  holds: async (stage, squash_option) => {
    await set(stage, { squash_option })
    const preset = squash_option === 'default_on' || squash_option === 'always'
    const row = await mergeRequest(stage, { branch: 'topic' })
    await stage.differs('F25', {
      specification: () => has(row, { squash: preset }),
      real: () =>
        stage.changed('merge-requests#later-squash-default', {
          before: () => has(row, { squash: false }),
          after: () => has(row, { squash: preset }),
        }),
    })
    has(await mergeRequest(stage, { branch: 'other', squash: !preset }), { squash: !preset })
  },
})

export const mergeFailed = check({
  id: 'merge-requests/merge-failed',
  says: 'Where only fast-forward merges are allowed and none is possible, merging answers 422 and nothing is merged',
  source: 'merge-requests#merge-failed',
  level: 'should',
  covers: [merge],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    await set(stage, { merge_method: 'ff' })
    await commit(stage, { branch: stage.project.branch, path: 'ahead.txt' })
    says(await stage.call(merge, named(stage, row)), 422, 'Branch cannot be merged')
    has((await stage.call(`GET ${path}`, named(stage, row))).row(), {
      state: 'opened',
      merge_commit_sha: null,
    })
  },
})

export const squashForbidden = check({
  id: 'merge-requests/squash-forbidden',
  says: 'A merge with `squash` in a project that forbids squashing merges without squashing',
  source: 'merge-requests#squash-setting',
  level: 'should',
  covers: [merge],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    await set(stage, { squash_option: 'never' })
    const reply = await stage.call(merge, { ...named(stage, row), squash: true })
    answers(reply, 200)
    has(reply.row(), { state: 'merged', squash_commit_sha: null }, reply)
  },
})

export const mergeKeepsProtectedSource = check({
  id: 'merge-requests/merge-keeps-protected-source',
  says: 'A merge does not remove a protected source branch, whatever `should_remove_source_branch` says',
  source: 'merge-requests#remove-source',
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

export const unresolvedThreads = check({
  id: 'merge-requests/unresolved-threads',
  says: 'A project that requires resolved threads answers 405 to merging while one is open, and `detailed_merge_status` is `discussions_not_resolved`',
  source:
    'merge-requests#detailed-status-conditions, merge-requests#threads-resolved, merge-requests#merge-not-ready, merge-requests#detailed-merge-status',
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
