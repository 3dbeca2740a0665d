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

/** The number of approvals that a deployment to an environment requires. */
export function approvalsRequired(world: World, projectId: number, environment: string): number {
  const protection = protectionOf(world, projectId, environment)
  if (protection === undefined) return 0
  return protection.requiredApprovals || protection.rules.reduce((sum, { required }) => sum + required, 0)
}

/** True for a job that deploys to an environment which requires approvals. */
export function needsApproval(world: World, { projectId, environment }: CiJob): boolean {
  return environment?.action === 'start' && approvalsRequired(world, projectId, environment.name) > 0
}

/** The number of approvals still missing. */
export function approvalsMissing(
  world: World,
  { projectId, environmentId, approvals = [] }: Deployment,
): number {
  const { name } = world.environments.require(environmentId)
  const given = approvals.filter(({ status }) => status === 'approved').length
  return Math.max(0, approvalsRequired(world, projectId, name) - given)
}

/** Records an approval or rejection of a deployment; with enough approvals its job may run. */
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
