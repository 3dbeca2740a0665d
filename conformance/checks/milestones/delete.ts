import { issue, mergeRequest, milestone, named } from '../../arrange/records.ts'
import { paramsOf } from '../../draw/params.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, textIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { forbidden, recordMissing } from '../../oracle/texts.ts'
import { expectArranged } from '../../run/stage.ts'

const path = '/projects/:id/milestones/:milestone_id'

const remove = `DELETE ${path}`

const request = '/projects/:id/merge_requests/:merge_request_iid'

const create = 'POST /projects/:id/milestones'

export const deletedIsGone = check({
  id: 'milestones/deleted-is-gone',
  says: 'A deleted milestone answers 404 to every call that names it',
  source: 'milestones#delete',
  level: 'must',
  covers: [
    create,
    remove,
    `GET ${path}`,
    `PUT ${path}`,
    `GET ${path}/issues`,
    `GET ${path}/merge_requests`,
    `POST ${path}/promote`,
  ],
  needs: { role: 'reporter' },
  over: (contract) => paramsOf(contract, create),
  holds: async ({ call, project }, params: Params) => {
    const created = await call(create, { id: project.id, ...params })
    answers(created, 201)
    const named = { id: project.id, milestone_id: numberIn(created.row(), 'id') }
    const reply = await call(remove, named)
    answers(reply, 204)
    holds(reply.text === '', 'a 204 has no body', reply.text, reply)
    for (const operation of [
      `GET ${path}`,
      remove,
      `GET ${path}/issues`,
      `GET ${path}/merge_requests`,
      `POST ${path}/promote`,
    ])
      answers(await call(operation, named), recordMissing.status, recordMissing.body)
    answers(await call(`PUT ${path}`, { ...named, title: 'x' }), recordMissing.status, recordMissing.body)
    answers(await call('GET /projects/:id/milestones', { id: project.id }), 200, [])
  },
})

export const deleteDetaches = check<'opened' | 'closed'>({
  id: 'milestones/delete-detaches',
  says: 'Issues and merge requests lose a deleted milestone, open or closed, and their `updated_at` moves',
  source: 'milestones#delete',
  level: 'must',
  covers: [remove],
  needs: { repository: true },
  each: () => ['opened', 'closed'],
  holds: async (stage, state) => {
    const { call, project } = stage
    const { id } = project
    const milestone_id = numberIn(await milestone(stage, { title: 'gone soon' }), 'id')
    const held = await issue(stage, { title: 'held', milestone_id })
    const asked = await mergeRequest(stage, { branch: 'asked', milestone_id })
    const [one, other] = [{ id, issue_iid: numberIn(held, 'iid') }, named(stage, asked)]
    if (state === 'closed') {
      expectArranged(await call('PUT /projects/:id/issues/:issue_iid', { ...one, state_event: 'close' }))
      expectArranged(await call(`PUT ${request}`, { ...other, state_event: 'close' }))
    }
    const read = async () => [
      await call('GET /projects/:id/issues/:issue_iid', one),
      await call(`GET ${request}`, other),
    ]
    const before = await read()
    answers(await call(remove, { id, milestone_id }), 204)
    for (const [i, reply] of (await read()).entries()) {
      has(reply.row(), { milestone: null, state }, reply)
      const now = textIn(reply.row(), 'updated_at')
      holds(now > textIn(before[i]?.row() ?? {}, 'updated_at'), 'it is updated', now, reply)
    }
    for (const list of ['issues', 'merge_requests']) {
      const reply = await call(`GET /projects/:id/${list}`, { id, milestone: 'None', state })
      equals(`${list} without a milestone`, reply.rows().length, 1, reply)
    }
  },
})

export const deletePrecondition = check({
  id: 'milestones/delete-precondition',
  says: 'Deleting a milestone that has changed since `If-Unmodified-Since` answers 412 by the documentation, and 204 in the service',
  source: 'milestones#delete-unconditional',
  level: 'should',
  covers: [remove],
  holds: async (stage) => {
    const { call, project } = stage
    const milestone_id = numberIn(await milestone(stage, { title: 'a' }), 'id')
    const headers = { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }
    const reply = await call(remove, { id: project.id, milestone_id }, { headers })
    await stage.differs('F32', {
      specification: () => answers(reply, 412, { message: '412 Precondition Failed' }),
      real: () => answers(reply, 204),
    })
  },
})

export const archivedProject = check({
  id: 'milestones/archived-project',
  says: 'In an archived project milestones are readable, and every write answers 403',
  source: 'milestones#archived-project, conventions#archived-projects',
  level: 'must',
  covers: [create, remove, `PUT ${path}`, `POST ${path}/promote`],
  holds: async (stage) => {
    const { call, project } = stage
    const milestone_id = numberIn(await milestone(stage, { title: 'kept' }), 'id')
    expectArranged(await call('POST /projects/:id/archive', { id: project.id }))
    const named = { id: project.id, milestone_id }
    answers(await call(`GET ${path}`, named), 200)
    answers(await call(create, { id: project.id, title: 'new' }), forbidden.status, forbidden.body)
    answers(await call(`PUT ${path}`, { ...named, title: 'new' }), forbidden.status, forbidden.body)
    answers(await call(remove, named), forbidden.status, forbidden.body)
    answers(await call(`POST ${path}/promote`, named), forbidden.status, forbidden.body)
  },
})

export const disabledFeatures = check({
  id: 'milestones/disabled-features',
  says: 'Milestones answer 403 when both issues and merge requests are disabled, and 200 with one of them',
  source: 'milestones#features-off, conventions#feature-access',
  level: 'should',
  covers: ['GET /projects/:id/milestones'],
  holds: async ({ call, project }) => {
    const list = { id: project.id }
    expectArranged(await call('PUT /projects/:id', { id: project.id, issues_access_level: 'disabled' }))
    answers(await call('GET /projects/:id/milestones', list), 200)
    expectArranged(
      await call('PUT /projects/:id', { id: project.id, merge_requests_access_level: 'disabled' }),
    )
    answers(await call('GET /projects/:id/milestones', list), forbidden.status, forbidden.body)
  },
})
