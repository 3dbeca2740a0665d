import { mergeRequestEntity } from '../../entities/merge-request.ts'
import { userRefEntity } from '../../entities/user-ref.ts'
import { participantsOf } from '../../model/discussions/participants.ts'
import { relatedMergeRequests } from '../../model/issues/issue-relations.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { listed } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required } from '../../protocol/params.ts'

const ISSUE = '/projects/:id/issues/:issue_iid'
const issueIid = { issue_iid: required(integer({ about: 'Internal id of the issue' })) }

export const listIssueParticipants = operation(
  {
    method: 'GET',
    path: `${ISSUE}/participants`,
    summary: 'Who takes part in an issue',
    auth: 'public',
    subject: 'issue',
    params: issueIid,
    answers: { many: userRefEntity },
    beyond: true,
  },
  ({ world, issue }) => listed(participantsOf(world, { kind: 'Issue', row: issue })),
)

export const listClosingMergeRequests = operation(
  {
    method: 'GET',
    path: `${ISSUE}/closed_by`,
    summary: 'List the merge requests that close an issue when they are merged',
    auth: 'public',
    subject: 'issue',
    params: issueIid,
    answers: { many: mergeRequestEntity },
    beyond: true,
  },
  ({ world, issue, view: { situation } }) =>
    listed(seen(situation, world.mergeRequests.by('byClosing', issue.projectId, issue.iid).list())),
)

export const listRelatedMergeRequests = operation(
  {
    method: 'GET',
    path: `${ISSUE}/related_merge_requests`,
    summary: 'List the merge requests that an issue mentions, or that mention it',
    auth: 'public',
    subject: 'issue',
    params: issueIid,
    answers: { many: mergeRequestEntity },
    beyond: true,
  },
  ({ world, issue, view: { situation } }) => listed(seen(situation, relatedMergeRequests(world, issue))),
)

function seen(situation: Situation, rows: readonly MergeRequest[]): MergeRequest[] {
  const shown = rows.filter((row) => can(situation, 'read_merge_request', row))
  return shown.sort((one, other) => one.iid - other.iid)
}
