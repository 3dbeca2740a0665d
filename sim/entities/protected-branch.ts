import { since } from '../lib/dialect.ts'
import type { BranchProtection } from '../model/protected-tags/protected-ref.ts'
import { entity, type Field, type Fields, flag, integer, many, text, when } from './entity.ts'
import { isPremium, keyedRefAccessEntity, refAccessEntity } from './ref-access.ts'

function accesses(which: 'push' | 'merge' | 'unprotect'): Field<BranchProtection> {
  return many(
    which === 'push' ? keyedRefAccessEntity : refAccessEntity,
    (branch: BranchProtection) => branch[which],
  )
}

const fields: Fields<BranchProtection> = {
  id: integer(({ id }) => id),
  name: text(({ name }) => name),
  push_access_levels: accesses('push'),
  merge_access_levels: accesses('merge'),
  allow_force_push: flag(({ allowForcePush }) => allowForcePush),
  unprotect_access_levels: when(isPremium, accesses('unprotect')),
  code_owner_approval_required: when(
    isPremium,
    flag(({ codeOwnerApproval }: BranchProtection) => codeOwnerApproval),
  ),
}

/** A protected branch of a group. */
export const groupProtectedBranchEntity = entity<BranchProtection>('GroupProtectedBranch', fields)

export const protectedBranchEntity = entity<BranchProtection>('ProtectedBranch', {
  ...fields,
  inherited: since(
    'protected-branches#later-inherited',
    when(
      isPremium,
      flag((branch: BranchProtection) => 'groupId' in branch),
    ),
  ),
})
