import { protectionOf } from '../model/deployments/deployment-approvals.ts'
import type { EnvironmentAccess } from '../model/deployments/protected-environment.ts'
import type { AccessLevel } from '../model/members/access-level.ts'
import type { Deployment } from '../model/pipelines/ci.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import { levelIn, type Situation } from './abilities.ts'
import { projectLevel } from './roles.ts'

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

function isLetIn(situation: Situation, projectId: number, entry: EnvironmentAccess): boolean {
  const { world, caller } = situation
  const level = levelIn(situation, world.projects.require(projectId))
  return caller.user !== undefined && admits(world, entry, caller.user.id, level)
}

/** Whether what a user approved counts for a rule. */
export function countsFor(
  world: World,
  { projectId }: Deployment,
  rule: EnvironmentAccess,
  userId: number,
  now: Instant,
): boolean {
  const user = world.users.get(userId)
  if (user === undefined) return false
  const level = projectLevel(world, user, world.projects.require(projectId), now)
  return admits(world, rule, userId, level)
}

function admits(
  world: World,
  { accessLevel, userId, groupId }: EnvironmentAccess,
  id: number,
  level: AccessLevel,
): boolean {
  if (userId !== null) return userId === id
  if (groupId === null) return level >= (accessLevel ?? 40)
  const members = world.members.by('bySource', 'group', groupId).list()
  return members.some((member) => member.userId === id)
}
