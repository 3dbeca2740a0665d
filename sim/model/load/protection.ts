import type { AccessDescription } from '../../../fixtures/schema.ts'
import type { Steps } from '../../lib/steps.ts'
import type { RefAccessLevel } from '../members/access-level.ts'
import type { RefAccess } from '../protected-tags/protected-ref.ts'
import { nextId, nextNumber } from '../world.ts'
import { type Loading, loadEach, type ProjectScope, timeOrNull } from './loading.ts'

const levels = { none: 0, developer: 30, maintainer: 40, admin: 60 } as const
const maintainers: readonly AccessDescription[] = [{ role: 'maintainer' }]

/** Protected branches and tags of a project. */
export function* loadProtection(loading: Loading, scope: ProjectScope): Steps<void> {
  const { world } = loading
  const { protectedBranches = [], protectedTags = [] } = scope.description
  const accesses = (list: readonly AccessDescription[], path: string) =>
    list.map((access, i) => accessOf(loading, access, `${path}[${i}]`))
  yield* loadEach(loading, protectedBranches, (branch, i) => {
    const path = `${scope.path}.protectedBranches[${i}]`
    const row = world.protectedBranches.insert({
      id: nextId(world, 'protectedBranches'),
      projectId: scope.row.id,
      name: branch.name,
      push: accesses(branch.push ?? maintainers, `${path}.push`),
      merge: accesses(branch.merge ?? maintainers, `${path}.merge`),
      unprotect: accesses(branch.unprotect ?? [], `${path}.unprotect`),
      allowForcePush: branch.allowForcePush ?? false,
      codeOwnerApproval: branch.codeOwnerApproval ?? false,
    })
    scope.protectedBranches.add(branch.name, row, `${path}.name`)
  })
  yield* loadEach(loading, protectedTags, (tag, i) => {
    const createdAt = timeOrNull(loading, tag.createdAt) ?? scope.row.createdAt
    world.protectedTags.insert({
      id: nextId(world, 'protectedTags'),
      projectId: scope.row.id,
      name: tag.name,
      create: accesses(tag.create ?? maintainers, `${scope.path}.protectedTags[${i}].create`),
      createdAt,
      updatedAt: createdAt,
    })
  })
}

function accessOf(loading: Loading, { role, user, group }: AccessDescription, path: string): RefAccess {
  // Users and groups are reported with the level of maintainers.
  const accessLevel: RefAccessLevel = role === undefined ? levels.maintainer : levels[role]
  return {
    id: nextNumber(loading.world, 'refAccess'),
    accessLevel,
    userId: user === undefined ? null : loading.users.require(user, `${path}.user`).id,
    groupId: group === undefined ? null : loading.groups.require(group, `${path}.group`).row.id,
  }
}
