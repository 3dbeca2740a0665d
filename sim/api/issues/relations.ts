import { mergeRequestEntity } from '../../entities/merge-request.ts'
import { userRefEntity } from '../../entities/user-ref.ts'
import { participantsOf } from '../../model/discussions/participants.ts'
import { relatedMergeRequests } from '../../model/issues/issue-relations.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { indexListing, type Listing, listingOf, mergeListings } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required } from '../../protocol/params.ts'
import type { Run } from '../../store/run.ts'

const ISSUE = '/projects/:id/issues/:issue_iid'
const issueIid = { issue_iid: required(integer({ about: 'IID of the issue' })) }

export const listIssueParticipants = operation(
  {
    method: 'GET',
    path: `${ISSUE}/participants`,
    summary: 'List the participants of an issue',
    auth: 'public',
    subject: 'issue',
    params: issueIid,
    answers: { many: userRefEntity, unordered: true },
    beyond: true,
  },
  ({ world, issue }) => listingOf(participantsOf(world, { kind: 'Issue', row: issue })),
)

export const listMergeRequestsClosingIssue = operation(
  {
    method: 'GET',
    path: `${ISSUE}/closed_by`,
    summary: 'List the merge requests that close an issue',
    auth: 'public',
    subject: 'issue',
    params: issueIid,
    answers: { many: mergeRequestEntity, unordered: true },
    beyond: true,
  },
  ({ world, issue, view: { situation } }) =>
    visible(situation, world.mergeRequests.by('byClosing', issue.projectId, issue.iid), []),
)

export const listMergeRequestsRelatedToIssue = operation(
  {
    method: 'GET',
    path: `${ISSUE}/related_merge_requests`,
    summary: 'List the merge requests related to an issue',
    auth: 'public',
    subject: 'issue',
    params: issueIid,
    answers: { many: mergeRequestEntity, unordered: true },
    beyond: true,
  },
  ({ world, issue, view: { situation } }) => {
    const { run, named } = relatedMergeRequests(world, issue)
    return visible(situation, run, named)
  },
)

// Whoever sees one merge request of a project sees all of them.
function visible(
  situation: Situation,
  run: Run<MergeRequest>,
  others: readonly MergeRequest[],
): Listing<MergeRequest> {
  const first = others[0] ?? run.first()
  if (first === undefined || !can(situation, 'read_merge_request', first)) return listingOf([])
  const listed = indexListing(run, 'ascending')
  return others.length === 0
    ? listed
    : mergeListings([listed, listingOf(others)], (one, other) => one.iid - other.iid)
}
