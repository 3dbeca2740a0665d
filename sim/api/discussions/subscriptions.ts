import { issueDetailEntity } from '../../entities/issue-detail.ts'
import { mergeRequestDetailEntity } from '../../entities/merge-request.ts'
import type { Issuable } from '../../model/discussions/notes.ts'
import { subscribe as follow } from '../../model/discussions/subscriptions.ts'
import type { User } from '../../model/users/user.ts'
import type { Situation } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, lookedUp, required } from '../../protocol/params.ts'
import { Refusal } from '../../protocol/refusal.ts'

const issueIid = lookedUp({ issue_iid: required(integer({ about: 'IID of the issue' })) })
const mergeRequestIid = lookedUp({
  merge_request_iid: required(integer({ about: 'IID of the merge request' })),
})

export const subscribeToIssue = operation(
  {
    method: 'POST',
    path: '/projects/:id/issues/:issue_iid/subscribe',
    summary: 'Subscribe to an issue (304 if already subscribed)',
    subject: 'issue',
    params: issueIid,
    answers: { status: 201, one: issueDetailEntity },
    refuses: [304],
    beyond: true,
  },
  ({ issue, view }) => setSubscription(view.situation, { kind: 'Issue', row: issue }, true, issue),
)

export const unsubscribeFromIssue = operation(
  {
    method: 'POST',
    path: '/projects/:id/issues/:issue_iid/unsubscribe',
    summary: 'Unsubscribe from an issue (304 if not subscribed)',
    subject: 'issue',
    params: issueIid,
    answers: { status: 201, one: issueDetailEntity },
    refuses: [304],
    beyond: true,
  },
  ({ issue, view }) => setSubscription(view.situation, { kind: 'Issue', row: issue }, false, issue),
)

export const subscribeToMergeRequest = operation(
  {
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/subscribe',
    summary: 'Subscribe to a merge request (304 if already subscribed)',
    subject: 'merge_request',
    needs: 'update_merge_request',
    params: mergeRequestIid,
    answers: { status: 201, one: mergeRequestDetailEntity },
    refuses: [304],
    beyond: true,
  },
  ({ mergeRequest, view }) =>
    setSubscription(view.situation, { kind: 'MergeRequest', row: mergeRequest }, true, mergeRequest),
)

export const unsubscribeFromMergeRequest = operation(
  {
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/unsubscribe',
    summary: 'Unsubscribe from a merge request (304 if not subscribed)',
    subject: 'merge_request',
    needs: 'update_merge_request',
    params: mergeRequestIid,
    answers: { status: 201, one: mergeRequestDetailEntity },
    refuses: [304],
    beyond: true,
  },
  ({ mergeRequest, view }) =>
    setSubscription(view.situation, { kind: 'MergeRequest', row: mergeRequest }, false, mergeRequest),
)

function setSubscription<Row>({ world, caller }: Situation, on: Issuable, wanted: boolean, row: Row): Row {
  if (follow(world, on, caller.user as User, wanted)) return row
  throw new Refusal(304, null, { text: '' })
}
