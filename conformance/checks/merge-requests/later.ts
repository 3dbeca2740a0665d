import { commit, mergeRequest, named } from '../../arrange/records.ts'
import { assignJob, runner } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, refuses, says, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

const list = 'GET /projects/:id/merge_requests'
const global = 'GET /merge_requests'
const path = '/projects/:id/merge_requests/:merge_request_iid'
const merge = `PUT ${path}/merge`
const needs = { repository: true } as const

function branchesOf(rows: readonly Row[]): string[] {
  return rows.map((row) => textIn(row, 'source_branch'))
}

/** The lists of the project and of everything, reduced to the project. */
async function listed(stage: Stage, params: Params) {
  const { id } = stage.project
  return [
    await stage.call(list, { id, ...params }),
    await stage.call(global, { scope: 'all', source_project_id: id, ...params }),
  ]
}

export const mergeUserFilter = check({
  id: 'merge-requests/merge-user-filter',
  says: 'From 17.0 on the lists take who merged, by id or by name but not both, and ignore it before',
  source: 'merge-requests#later-merge-user-filter',
  level: 'must',
  covers: [list, global],
  needs,
  holds: async (stage) => {
    const merged = await mergeRequest(stage, { branch: 'merged' })
    await mergeRequest(stage, { branch: 'open' })
    answers(await stage.call(merge, named(stage, merged), { as: 'maintainer' }), 200)
    const { id, username } = stage.user('maintainer')
    for (const [params, found] of [
      [{ merge_user_id: id }, ['merged']],
      [{ merge_user_username: username }, ['merged']],
      [{ merge_user_id: stage.user('owner').id }, []],
    ] as const)
      for (const reply of await listed(stage, params))
        await stage.changed('merge-requests#later-merge-user-filter', {
          before: () =>
            equals('the merge requests', branchesOf(reply.rows()).sort(), ['merged', 'open'], reply),
          after: () => equals('the merge requests', branchesOf(reply.rows()), found, reply),
        })
    for (const reply of await listed(stage, { merge_user_id: id, merge_user_username: username }))
      await stage.changed('merge-requests#later-merge-user-filter', {
        before: () => answers(reply, 200),
        after: () => refuses(reply, 'merge_user_id, merge_user_username are mutually exclusive'),
      })
  },
})

export const mergedAtOrder = check({
  id: 'merge-requests/merged-at-order',
  says: 'From 17.2 on the lists can be ordered by `merged_at`, and answer 400 before',
  source: 'merge-requests#later-merged-at-order',
  level: 'must',
  covers: [list, global],
  needs,
  holds: async (stage) => {
    const rows = [
      await mergeRequest(stage, { branch: 'late' }),
      await mergeRequest(stage, { branch: 'early' }),
    ]
    for (const row of rows.reverse()) {
      answers(await stage.call(merge, named(stage, row)), 200)
      await stage.wait(1)
    }
    for (const [sort, expected] of [
      ['asc', ['early', 'late']],
      ['desc', ['late', 'early']],
    ] as const)
      for (const reply of await listed(stage, { order_by: 'merged_at', sort }))
        await stage.changed('merge-requests#later-merged-at-order', {
          before: () => refuses(reply, 'order_by does not have a valid value'),
          after: () => equals('the order', branchesOf(reply.rows()), expected, reply),
        })
  },
})

export const mergeAfter = check({
  id: 'merge-requests/merge-after',
  says: 'From 17.8 on `merge_after` keeps a merge request from being merged before that time, and is ignored before',
  source: 'merge-requests#later-merge-after',
  level: 'should',
  covers: ['POST /projects/:id/merge_requests', `PUT ${path}`, merge],
  needs,
  holds: async (stage) => {
    const day = '2098-07-01T00:00:00.000Z'
    const row = await mergeRequest(stage, { branch: 'topic', merge_after: day })
    const place = named(stage, row)
    await stage.changed('merge-requests#later-merge-after', {
      before: () => equals('the status', row.detailed_merge_status, 'mergeable'),
      after: async () => {
        has(row, { merge_after: day, detailed_merge_status: 'merge_time' })
        says(await stage.call(merge, place), 405, '405 Method Not Allowed')
        const cleared = await stage.call(`PUT ${path}`, { ...place, merge_after: '' })
        has(cleared.row(), { merge_after: null, detailed_merge_status: 'mergeable' }, cleared)
      },
    })
    answers(await stage.call(merge, place), 200)
  },
})

export const autoMergeName = check({
  id: 'merge-requests/auto-merge-name',
  says: 'From 17.11 on `auto_merge` means what `merge_when_pipeline_succeeds` does, and is ignored before',
  source: 'merge-requests#later-auto-merge',
  level: 'must',
  covers: [merge],
  needs,
  arrange: (stage) => mergeRequest(stage, { branch: 'topic' }),
  holds: async (stage, _none, row) => {
    const reply = await stage.call(merge, { ...named(stage, row), auto_merge: true })
    await stage.changed('merge-requests#later-auto-merge', {
      before: () => answers(reply, 200),
      // There is no pipeline to wait for.
      after: () => says(reply, 405, '405 Method Not Allowed'),
    })
  },
})

