import { allowedGroupEntity } from '../../entities/group.ts'
import { jobTokenGrantEntity, jobTokenScopeEntity } from '../../entities/job-token-scope.ts'
import { basicProjectEntity } from '../../entities/project.ts'
import type { JobTokenGrant } from '../../model/pipelines/job-token-scope.ts'
import {
  grantJobTokenAccess,
  jobTokenGrantsOf,
  limitJobTokens,
} from '../../model/pipelines/job-token-scopes.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { seesGroup, seesProject } from '../../policy/visible.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, required } from '../../protocol/params.ts'
import { badRequest, notFound } from '../../protocol/refusal.ts'
import { refuseInvalid } from './refuse-invalid.ts'

const SCOPE = '/projects/:id/job_token_scope'
const common = { subject: 'project', needs: 'admin_project', beyond: true } as const

export const getJobTokenScope = operation(
  {
    ...common,
    method: 'GET',
    path: SCOPE,
    summary: 'Get the job token access settings of a project',
    answers: { one: jobTokenScopeEntity },
  },
  ({ project }) => project,
)

export const updateJobTokenScope = operation(
  {
    ...common,
    method: 'PATCH',
    path: SCOPE,
    summary: 'Update the job token access settings of a project',
    params: {
      enabled: required(
        boolean({ notBlank: true, about: 'Whether only projects and groups on an allowlist have access' }),
      ),
    },
    answers: { status: 204 },
  },
  ({ world, project, params }) => limitJobTokens(world, project, params.enabled === true),
)

export const listJobTokenAllowlistProjects = operation(
  {
    ...common,
    method: 'GET',
    path: `${SCOPE}/allowlist`,
    summary: 'List the projects on the job token allowlist',
    answers: { many: basicProjectEntity, unordered: true },
  },
  ({ world, project, view }) => {
    const others = jobTokenGrantsOf(world, project, 'project').flatMap(({ targetId }) => {
      const target = world.projects.get(targetId)
      return target && sees(view.situation, target) ? [target] : []
    })
    return listingOf([project, ...others])
  },
)

export const listJobTokenAllowlistGroups = operation(
  {
    ...common,
    method: 'GET',
    path: `${SCOPE}/groups_allowlist`,
    summary: 'List the groups on the job token allowlist',
    answers: { many: allowedGroupEntity, unordered: true },
  },
  ({ world, project, caller, now }) => {
    const groups = jobTokenGrantsOf(world, project, 'group').flatMap(({ targetId }) => {
      const target = world.groups.get(targetId)
      return target && seesGroup(world, caller, target, now) ? [target] : []
    })
    return listingOf(groups)
  },
)

export const addProjectToJobTokenAllowlist = operation(
  {
    ...common,
    method: 'POST',
    path: `${SCOPE}/allowlist`,
    summary: 'Add a project to the job token allowlist',
    params: { target_project_id: required(integer({ about: 'ID of the project to add or remove' })) },
    answers: { status: 201, one: jobTokenGrantEntity },
    refuses: [400, 404],
  },
  ({ world, project, params, view }) => {
    const target = world.projects.get(params.target_project_id ?? 0)
    if (target === undefined || !sees(view.situation, target)) throw notFound('Project')
    return refuseInvalid(() => grantJobTokenAccess(world, project, 'project', target.id))
  },
)

export const addGroupToJobTokenAllowlist = operation(
  {
    ...common,
    method: 'POST',
    path: `${SCOPE}/groups_allowlist`,
    summary: 'Add a group to the job token allowlist',
    params: { target_group_id: required(integer({ about: 'ID of the group' })) },
    answers: { status: 201, one: jobTokenGrantEntity },
    refuses: [400, 404],
  },
  ({ world, project, params, caller, now }) => {
    const target = world.groups.get(params.target_group_id ?? 0)
    if (target === undefined || !seesGroup(world, caller, target, now)) throw notFound('Group')
    return refuseInvalid(() => grantJobTokenAccess(world, project, 'group', target.id))
  },
)

export const removeProjectFromJobTokenAllowlist = operation(
  {
    ...common,
    method: 'DELETE',
    path: `${SCOPE}/allowlist/:target_project_id`,
    summary: 'Remove a project from the job token allowlist',
    params: { target_project_id: required(integer({ about: 'ID of the project to add or remove' })) },
    answers: { status: 204 },
    refuses: [400, 404],
  },
  ({ world, project, params, view }) => {
    const id = params.target_project_id ?? 0
    if (id === project.id) throw badRequest('Source project cannot be removed from the job token scope')
    const target = world.projects.get(id)
    removeGrant(world, project, 'project', id, target !== undefined && sees(view.situation, target))
  },
)

export const removeGroupFromJobTokenAllowlist = operation(
  {
    ...common,
    method: 'DELETE',
    path: `${SCOPE}/groups_allowlist/:target_group_id`,
    summary: 'Remove a group from the job token allowlist',
    params: { target_group_id: required(integer({ about: 'ID of the group' })) },
    answers: { status: 204 },
    refuses: [400, 404],
  },
  ({ world, project, params, caller, now }) => {
    const id = params.target_group_id ?? 0
    const target = world.groups.get(id)
    removeGrant(world, project, 'group', id, target !== undefined && seesGroup(world, caller, target, now))
  },
)

// What is listed is removed also by who does not see it; of anything else a caller learns no more than they see.
function removeGrant(
  world: World,
  project: Project,
  to: JobTokenGrant['to'],
  id: number,
  seen: boolean,
): void {
  const grant = world.jobTokenGrants.find('byProject', project.id, to, id)
  if (grant === undefined && !seen) throw notFound(to === 'group' ? 'Group' : 'Project')
  if (grant === undefined) throw badRequest(`Target ${to} is not in the job token scope`)
  world.jobTokenGrants.delete(grant.id)
}

function sees({ world, caller, now }: Situation, project: Project): boolean {
  return seesProject(world, caller, project, now)
}
