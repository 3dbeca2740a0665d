import { issueEntity } from '../../entities/issue.ts'
import { issuesIn } from '../../model/issues/references.ts'
import { seesIssue } from '../../policy/issues.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, lookedUp, required } from '../../protocol/params.ts'

export const listIssuesRelatedToMergeRequest = operation(
  {
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/related_issues',
    summary: 'List the issues related to a merge request',
    subject: 'merge_request',
    needs: 'read_merge_request',
    params: lookedUp({ merge_request_iid: required(integer({ about: 'IID of the merge request' })) }),
    answers: { many: issueEntity, unordered: true },
    beyond: true,
  },
  ({ world, project, mergeRequest, view }) => {
    const heads = world.notes.by('byNamedIssue', 'MergeRequest', mergeRequest.id).heads() as number[]
    const own = [mergeRequest.title, mergeRequest.description ?? ''].flatMap((text) => issuesIn(text))
    const iids = new Set([...own, ...heads])
    const issues = [...iids].flatMap((iid) => world.issues.find('byIid', project.id, iid) ?? [])
    return listingOf(issues.filter((issue) => seesIssue(view.situation, issue)).sort((a, b) => a.id - b.id))
  },
)