export const needRebase = check({
  id: 'merge-requests/need-rebase',
  says: 'From 16.10 on what a fast-forward or semi-linear project has to rebase first has the status `need_rebase`',
  source: 'merge-requests#later-rebase-status, merge-requests#merge-impossible',
  level: 'should',
  covers: [`GET ${path}`, merge],
  needs,
  each: () => ['ff', 'rebase_merge'] as const,
  holds: async (stage, merge_method) => {
    const first = await mergeRequest(stage, { branch: 'first' })
    const late = await mergeRequest(stage, { branch: 'late' })
    expectArranged(await stage.call('PUT /projects/:id', { id: stage.project.id, merge_method }))
    answers(await stage.call(merge, named(stage, first)), 200)
    const reply = await stage.call(`GET ${path}`, named(stage, late))
    await stage.changed('merge-requests#later-rebase-status', {
      before: () => has(reply.row(), { detailed_merge_status: 'mergeable' }, reply),
      after: () => has(reply.row(), { detailed_merge_status: 'need_rebase' }, reply),
    })
    says(await stage.call(merge, named(stage, late)), 422, 'Branch cannot be merged')
  },
})

export const conflictStatus = check({
  id: 'merge-requests/conflict-status',
  says: 'From 16.11 on a conflict has a status of its own, and merging it answers 422',
  source: 'merge-requests#later-conflict-status, merge-requests#merge-impossible',
  level: 'should',
  covers: [`GET ${path}`, merge],
  needs,
  holds: async (stage) => {
    const { id, branch: target_branch } = stage.project
    await commit(stage, { branch: 'topic', from: target_branch, path: 'same.txt', content: 'one\n' })
    await commit(stage, { branch: target_branch, path: 'same.txt', content: 'two\n' })
    const row = { id, title: 'x', source_branch: 'topic', target_branch }
    const place = named(stage, arranged(await stage.call('POST /projects/:id/merge_requests', row)))
    const shown = await stage.call(`GET ${path}`, place)
    const merged = await stage.call(merge, place)
    await stage.changed('merge-requests#later-conflict-status', {
      before: () => has(shown.row(), { detailed_merge_status: 'broken_status' }, shown),
      after: () => {
        has(shown.row(), { detailed_merge_status: 'conflict' }, shown)
        says(merged, 422, 'Branch cannot be merged')
      },
    })
  },
})

export const laterNeedsAnAttribute = check({
  id: 'merge-requests/later-needs-an-attribute',
  says: 'From 17.8 on the refusal of an update without any attribute names `merge_after` last',
  source: 'merge-requests#later-merge-after, merge-requests#update-needs-an-attribute',
  level: 'should',
  covers: [`PUT ${path}`],
  needs,
  arrange: (stage) => mergeRequest(stage, { branch: 'topic' }),
  holds: async (stage, _none, row) => {
    const reply = await stage.call(`PUT ${path}`, named(stage, row))
    answers(reply, 400)
    const isLast = reply.text.includes(', merge_after are missing')
    await stage.changed('merge-requests#later-merge-after', {
      before: () => equals('whether it is named last', isLast, false, reply),
      after: () => equals('whether it is named last', isLast, true, reply),
    })
  },
})

export const approvedFilter = check({
  id: 'merge-requests/approved-filter',
  says: 'From 15.11 on `approved` is `yes` or `no`, and is ignored before',
  source: 'merge-requests#later-approved',
  level: 'should',
  covers: [list, global],
  needs,
  holds: async (stage) => {
    await mergeRequest(stage, { branch: 'topic' })
    for (const reply of await listed(stage, { approved: 'perhaps' }))
      await stage.changed('merge-requests#later-approved', {
        before: () => equals('the merge requests', branchesOf(reply.rows()), ['topic'], reply),
        after: () => refuses(reply, 'approved does not have a valid value'),
      })
    for (const reply of await listed(stage, { approved: 'no' }))
      equals('the merge requests', branchesOf(reply.rows()), ['topic'], reply)
  },
})

export const readByJob = check({
  id: 'merge-requests/read-by-job',
  says: 'In later releases a job token lists the merge requests of its project and gets one; before, it opens none of a private project',
  source: 'merge-requests#later-by-job',
  level: 'should',
  covers: ['GET /projects/:id/merge_requests', 'GET /projects/:id/merge_requests/:merge_request_iid'],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    expectArranged(await call('PUT /projects/:id', { id, visibility: 'private' }))
    const { merge_request_iid } = named(stage, await mergeRequest(stage, { branch: 'by-job' }))
    const { token } = await assignJob(stage, await runner(stage, { tag_list: 'reader' }), 'reader')
    const byJob = { as: 'anonymous', headers: { 'job-token': token } } as const
    const listed = await call('GET /projects/:id/merge_requests', { id }, byJob)
    const one = { id, merge_request_iid }
    const shown = await call('GET /projects/:id/merge_requests/:merge_request_iid', one, byJob)
    await stage.changed('merge-requests#later-by-job', {
      before: () => {
        for (const reply of [listed, shown])
          holds([401, 404].includes(reply.status), 'a job token opens nothing', reply.status, reply)
      },
      after: () => {
        for (const reply of [listed, shown]) answers(reply, 200)
      },
    })
  },
})
