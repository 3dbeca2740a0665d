import type { ProtectedBranch, RefAccess } from '../model/protected-ref.ts'
import type { World } from '../model/world.ts'
import { licensed } from '../policy/tier.ts'
import { entity, type Field, flag, integer, many, nullable, text, when } from './entity.ts'

const LEVELS = { 0: 'No one', 30: 'Developers + Maintainers', 40: 'Maintainers', 60: 'Admins' } as const

const premium = (_: unknown, { world }: { readonly world: World }) => licensed(world, 'premium')

/** One entry of the access list of a protected branch. */
export const branchAccessEntity = entity<RefAccess>('BranchAccess', {
  id: integer(({ id }) => id),
  access_level: integer(({ accessLevel }) => accessLevel),
  access_level_description: text((access, { world }) => description(world, access)),
  user_id: when(premium, nullable(integer(({ userId }: RefAccess) => userId as number))),
  group_id: when(premium, nullable(integer(({ groupId }: RefAccess) => groupId as number))),
})

/** Who an entry lets in, in words. */
function description(world: World, { accessLevel, userId, groupId }: RefAccess): string {
  if (userId !== null) return world.users.get(userId)?.name ?? ''
  if (groupId !== null) return world.groups.get(groupId)?.name ?? ''
  return LEVELS[accessLevel]
}

function accesses(which: 'push' | 'merge' | 'unprotect'): Field<ProtectedBranch> {
  return many(branchAccessEntity, (branch: ProtectedBranch) => branch[which])
}

export const protectedBranchEntity = entity<ProtectedBranch>('ProtectedBranch', {
  id: integer(({ id }) => id),
  name: text(({ name }) => name),
  push_access_levels: accesses('push'),
  merge_access_levels: accesses('merge'),
  allow_force_push: flag(({ allowForcePush }) => allowForcePush),
  unprotect_access_levels: when(premium, accesses('unprotect')),
  code_owner_approval_required: when(
    premium,
    flag(({ codeOwnerApproval }: ProtectedBranch) => codeOwnerApproval),
  ),
})
