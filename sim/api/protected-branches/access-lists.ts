import { changed } from '../../lib/dialect.ts'
import type { NewRefAccess } from '../../model/branches/protect-branch.ts'
import { type Errors, InvalidRow } from '../../model/invalid-row.ts'
import type { RefAccessLevel } from '../../model/members/access-level.ts'
import type { RefAccess } from '../../model/protected-tags/protected-ref.ts'
import { nextNumber, type World } from '../../model/world.ts'
import { boolean, hashArray, integer, oneOf, type ParamsOf } from '../../protocol/params.ts'
import { recordNotFound } from '../../protocol/refusal.ts'
import { refuseInvalidRowAsSentences } from '../../protocol/refuse-invalid-row.ts'

export const level = oneOf<RefAccessLevel>([0, 30, 40, 60])
export const grant = { access_level: level, user_id: integer(), group_id: integer() }
/** Nobody would be able to unprotect a branch that no one may. */
export const unprotectGrant = { ...grant, access_level: oneOf<RefAccessLevel>([30, 40, 60]) }
const changes = {
  id: integer({ about: 'ID of an existing entry' }),
  _destroy: boolean({ about: 'Whether the entry with this id is removed' }),
}
export const changedGrant = { ...grant, ...changes }

const key = { deploy_key_id: integer({ about: 'ID of a deploy key of the project that may write' }) }
const premium = { tier: 'premium' } as const
/** Who may push, of which deploy keys can be since a later release. */
export const pushGrants = changed('protected-branches#later-allowed-key', {
  before: hashArray(grant, premium),
  after: hashArray({ ...grant, ...key }, premium),
})
export const changedPushGrants = changed('protected-branches#later-allowed-key', {
  before: hashArray(changedGrant, premium),
  after: hashArray({ ...changedGrant, ...key }, premium),
})

type Granted = ParamsOf<typeof grant> & Partial<ParamsOf<typeof key>>
export type Grants = readonly Granted[] | null | undefined
export type Changes = readonly (Granted & ParamsOf<typeof changes>)[] | null | undefined

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
    else if (to !== undefined && at >= 0) list[at] = { id: (list[at] as RefAccess).id, ...to }
    else if (to !== undefined) list.push({ id: nextNumber(world, 'refAccess'), ...to })
  }
  return list
}

// Entries of users, groups and deploy keys carry the level of maintainers.
export function accessList(
  level: RefAccessLevel | null | undefined,
  grants: Grants,
  fallback: readonly NewRefAccess[],
): readonly NewRefAccess[] {
  const list: NewRefAccess[] = level == null ? [] : [{ accessLevel: level, userId: null, groupId: null }]
  for (const { access_level, user_id, group_id, deploy_key_id } of grants ?? []) {
    if (deploy_key_id != null)
      list.push({ accessLevel: 40, userId: null, groupId: null, deployKeyId: deploy_key_id })
    else if (user_id != null) list.push({ accessLevel: 40, userId: user_id, groupId: null })
    else if (group_id != null) list.push({ accessLevel: 40, userId: null, groupId: group_id })
    else if (access_level != null) list.push({ accessLevel: access_level, userId: null, groupId: null })
  }
  return list.length === 0 ? fallback : list
}

type Lists = Readonly<Record<'push' | 'merge' | 'unprotect', readonly NewRefAccess[]>>

/**
 * Refuses lists of which an entry is wrong, with the sentences of the errors that `errorsOf` finds. Entries that a list
 * had before are looked at no more: their users may have left since.
 */
export function refuseWrongLists(
  lists: Lists,
  before: Lists | undefined,
  errorsOf: (attribute: string, stored: readonly NewRefAccess[], list: readonly NewRefAccess[]) => Errors,
): void {
  const wrong = (['push', 'merge', 'unprotect'] as const).map((kind) => {
    const stored = before?.[kind] ?? []
    const list = lists[kind].filter((entry) => !stored.includes(entry))
    return errorsOf(`${kind}_access_levels`, stored, list)
  })
  const errors: Errors = Object.assign({}, ...wrong)
  if (Object.keys(errors).length > 0)
    refuseInvalidRowAsSentences(() => {
      throw new InvalidRow(errors)
    }, 422)
}
