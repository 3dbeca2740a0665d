import type {
  EnvironmentAccess,
  EnvironmentRule,
  ProtectedEnvironment,
} from '../model/deployments/protected-environment.ts'
import { entity, type Fields, integer, many, nullable, text, type View } from './entity.ts'

const levels: { readonly [level: number]: string } = {
  30: 'Developers + Maintainers',
  40: 'Maintainers',
  60: 'Administrators',
}

/** To whom an entry gives access, in words. */
export function inWords({ accessLevel, userId, groupId }: EnvironmentAccess, { world }: View): string {
  if (userId !== null) return world.users.get(userId)?.name ?? ''
  if (groupId !== null) return world.groups.get(groupId)?.name ?? ''
  return levels[accessLevel ?? 40] ?? 'Maintainers'
}

const access: Fields<EnvironmentAccess> = {
  id: integer(({ id }) => id),
  access_level: nullable(integer(({ accessLevel }: EnvironmentAccess) => accessLevel as number)),
  access_level_description: text(inWords),
  user_id: nullable(integer(({ userId }: EnvironmentAccess) => userId as number)),
  group_id: nullable(integer(({ groupId }: EnvironmentAccess) => groupId as number)),
  group_inheritance_type: integer(({ inheritance }) => inheritance),
}

const accessEntity = entity<EnvironmentAccess>('EnvironmentAccess', access)
const ruleEntity = entity<EnvironmentRule>('EnvironmentApprovalRule', {
  ...(access as Fields<EnvironmentRule>),
  required_approvals: integer(({ required }) => required),
})

export const protectedEnvironmentEntity = entity<ProtectedEnvironment>('ProtectedEnvironment', {
  name: text(({ name }) => name),
  deploy_access_levels: many(accessEntity, ({ deploy }) => deploy),
  required_approval_count: integer(({ requiredApprovals }) => requiredApprovals),
  approval_rules: many(ruleEntity, ({ rules }) => rules),
})
