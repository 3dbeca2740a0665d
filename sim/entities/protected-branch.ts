import type { ProtectedBranch } from '../model/protected-tags/protected-ref.ts'
import { entity, type Field, flag, integer, many, text, when } from './entity.ts'
import { isPremium, keyedRefAccessEntity, refAccessEntity } from './ref-access.ts'

function accesses(which: 'push' | 'merge' | 'unprotect'): Field<ProtectedBranch> {
  return many(
    which === 'push' ? keyedRefAccessEntity : refAccessEntity,
    (branch: ProtectedBranch) => branch[which],
  )
}

export const protectedBranchEntity = entity<ProtectedBranch>('ProtectedBranch', {
  id: integer(({ id }) => id),
  name: text(({ name }) => name),
  push_access_levels: accesses('push'),
  merge_access_levels: accesses('merge'),
  allow_force_push: flag(({ allowForcePush }) => allowForcePush),
  unprotect_access_levels: when(isPremium, accesses('unprotect')),
  code_owner_approval_required: when(
    isPremium,
    flag(({ codeOwnerApproval }: ProtectedBranch) => codeOwnerApproval),
  ),
})
