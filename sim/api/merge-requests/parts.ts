import { commitEntity } from '../../entities/commit.ts'
import { diffEntity } from '../../entities/diff.ts'
import { issueEntity } from '../../entities/issue.ts'
import { changesIn, mergeRequestChangesEntity, reviewerEntity } from '../../entities/merge-request-parts.ts'
import {
  mergeRequestVersionDetailEntity,
  mergeRequestVersionEntity,
} from '../../entities/merge-request-version.ts'
import { pipelineRefEntity } from '../../entities/pipeline-ref.ts'
import { userRefEntity } from '../../entities/user-ref.ts'
import { log } from '../../git/history.ts'
import { differs } from '../../lib/dialect.ts'
import { type ProjectCommit, projectCommit } from '../../model/commits/project-commit.ts'
import { participantsOf } from '../../model/discussions/participants.ts'
import { closedIssues } from '../../model/issues/closing.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import type { Pipeline } from '../../model/pipelines/ci.ts'
import { objectsOf } from '../../model/repository/repository.ts'
import type { World } from '../../model/world.ts'
import { seesIssue } from '../../policy/issues.ts'
import { indexListing, listingOf } from '../../protocol/listing.ts'
import { type Auth, operation } from '../../protocol/operation.ts'
import { integer, lookedUp, required } from '../../protocol/params.ts'
import { recordNotFound } from '../../protocol/refusal.ts'
import type { Run } from '../../store/run.ts'
import { unionOf } from '../../store/union.ts'

const auth = differs<Auth>('F3', { specification: 'user', real: 'public' })
const iid = { merge_request_iid: required(integer({ about: 'IID of the merge request' })) }

export const listMergeRequestCommits = operation(
  {
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/commits',
    summary: 'List the commits of a merge request',
    auth,
    subject: 'merge_request',
    needs: 'read_merge_request',
    params: iid,
    answers: { many: commitEntity },
    beyond: true,
  },
  ({ world, mergeRequest }) => listingOf(commitsOf(world, mergeRequest)),
)

function commitsOf(
  world: World,
  { sha, baseSha, sourceProjectId, projectId }: MergeRequest,
): ProjectCommit[] {
  if (sha === null) return []
  const project = world.projects.get(sourceProjectId) ?? world.projects.require(projectId)
  const exclude = baseSha === null ? [] : [baseSha]
  return [...log(objectsOf(world), sha, { exclude })].map((entry) => projectCommit(project, entry))
}

export const getMergeRequestChanges = operation(
  {
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/changes',
    summary: 'Get a merge request with its changes',
    auth,
    subject: 'merge_request',
    needs: 'read_merge_request',
    params: lookedUp(iid),
    answers: { one: mergeRequestChangesEntity },
    deprecated: true,
    beyond: true,
  },
  ({ mergeRequest }) => mergeRequest,
)

export const listMergeRequestDiffs = operation(
  {
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/diffs',
    summary: 'List the diffs of a merge request',
    auth,
    subject: 'merge_request',
    needs: 'read_merge_request',
    params: iid,
    answers: { many: diffEntity },
    beyond: true,
  },
  ({ world, mergeRequest }) => listingOf(changesIn(world, mergeRequest).files),
)

export const listMergeRequestVersions = operation(
  {
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/versions',
    summary: 'List the diff versions of a merge request',
    auth,
    subject: 'merge_request',
    needs: 'read_merge_request',
    params: iid,
    answers: { many: mergeRequestVersionEntity },
    beyond: true,
  },
  ({ world, mergeRequest }) =>
    indexListing(world.mergeRequestVersions.by('byMergeRequest', mergeRequest.id), 'descending'),
)

export const getMergeRequestVersion = operation(
  {
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/versions/:version_id',
    summary: 'Get a diff version of a merge request',
    auth,
    subject: 'merge_request',
    needs: 'read_merge_request',
    params: { ...iid, version_id: required(integer({ about: 'ID of the version' })) },
    answers: { one: mergeRequestVersionDetailEntity },
    beyond: true,
  },
  ({ world, mergeRequest, params }) => {
    const version = world.mergeRequestVersions.get(params.version_id ?? 0)
    if (version?.mergeRequestId !== mergeRequest.id) throw recordNotFound()
    return version
  },
)

export const listMergeRequestParticipants = operation(
  {
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/participants',
    summary: 'List the participants of a merge request',
    auth,
    subject: 'merge_request',
    needs: 'read_merge_request',
    params: lookedUp(iid),
    answers: { many: userRefEntity, unordered: true },
    beyond: true,
  },
  ({ world, mergeRequest }) => listingOf(participantsOf(world, { kind: 'MergeRequest', row: mergeRequest })),
)

export const listMergeRequestReviewers = operation(
  {
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/reviewers',
    summary: 'List the reviewers of a merge request',
    auth,
    subject: 'merge_request',
    needs: 'read_merge_request',
    params: lookedUp(iid),
    answers: { many: reviewerEntity, unordered: true },
    beyond: true,
  },
  ({ world, mergeRequest }) => {
    const users = mergeRequest.reviewerIds
      .map((id) => world.users.get(id))
      .filter((user) => user !== undefined)
    return listingOf(users.map((user) => ({ user, mergeRequest })))
  },
)

export const listMergeRequestPipelines = operation(
  {
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/pipelines',
    summary: 'List the pipelines of a merge request',
    auth,
    subject: 'merge_request',
    needs: ['read_pipelines', 'read_merge_request'],
    params: iid,
    answers: { many: pipelineRefEntity },
    beyond: true,
  },
  ({ world, mergeRequest }) => indexListing(pipelinesOf(world, mergeRequest), 'descending'),
)

/** The pipelines that run for a merge request, and those that ran on its branch for one of its commits. */
function pipelinesOf(world: World, mergeRequest: MergeRequest): Run<Pipeline> {
  const { id, sourceProjectId, sourceBranch } = mergeRequest
  const { pipelines } = world
  const runs = [pipelines.by('byMergeRequest', id)]
  for (const commit of commitsOf(world, mergeRequest)) {
    const place = [sourceProjectId, commit.id, sourceBranch] as const
    const onBranch = pipelines.by('byShaRef', ...place)
    if (onBranch.count(1) === 0) continue
    const both = pipelines.by('byMergeRequestRef', id, ...place)
    runs.push(both.count(1) === 0 ? onBranch : onBranch.without(both))
  }
  return unionOf(runs)
}

export const listIssuesClosedByMergeRequest = operation(
  {
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/closes_issues',
    summary: 'List the issues that a merge request closes',
    auth,
    subject: 'merge_request',
    needs: 'read_merge_request',
    params: lookedUp(iid),
    answers: { many: issueEntity, unordered: true },
    beyond: true,
  },
  ({ world, project, mergeRequest, view }) => {
    if (mergeRequest.targetBranch !== project.defaultBranch) return listingOf([])
    const texts = [
      mergeRequest.title,
      mergeRequest.description,
      ...commitsOf(world, mergeRequest).map(({ commit }) => commit.message),
    ]
    const iids = new Set(texts.flatMap((text) => closedIssues(text)))
    const issues = [...iids].map((iid) => world.issues.find('byIid', project.id, iid))
    return listingOf(
      issues.filter((issue) => issue !== undefined).filter((issue) => seesIssue(view.situation, issue)),
    )
  },
)
