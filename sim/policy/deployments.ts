import { protectionOf } from '../model/deployments/deployment-approvals.ts'
import type { EnvironmentAccess } from '../model/deployments/protected-environment.ts'
import type { Deployment } from '../model/pipelines/ci.ts'
import { levelIn, type Situation } from './abilities.ts'

/** Whether the caller may approve a deployment: by its rules, or without rules by the right to deploy. */
export function mayApprove(situation: Situation, { projectId, environmentId }: Deployment): boolean {
  const { world, caller } = situation
  const { name } = world.environments.require(environmentId)
  const protection = protectionOf(world, projectId, name)
  if (protection === undefined || caller.user === undefined) return false
  const entries: readonly EnvironmentAccess[] =
    protection.rules.length > 0 ? protection.rules : protection.deploy
  return caller.admin || entries.some((entry) => isLetIn(situation, projectId, entry))
}

function isLetIn(
  situation: Situation,
  projectId: number,
  { accessLevel, userId, groupId }: EnvironmentAccess,
): boolean {
  const { world, caller } = situation
  if (userId !== null) return userId === caller.user?.id
  if (groupId !== null)
    return world.members
      .by('bySource', 'group', groupId)
      .list()
      .some((member) => member.userId === caller.user?.id)
  return levelIn(situation, world.projects.require(projectId)) >= (accessLevel ?? 40)
}
