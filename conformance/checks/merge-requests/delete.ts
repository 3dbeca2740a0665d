import { mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds } from '../../kit/expect.ts'
import { forbidden, recordMissing } from '../../oracle/texts.ts'

const path = '/projects/:id/merge_requests/:merge_request_iid'

const remove = `DELETE ${path}`

const needs = { repository: true } as const

export const deletedIsGone = check({
  id: 'merge-requests/deleted-is-gone',
  says: 'A deleted merge request, whatever its state was, answers 404 to every call that names it',
  source: 'merge-requests#delete, merge-requests#operations, merge-requests#missing-or-unreadable',
  level: 'must',
  covers: [remove],
  needs,
  arrange: (stage) => mergeRequest(stage, { branch: 'topic' }),
  each: () => ['opened', 'closed', 'merged'],
  holds: async (stage, state, row) => {
    const { call, project } = stage
    const place = named(stage, row)
    if (state === 'closed') answers(await call(`PUT ${path}`, { ...place, state_event: 'close' }), 200)
    if (state === 'merged') answers(await call(`PUT ${path}/merge`, place), 200)
    const reply = await call(remove, place)
    answers(reply, 204)
    equals('the body', reply.text, '', reply)
    for (const operation of [`GET ${path}`, remove, `PUT ${path}/merge`])
      answers(await call(operation, place), recordMissing.status, recordMissing.body)
    answers(await call(`PUT ${path}`, { ...place, title: 'x' }), recordMissing.status, recordMissing.body)
    answers(await call('GET /projects/:id/merge_requests', { id: project.id }), 200, [])
  },
})

export const deleteRoles = check({
  id: 'merge-requests/delete-roles',
  says: 'Administrators and owners delete a merge request; a maintainer, the author and others get 403, or 404 where they cannot read it',
  source: 'merge-requests#delete-roles, merge-requests#delete',
  level: 'must',
  covers: [remove],
  needs,
  holds: async (stage) => {
    const place = named(stage, await mergeRequest(stage, { branch: 'topic', as: 'maintainer' }))
    for (const as of ['maintainer', 'developer', 'reporter'] as const)
      answers(await stage.call(remove, place, { as }), forbidden.status, forbidden.body)
    answers(await stage.call(remove, place, { as: 'guest' }), recordMissing.status, recordMissing.body)
    answers(await stage.call(remove, place, { as: 'admin' }), 204)
  },
})

export const deleteUnmodifiedSince = check({
  id: 'merge-requests/delete-unmodified-since',
  says: 'Deleting with an `If-Unmodified-Since` before the last update answers 412; a later one deletes, and one that is no date is ignored',
  source: 'merge-requests#delete-precondition',
  level: 'must',
  covers: [remove],
  needs,
  arrange: (stage) => mergeRequest(stage, { branch: 'topic' }),
  holds: async (stage, _none, row) => {
    const { call } = stage
    const place = named(stage, row)
    const early = { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }
    answers(await call(remove, place, { headers: early }), 412, { message: '412 Precondition Failed' })
    answers(await call(`GET ${path}`, place), 200)
    const late = { 'if-unmodified-since': 'Sun, 01 Jan 2090 00:00:00 GMT' }
    answers(await call(remove, place, { headers: late }), 204)
    const other = named(stage, await mergeRequest(stage, { branch: 'other' }))
    answers(await call(remove, other, { headers: { 'if-unmodified-since': 'yesterday' } }), 204)
    holds(other.merge_request_iid === 2, 'numbers go on', other.merge_request_iid)
  },
})
