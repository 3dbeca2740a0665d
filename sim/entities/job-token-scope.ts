import type { JobTokenGrant } from '../model/pipelines/job-token-scope.ts'
import { isJobTokenLimited } from '../model/pipelines/job-token-scopes.ts'
import type { Project } from '../model/projects/project.ts'
import { constant, entity, flag, integer, when } from './entity.ts'

/** The job token scope of a project. Outbound access is decided by the other projects. */
export const jobTokenScopeEntity = entity<Project>('JobTokenScope', {
  inbound_enabled: flag(({ id }, { world }) => isJobTokenLimited(world, id)),
  outbound_enabled: constant(false),
})

export const jobTokenGrantEntity = entity<JobTokenGrant>('JobTokenGrant', {
  source_project_id: integer(({ projectId }) => projectId),
  target_project_id: when(
    ({ to }) => to === 'project',
    integer(({ targetId }) => targetId),
  ),
  target_group_id: when(
    ({ to }) => to === 'group',
    integer(({ targetId }) => targetId),
  ),
})
