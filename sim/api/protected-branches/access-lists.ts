import type { NewRefAccess } from '../../model/branches/protect-branch.ts'
import type { RefAccessLevel } from '../../model/members/access-level.ts'
import type { RefAccess } from '../../model/protected-tags/protected-ref.ts'
import { nextNumber, type World } from '../../model/world.ts'
import { boolean, integer, oneOf, type ParamsOf } from '../../protocol/params.ts'
import { recordNotFound } from '../../protocol/refusal.ts'

export const level = oneOf<RefAccessLevel>([0, 30, 40, 60])
export const grant = { access_level: level, user_id: integer(), group_id: integer() }
/** Nobody would be able to unprotect a branch that no one may. */
export const unprotectGrant = { ...grant, access_level: oneOf<RefAccessLevel>([30, 40, 60]) }
export const changedGrant = {
  ...grant,
  id: integer({ about: 'ID of an existing entry' }),
  _destroy: boolean({ about: 'Whether the entry with this id is removed' }),
}
export type Changes = readonly ParamsOf<typeof changedGrant>[] | null | undefined

/** An access list after entries were added, changed or removed. */
export function changedList(
  world: World,
  before: readonly RefAccess[],
  given: NonNullable<Changes>,
): RefAccess[] {
  const list = [...before]
  for (const { id, _destroy: removed, ...grants } of given) {
    const at = list.findIndex((entry) => entry.id === id)
    if (id != null && at < 0) throw recordNotFound()
    const [to] = accessList(null, [grants], [])
    if (removed && at >= 0) list.splice(at, 1)
    else if (to !== undefined && at >= 0) list[at] = { ...(list[at] as RefAccess), ...to }
    else if (to !== undefined) list.push({ id: nextNumber(world, 'refAccess'), ...to })
  }
  return list
}

export type Grants = readonly ParamsOf<typeof grant>[] | null | undefined

// Entries of users and groups carry the level of maintainers.
export function accessList(
  level: RefAccessLevel | null | undefined,
  grants: Grants,
  fallback: readonly NewRefAccess[],
): readonly NewRefAccess[] {
  const list: NewRefAccess[] = level == null ? [] : [{ accessLevel: level, userId: null, groupId: null }]
  for (const { access_level, user_id, group_id } of grants ?? []) {
    if (user_id != null) list.push({ accessLevel: 40, userId: user_id, groupId: null })
    else if (group_id != null) list.push({ accessLevel: 40, userId: null, groupId: group_id })
    else if (access_level != null) list.push({ accessLevel: access_level, userId: null, groupId: null })
  }
  return list.length === 0 ? fallback : list
}
