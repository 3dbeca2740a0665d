import { answeredCheckEntity, statusCheckEntity } from '../../entities/status-check.ts'
import { webAddressFault } from '../../model/hooks/outbound-rules.ts'
import type { StatusCheck } from '../../model/hooks/status-check.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import { BLANK, TAKEN } from '../../model/names.ts'
import type { Project } from '../../model/projects/project.ts'
import { protectionsCovering } from '../../model/protected-tags/protections.ts'
import { nextId, type World } from '../../model/world.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, integerList, lookedUp, oneOf, required, string } from '../../protocol/params.ts'
import { message, notFound, recordNotFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'

const CHECKS = '/projects/:id/external_status_checks'
const ultimate = {
  tier: 'ultimate',
  unlicensed: { status: 401, body: { message: '401 Unauthorized' } },
} as const
const common = { ...ultimate, subject: 'project', needs: 'admin_project', beyond: true } as const
const values = {
  shared_secret: string({ about: 'Secret that signs the requests to the service' }),
  protected_branch_ids: integerList({
    about: 'IDs of the protected branches whose merge requests are checked; all branches by default',
  }),
}

export const listProjectStatusChecks = operation(
  {
    ...common,
    method: 'GET',
    path: CHECKS,
    summary: 'List the external status checks of a project',
    answers: { many: statusCheckEntity, unordered: true },
  },
  ({ world, project }) => listingOf(checksOf(world, project.id)),
)

export const createProjectStatusCheck = operation(
  {
    ...common,
    method: 'POST',
    path: CHECKS,
    summary: 'Create an external status check in a project',
    params: { name: required(string()), external_url: required(string()), ...values },
    answers: { status: 201, one: statusCheckEntity },
    refuses: [400, 404],
  },
  ({ world, project, params, now }) => {
    const { name, external_url: externalUrl, shared_secret: sharedSecret, protected_branch_ids: ids } = params
    const check = {
      id: nextId(world, 'statusChecks'),
      projectId: project.id,
      name: name ?? '',
      externalUrl: externalUrl ?? '',
      sharedSecret: sharedSecret || null,
      protectedBranchIds: branchesOf(world, project, ids),
      updatedAt: now,
    }
    refuseInvalidRow(() => refuseInvalid(world, check))
    return world.statusChecks.insert(check)
  },
)

export const updateProjectStatusCheck = operation(
  {
    ...common,
    method: 'PUT',
    path: `${CHECKS}/:check_id`,
    summary: 'Update an external status check of a project',
    params: { ...checkId(), name: string(), external_url: string(), ...values },
    answers: { one: statusCheckEntity },
    refuses: [400, 404],
  },
  ({ world, project, params, now }) => {
    const { name, external_url: externalUrl, shared_secret: sharedSecret, protected_branch_ids: ids } = params
    const check = {
      ...findCheck(world, project, params.check_id),
      ...(name != null && { name }),
      ...(externalUrl != null && { externalUrl }),
      ...(sharedSecret !== undefined && { sharedSecret: sharedSecret || null }),
      ...(ids !== undefined && { protectedBranchIds: branchesOf(world, project, ids) }),
      updatedAt: now,
    }
    refuseInvalidRow(() => refuseInvalid(world, check))
    return world.statusChecks.put(check)
  },
)

export const deleteProjectStatusCheck = operation(
  {
    ...common,
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: `${CHECKS}/:check_id`,
    summary: 'Delete an external status check of a project',
    params: checkId(),
    answers: { status: 204 },
    refuses: [404],
  },
  ({ world, project, params, unmodified }) => {
    world.statusChecks.delete(unmodified(findCheck(world, project, params.check_id)).id)
  },
)

const REQUEST = '/projects/:id/merge_requests/:merge_request_iid'
const iid = { merge_request_iid: required(integer({ about: 'IID of the merge request' })) }

export const listMergeRequestStatusChecks = operation(
  {
    ...ultimate,
    method: 'GET',
    path: `${REQUEST}/status_checks`,
    summary: 'List the external status checks of a merge request',
    subject: 'merge_request',
    sees: 'read_merge_request',
    params: lookedUp(iid),
    answers: { many: answeredCheckEntity, unordered: true },
    beyond: true,
  },
  ({ world, mergeRequest }) => {
    const checks = checksOf(world, mergeRequest.projectId).filter((it) => appliesTo(world, it, mergeRequest))
    return listingOf(
      checks.map((check) => {
        const response = world.statusCheckResponses.by('byMergeRequest', mergeRequest.id, check.id).last()
        return { check, status: response?.sha === mergeRequest.sha ? response.status : ('pending' as const) }
      }),
    )
  },
)

export const setMergeRequestStatusCheckStatus = operation(
  {
    ...ultimate,
    method: 'POST',
    path: `${REQUEST}/status_check_responses`,
    summary: 'Set the status of an external status check of a merge request',
    subject: 'merge_request',
    sees: 'read_merge_request',
    needs: 'answer_status_checks',
    params: {
      ...iid,
      sha: required(string({ about: 'SHA of the head of the source branch' })),
      external_status_check_id: required(integer({ about: 'ID of the external status check' })),
      status: oneOf(['passed', 'failed', 'pending'], { about: '`passed` by default' }),
    },
    answers: { status: 201, one: statusCheckEntity },
    refuses: [404, 409],
    beyond: true,
  },
  ({ world, project, mergeRequest, params }) => {
    const check = findCheck(world, project, params.external_status_check_id)
    if (params.sha !== mergeRequest.sha) throw message(409, 'SHA does not match HEAD of source branch')
    world.statusCheckResponses.insert({
      id: nextId(world, 'statusCheckResponses'),
      projectId: project.id,
      mergeRequestId: mergeRequest.id,
      statusCheckId: check.id,
      sha: params.sha ?? '',
      status: params.status ?? 'passed',
    })
    return check
  },
)

export const retryMergeRequestStatusCheck = operation(
  {
    ...ultimate,
    method: 'POST',
    path: `${REQUEST}/status_checks/:external_status_check_id/retry`,
    summary: 'Retry a failed external status check of a merge request',
    subject: 'merge_request',
    sees: 'read_merge_request',
    needs: 'answer_status_checks',
    params: {
      ...iid,
      external_status_check_id: required(integer({ about: 'ID of the external status check' })),
    },
    answers: { status: 202, value: { type: 'object' } },
    refuses: [404, 422],
    beyond: true,
  },
  ({ world, project, mergeRequest, params }) => {
    const check = findCheck(world, project, params.external_status_check_id)
    const response = world.statusCheckResponses.by('byMergeRequest', mergeRequest.id, check.id).last()
    if (response?.status !== 'failed') throw message(422, 'External status check must be failed')
    world.statusCheckResponses.put({ ...response, status: 'pending' })
    return { message: '202 Accepted' }
  },
)

function checkId() {
  return { check_id: required(integer({ about: 'ID of the external status check' })) }
}

function checksOf(world: World, projectId: number): StatusCheck[] {
  return world.statusChecks
    .by('byProject', projectId)
    .list()
    .sort((a, b) => a.id - b.id)
}

function findCheck(world: World, project: Project, id: number | null): StatusCheck {
  const check = world.statusChecks.get(id ?? 0)
  if (check === undefined || check.projectId !== project.id) throw recordNotFound()
  return check
}

function appliesTo(world: World, { protectedBranchIds: ids }: StatusCheck, { targetBranch }: MergeRequest) {
  const branches = ids.flatMap((id) => world.protectedBranches.get(id) ?? [])
  return ids.length === 0 || protectionsCovering(branches, targetBranch).length > 0
}

function branchesOf(world: World, project: Project, ids: readonly number[] = []): readonly number[] {
  for (const id of ids) if (world.protectedBranches.get(id)?.projectId !== project.id) throw notFound()
  return ids
}

/** Throws InvalidRow. */
function refuseInvalid(world: World, { id, projectId, name, externalUrl }: StatusCheck): void {
  const others = checksOf(world, projectId).filter((it) => it.id !== id)
  const errors: { [attribute: string]: string[] } = {}
  if (name.trim() === '') errors.name = [BLANK]
  else if (others.some((it) => it.name === name)) errors.name = [TAKEN]
  const fault = webAddressFault(world, externalUrl)
  if (fault !== undefined) errors.external_url = [`is blocked: ${fault}`]
  else if (others.some((it) => it.externalUrl === externalUrl)) errors.external_url = [TAKEN]
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
}
