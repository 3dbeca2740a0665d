import { approvalsEntity } from '../../entities/approvals.ts'
import { approve as addApproval, unapprove as takeApproval } from '../../model/approving.ts'
import type { User } from '../../model/user.ts'
import { isApprover, mayApprove } from '../../policy/approving.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required, string } from '../../protocol/params.ts'
import { forbidden, message, notFound, unauthorized } from '../../protocol/refusal.ts'

const iid = { merge_request_iid: required(integer({ about: 'Internal id of the merge request' })) }

export const approve = operation(
  {
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/approve',
    summary: 'Approve a merge request',
    subject: 'merge_request',
    params: {
      ...iid,
      sha: string({ about: 'Has to be the head of the source branch' }),
      approval_password: string({ about: 'Asked for where the project says so; any text will do' }),
    },
    answers: { status: 201, one: approvalsEntity },
    refuses: [401, 409],
    beyond: true,
  },
  ({ world, caller, project, mergeRequest, params, view, now }) => {
    if (!isApprover(view.situation, mergeRequest)) throw forbidden()
    if (params.sha && params.sha !== mergeRequest.sha)
      throw message(409, `SHA does not match HEAD of source branch: ${mergeRequest.sha}`)
    if (project.approvals.requirePassword && !params.approval_password) throw unauthorized()
    if (!mayApprove(view.situation, mergeRequest)) throw unauthorized()
    return addApproval(world, mergeRequest, caller.user as User, now)
  },
)

export const unapprove = operation(
  {
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/unapprove',
    summary: 'Take back an approval',
    subject: 'merge_request',
    params: iid,
    answers: { status: 201, one: approvalsEntity },
    beyond: true,
  },
  ({ world, caller, mergeRequest, view, now }) => {
    if (!isApprover(view.situation, mergeRequest)) throw forbidden()
    const changed = takeApproval(world, mergeRequest, caller.user as User, now)
    if (changed === undefined) throw notFound()
    return changed
  },
)
