import { differs } from '../../lib/dialect.ts'
import { mergeRefOf } from '../../model/merge-requests/merge-ref.ts'
import { headsOf } from '../../model/merge-requests/mergeability.ts'
import { startRebase } from '../../model/merge-requests/rebase-request.ts'
import type { User } from '../../model/users/user.ts'
import { mayMerge, mayPush, protectionsOf } from '../../policy/branches.ts'
import { type Auth, operation } from '../../protocol/operation.ts'
import { integer, lookedUp, required } from '../../protocol/params.ts'
import { forbidden, message, methodNotAllowed, unauthorized } from '../../protocol/refusal.ts'

const iid = lookedUp({ merge_request_iid: required(integer({ about: 'IID of the merge request' })) })

export const cancelAutoMerge = operation(
  {
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/cancel_merge_when_pipeline_succeeds',
    summary: 'Cancel the auto-merge of a merge request',
    subject: 'merge_request',
    sees: 'read_merge_request',
    params: iid,
    answers: {
      status: 201,
      value: { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] },
    },
    refuses: [401, 405, 406],
    beyond: true,
  },
  ({ world, caller, project, mergeRequest, view, now }) => {
    const isAuthor = mergeRequest.authorId === caller.user?.id
    if (!isAuthor && !mayMerge(view.situation, project, mergeRequest.targetBranch)) throw unauthorized()
    if (mergeRequest.state !== 'opened') throw methodNotAllowed()
    if (mergeRequest.autoMerge === null) throw message(406, "Can't cancel the automatic merge")
    world.mergeRequests.update(mergeRequest.id, { autoMerge: null, updatedAt: now })
    return { status: 'success' }
  },
)

export const rebaseMergeRequest = operation(
  {
    method: 'PUT',
    path: '/projects/:id/merge_requests/:merge_request_iid/rebase',
    summary: 'Rebase a merge request',
    subject: 'merge_request',
    sees: 'read_merge_request',
    params: iid,
    answers: {
      status: 202,
      value: {
        type: 'object',
        properties: { rebase_in_progress: { type: 'boolean' } },
        required: ['rebase_in_progress'],
      },
    },
    refuses: [409],
    beyond: true,
  },
  ({ world, caller, mergeRequest, view, now }) => {
    const source = world.projects.get(mergeRequest.sourceProjectId)
    if (headsOf(world, mergeRequest).source === undefined) throw forbidden('Source branch does not exist')
    if (source === undefined || !mayPush(view.situation, source, mergeRequest.sourceBranch))
      throw forbidden('Cannot push to source branch')
    const protections = protectionsOf(world, source, mergeRequest.sourceBranch)
    if (protections.length > 0 && !protections.some(({ allowForcePush }) => allowForcePush))
      throw forbidden('Source branch is protected from force push')
    if (!startRebase(world, mergeRequest, caller.user as User, now))
      throw message(409, '409 Conflict: Resource lock')
    return { rebase_in_progress: true }
  },
)

export const getMergeRef = operation(
  {
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/merge_ref',
    summary: 'Get the merge ref of a merge request',
    auth: differs<Auth>('F3', { specification: 'user', real: 'public' }),
    subject: 'merge_request',
    sees: 'read_merge_request',
    params: iid,
    answers: {
      value: { type: 'object', properties: { commit_id: { type: 'string' } }, required: ['commit_id'] },
    },
    refuses: [400],
    beyond: true,
  },
  ({ world, mergeRequest, now }) => {
    const commit_id = mergeRefOf(world, mergeRequest, now)
    if (commit_id === undefined) throw message(400, 'Merge request is not mergeable')
    return { commit_id }
  },
)
