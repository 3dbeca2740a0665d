import { approvalsEntity } from '../../entities/approvals.ts'
import { since } from '../../lib/dialect.ts'
import { approvalSettings } from '../../model/approvals/approval-settings.ts'
import {
  approve as addApproval,
  removeApprovals,
  unapprove as withdrawApproval,
} from '../../model/approvals/approve.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import { passwordMatches } from '../../model/users/password.ts'
import type { User } from '../../model/users/user.ts'
import { levelIn } from '../../policy/abilities.ts'
import { isApprover, mayApprove } from '../../policy/approving.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, required, string } from '../../protocol/params.ts'
import { forbidden, message, notFound, unauthorized } from '../../protocol/refusal.ts'
import { publishDrafts } from '../shared/draft-notes.ts'
import { completeTodoItems } from '../shared/todo-items.ts'

const iid = { merge_request_iid: required(integer({ about: 'IID of the merge request' })) }

export const approveMergeRequest = operation(
  {
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/approve',
    summary: 'Approve a merge request',
    subject: 'merge_request',
    params: {
      ...iid,
      sha: string({ about: 'Expected head of the source branch; 409 if it is another' }),
      approval_password: string({
        about: 'Password of the caller, if the project requires it; `USERNAME-password` in the demo world',
      }),
      publish_review: since(
        'approvals#later-publish-review',
        boolean({ about: 'Also publishes the drafts of the caller' }),
      ),
    },
    answers: { status: 201, one: approvalsEntity },
    refuses: [401, 409],
    beyond: true,
  },
  ({ world, caller, project, mergeRequest, params, view, now, drawText }) => {
    if (!isApprover(view.situation, mergeRequest)) throw forbidden()
    if (params.sha != null && params.sha !== mergeRequest.sha)
      throw message(409, `SHA does not match HEAD of source branch: ${mergeRequest.sha}`)
    const user = caller.user as User
    const { requirePassword } = approvalSettings(world, project)
    if (requirePassword && !passwordMatches(user, params.approval_password ?? '')) throw unauthorized()
    if (!mayApprove(view.situation, mergeRequest)) throw unauthorized()
    if (params.publish_review) publishDrafts(view.situation, mergeRequest, drawText)
    completeTodoItems(view.situation, { kind: 'MergeRequest', row: mergeRequest })
    return addApproval(world, mergeRequest, user, now)
  },
)

export const unapproveMergeRequest = operation(
  {
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/unapprove',
    summary: 'Unapprove a merge request',
    subject: 'merge_request',
    params: iid,
    answers: { status: 201, one: approvalsEntity },
    beyond: true,
  },
  ({ world, caller, mergeRequest, view, now }) => {
    if (!isApprover(view.situation, mergeRequest)) throw forbidden()
    // A merged merge request keeps its approvals.
    if (mergeRequest.state === 'merged') throw notFound()
    const changed = withdrawApproval(world, mergeRequest, caller.user as User, now)
    if (changed === undefined) throw notFound()
    return changed
  },
)

export const resetApprovals = operation(
  {
    method: 'PUT',
    path: '/projects/:id/merge_requests/:merge_request_iid/reset_approvals',
    summary: 'Reset the approvals of a merge request (bots only)',
    subject: 'merge_request',
    needs: 'read_merge_request',
    params: iid,
    answers: { status: 202, value: { const: 202 } },
    refuses: [401],
    beyond: true,
  },
  ({ world, caller, project, mergeRequest, view }) => {
    const bot = caller.user?.bot === true && levelIn(view.situation, project) > accessLevels.none
    if (!bot || project.archived || mergeRequest.state === 'merged') throw unauthorized()
    removeApprovals(world, mergeRequest)
  },
)
