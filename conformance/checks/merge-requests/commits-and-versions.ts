import { mergeRequest } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, says } from '../../kit/expect.ts'
import { isRows, type Json } from '../../kit/json.ts'
import { expectArranged } from '../../run/stage.ts'

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

export const rebaseRefused = check({
  id: 'merge-requests/rebase-refused',
  says: 'A rebase answers 403 where the source branch is gone, where the caller may not push to it, and where it is protected from force push',
  source: 'merge-requests#rebase',
  level: 'should',
  covers: [`PUT ${REQUEST}/rebase`],
  needs: { repository: true, writes: true, in: 'group' },
  each: () =>
    [
      ['Source branch does not exist', 'owner'],
      ['Cannot push to source branch', 'developer'],
      ['Source branch is protected from force push', 'owner'],
    ] as const,
  holds: async (stage, [text, as]) => {
    const { call, project } = stage
    const { id } = project
    const request = await mergeRequest(stage, { branch: 'topic', as: 'owner' })
    if (text === 'Source branch does not exist')
      answers(await call('DELETE /projects/:id/repository/branches/:branch', { id, branch: 'topic' }), 204)
    else {
      const protection = { id, name: 'topic', push_access_level: 40, merge_access_level: 40 }
      answers(await call('POST /projects/:id/protected_branches', protection), 201)
    }
    const place = { id, merge_request_iid: numberIn(request, 'iid') }
    says(await call(`PUT ${REQUEST}/rebase`, place, { as }), 403, `403 Forbidden - ${text}`)
  },
})

export const rebaseTwice = check({
  id: 'merge-requests/rebase-twice',
  says: 'A rebase while another one goes on answers 409, and one of a closed merge request too',
  source: 'merge-requests#rebase, merge-requests#rebase-conflict',
  level: 'should',
  covers: [`PUT ${REQUEST}/rebase`],
  needs: { repository: true, writes: true },
  holds: async (stage) => {
    if (!stage.movesClock) return stage.skip('a rebase may be over before another one is asked for')
    const { call, project } = stage
    const request = await mergeRequest(stage, { branch: 'topic', as: 'owner' })
    const place = { id: project.id, merge_request_iid: numberIn(request, 'iid') }
    const going = async () => {
      const reply = await call(`GET ${REQUEST}`, { ...place, include_rebase_in_progress: true })
      return reply.row().rebase_in_progress ?? null
    }
    answers(await call(`PUT ${REQUEST}/rebase`, place), 202)
    says(await call(`PUT ${REQUEST}/rebase`, place), 409, '409 Conflict: Resource lock')
    await stage.wait(60)
    equals('whether it goes on', await going(), false)
    answers(await call(`PUT ${REQUEST}`, { ...place, state_event: 'close' }), 200)
    says(await call(`PUT ${REQUEST}/rebase`, place), 409, '409 Conflict: Resource lock')
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

export const groupListArchived = check({
  id: 'merge-requests/group-list-archived',
  says: 'A group leaves merge requests of archived projects out of its list unless `non_archived` is false',
  source: 'merge-requests#group-non-archived',
  level: 'must',
  covers: ['GET /groups/:id/merge_requests'],
  needs: { in: 'group', repository: true, writes: true },
  holds: async (stage) => {
    const { call, group, project } = stage
    const { id: request = null } = await mergeRequest(stage, { branch: 'topic', as: 'owner' })
    const listed = async (non_archived?: boolean) => {
      const reply = await call('GET /groups/:id/merge_requests', { id: group.id, non_archived })
      return reply.rows().map(({ id }) => id ?? null)
    }
    equals('before it is archived', await listed(), [request])
    expectArranged(await call('POST /projects/:id/archive', { id: project.id }))
    equals('without the parameter', await listed(), [])
    equals('only those of projects in use', await listed(true), [])
    equals('all', await listed(false), [request])
  },
})

export const mergeRefHidden = check({
  id: 'merge-requests/merge-ref-hidden',
  says: 'The merge ref of a merge request answers 404 to a caller who may not read the merge request',
  source: 'merge-requests#merge-ref',
  level: 'must',
  covers: [`GET ${REQUEST}/merge_ref`],
  needs: { in: 'group', repository: true, writes: true },
  holds: async (stage) => {
    const request = await mergeRequest(stage, { branch: 'topic', as: 'owner' })
    const place = { id: stage.project.id, merge_request_iid: numberIn(request, 'iid') }
    answers(await stage.call(`GET ${REQUEST}/merge_ref`, place, { as: 'guest' }), 404, {
      message: '404 Not found',
    })
  },
})
