import type { Instant } from '../../time/calendar.ts'
import type { CiJob, Deployment, DeploymentApproval } from '../pipelines/ci.ts'
import type { World } from '../world.ts'
import type { ProtectedEnvironment } from './protected-environment.ts'

/** The protection of an environment of a project. */
export function protectionOf(
  world: World,
  projectId: number,
  environment: string,
): ProtectedEnvironment | undefined {
  return world.protectedEnvironments.find('byOwner', 'project', projectId, environment)
}

/** How many people have to consent before anything is deployed to an environment. */
export function approvalsRequired(world: World, projectId: number, environment: string): number {
  const protection = protectionOf(world, projectId, environment)
  if (protection === undefined) return 0
  return protection.requiredApprovals || protection.rules.reduce((sum, { required }) => sum + required, 0)
}

/** True for a job that would deploy where people have to consent first. */
export function needsApproval(world: World, { projectId, environment }: CiJob): boolean {
  return environment?.action === 'start' && approvalsRequired(world, projectId, environment.name) > 0
}

/** How many people still have to consent. */
export function approvalsMissing(
  world: World,
  { projectId, environmentId, approvals = [] }: Deployment,
): number {
  const { name } = world.environments.require(environmentId)
  const given = approvals.filter(({ status }) => status === 'approved').length
  return Math.max(0, approvalsRequired(world, projectId, name) - given)
}

/** Records what somebody says of a deployment that waits; with enough consent its job may be let run. */
export function recordDeploymentApproval(
  world: World,
  deployment: Deployment,
  approval: Omit<DeploymentApproval, 'createdAt'>,
  now: Instant,
): DeploymentApproval {
  const before = (deployment.approvals ?? []).filter(({ userId }) => userId !== approval.userId)
  const given = { ...approval, createdAt: now }
  const said = world.deployments.put({ ...deployment, approvals: [...before, given] })
  if (approvalsMissing(world, said) === 0) world.deployments.put({ ...said, status: 'created' })
  return given
}
