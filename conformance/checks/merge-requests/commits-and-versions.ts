import { mergeRequest } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn } from '../../kit/expect.ts'
import { isRows, type Json } from '../../kit/json.ts'

const REQUEST = '/projects/:id/merge_requests/:merge_request_iid'

export const commitsAndVersions = check({
  id: 'merge-requests/commits-and-versions',
  says: 'A merge request lists its commits, changed files, versions, participants and reviewers, and its merge ref is a commit',
  source: 'merge-requests#related-lists, merge-requests#merge-ref',
  level: 'should',
  covers: [
    ...['commits', 'changes', 'diffs', 'versions', 'versions/:version_id', 'participants', 'reviewers'],
    'merge_ref',
  ].map((it) => `GET ${REQUEST}/${it}`),
  needs: { repository: true, writes: true },
  holds: async (stage) => {
    const reviewer = stage.user('owner')
    const request = await mergeRequest(stage, { branch: 'topic', as: 'owner', reviewer_ids: [reviewer.id] })
    const place = { id: stage.project.id, merge_request_iid: numberIn(request, 'iid') }
    const call = async (part: string, params: object = {}) => {
      const reply = await stage.call(`GET ${REQUEST}/${part}`, { ...place, ...params })
      answers(reply, 200)
      return reply
    }
    const sha = request.sha ?? null
    const commits = await call('commits')
    equals(
      'the commits',
      commits.rows().map(({ id }) => id ?? null),
      [sha],
      commits,
    )
    const paths = (of: Json | undefined) =>
      of !== undefined && isRows(of) ? of.map(({ new_path }) => new_path ?? null) : null
    const changes = await call('changes')
    equals('the changed files', paths(changes.row().changes), ['topic.txt'], changes)
    const diffs = await call('diffs')
    equals('the files of the diff', paths(diffs.json), ['topic.txt'], diffs)
    const versions = await call('versions')
    const [version = {}, ...earlier] = versions.rows()
    equals('the earlier versions', earlier, [], versions)
    has(version, { head_commit_sha: sha }, versions)
    const one = await call('versions/:version_id', { version_id: numberIn(version, 'id') })
    has(one.row(), { id: version.id ?? null, head_commit_sha: sha }, one)
    equals('the files of the version', paths(one.row().diffs), ['topic.txt'], one)
    const participants = await call('participants')
    has(participants.rows()[0] ?? {}, { id: reviewer.id }, participants)
    const reviewers = await call('reviewers')
    equals('the number of reviewers', reviewers.rows().length, 1, reviewers)
    const ref = await call('merge_ref')
    equals('whether it is the id of a commit', /^[0-9a-f]{40}$/.test(String(ref.row().commit_id)), true, ref)
  },
})

export const rebase = check({
  id: 'merge-requests/rebase',
  says: 'A rebase answers 202 and puts the commits of the merge request on the head of its target branch',
  source: 'merge-requests#rebase',
  level: 'should',
  covers: [`PUT ${REQUEST}/rebase`],
  needs: { repository: true, writes: true },
  holds: async (stage) => {
    const { call, project } = stage
    const request = await mergeRequest(stage, { branch: 'topic', as: 'owner' })
    await mergeRequest(stage, { branch: 'other', as: 'owner' })
    const { id, branch } = project
    const actions = [{ action: 'create', file_path: 'later.txt', content: 'x' }]
    const later = { id, branch, commit_message: 'Later', actions }
    const head = (await call('POST /projects/:id/repository/commits', later)).row().id ?? null
    const place = { id, merge_request_iid: numberIn(request, 'iid') }
    answers(await call(`PUT ${REQUEST}/rebase`, place), 202, { rebase_in_progress: true })
    const seen = await stage.until(
      async () => (await call(`GET ${REQUEST}/commits`, place)).rows()[0] ?? {},
      ({ id: sha }) => sha !== request.sha,
      { seconds: 60, reason: 'the rebase takes more than a minute' },
    )
    equals('the parents of its commit', seen.parent_ids, [head])
  },
})

export const groupList = check({
  id: 'merge-requests/group-list',
  says: 'A group lists the merge requests of its projects by the filters of the other lists',
  source: 'merge-requests#group-list',
  level: 'should',
  covers: ['GET /groups/:id/merge_requests'],
  needs: { in: 'group', repository: true, writes: true },
  holds: async (stage) => {
    const { call, group } = stage
    const open = await mergeRequest(stage, { branch: 'open', as: 'owner' })
    const closed = await mergeRequest(stage, { branch: 'closed', as: 'owner' })
    const one = { id: stage.project.id, merge_request_iid: numberIn(closed, 'iid') }
    answers(await call(`PUT ${REQUEST}`, { ...one, state_event: 'close' }), 200)
    for (const [state, expected] of [
      ['opened', [open.id ?? null]],
      ['closed', [closed.id ?? null]],
    ] as const) {
      const listed = await call('GET /groups/:id/merge_requests', { id: group.id, state })
      answers(listed, 200)
      equals(
        `the ${state} merge requests`,
        listed.rows().map(({ id }) => id ?? null),
        [...expected],
        listed,
      )
    }
  },
})
