import { groupProtectedBranchEntity } from '../../entities/protected-branch.ts'
import {
  maintainersOnly,
  protectGroupBranch,
  unprotectGroupBranch,
} from '../../model/branches/protect-branch.ts'
import { takenErrors } from '../../model/branches/taken-access.ts'
import type { Group } from '../../model/groups/group.ts'
import type { RefAccessLevel } from '../../model/members/access-level.ts'
import type { GroupProtectedBranch, RefAccess } from '../../model/protected-tags/protected-ref.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'
import {
  boolean,
  hashArray,
  integer,
  type ParamsOf,
  required,
  string,
  withDefault,
} from '../../protocol/params.ts'
import { message, notFound, recordNotFound } from '../../protocol/refusal.ts'
import { refuseInvalidRowAsSentences } from '../../protocol/refuse-invalid-row.ts'
import { accessList, changedList, level, refuseWrongLists } from './access-lists.ts'
import { protectionsOfGroup } from './protection-list.ts'

const PATH = '/groups/:id/protected_branches'
const common = {
  since: 'protected-branches#later-of-groups',
  source: 'protected-branches#later-of-groups',
  subject: 'group',
  needs: 'admin_group',
  tier: 'premium',
  beyond: true,
} as const

// Neither users nor groups can be named.
const grant = { access_level: level }
const changedGrant = {
  ...grant,
  id: integer({ about: 'ID of an existing entry' }),
  _destroy: boolean({ about: 'Whether the entry with this id is removed' }),
}
const name = required(string({ about: 'Branch, or a wildcard in which `*` matches any text' }))

export const listGroupProtectedBranches = operation(
  {
    ...common,
    method: 'GET',
    path: PATH,
    summary: 'List the protected branches of a group',
    params: { search: string({ about: 'Part of a name' }) },
    answers: { many: groupProtectedBranchEntity, unordered: true },
    refuses: [404],
  },
  ({ world, group, params }) => protectionsOfGroup(world, atTheTop(group), params.search),
)

export const getGroupProtectedBranch = operation(
  {
    ...common,
    method: 'GET',
    path: `${PATH}/:name`,
    summary: 'Get a protected branch of a group',
    params: { name },
    dotted: ['name'],
    answers: { one: groupProtectedBranchEntity },
    refuses: [404],
  },
  ({ world, group, params }) => named(world, group, params.name),
)

export const protectGroupBranches = operation(
  {
    ...common,
    method: 'POST',
    path: PATH,
    summary: 'Protect a branch in all projects of a group',
    params: {
      name,
      push_access_level: level,
      merge_access_level: level,
      unprotect_access_level: level,
      allow_force_push: withDefault(boolean(), false),
      allowed_to_push: hashArray(grant),
      allowed_to_merge: hashArray(grant),
      allowed_to_unprotect: hashArray(grant),
      code_owner_approval_required: withDefault(boolean(), false),
    },
    answers: { status: 201, one: groupProtectedBranchEntity },
    refuses: [404, 409, 422],
  },
  ({ world, caller, group, params, now }) => {
    const { name } = params
    if (world.groupProtectedBranches.find('byGroup', atTheTop(group).id, name ?? '') !== undefined)
      throw message(409, `Protected branch '${name}' already exists`)
    const list = (one: RefAccessLevel | null | undefined, grants: Grants) =>
      accessList(one, grants?.map(unnamed), maintainersOnly)
    const protection = {
      name: name ?? '',
      push: list(params.push_access_level, params.allowed_to_push),
      merge: list(params.merge_access_level, params.allowed_to_merge),
      unprotect: list(params.unprotect_access_level, params.allowed_to_unprotect),
      allowForcePush: params.allow_force_push,
      codeOwnerApproval: params.code_owner_approval_required,
    }
    return refuseInvalidRowAsSentences(
      () => protectGroupBranch(world, group, protection, caller.user as User, now),
      422,
    )
  },
)

export const updateGroupProtectedBranch = operation(
  {
    ...common,
    method: 'PATCH',
    path: `${PATH}/:name`,
    summary: 'Update a protected branch of a group',
    params: {
      name,
      allow_force_push: boolean(),
      code_owner_approval_required: boolean(),
      allowed_to_push: hashArray(changedGrant),
      allowed_to_merge: hashArray(changedGrant),
      allowed_to_unprotect: hashArray(changedGrant),
    },
    dotted: ['name'],
    answers: { one: groupProtectedBranchEntity },
    refuses: [404, 422],
  },
  ({ world, group, params, now }) => {
    const branch = named(world, group, params.name)
    const { allow_force_push: allowForcePush, code_owner_approval_required: owners } = params
    const list = (before: readonly RefAccess[], given: Changes) =>
      given == null ? before : changedList(world, before, given.map(unnamed))
    const lists = {
      push: list(branch.push, params.allowed_to_push),
      merge: list(branch.merge, params.allowed_to_merge),
      unprotect: list(branch.unprotect, params.allowed_to_unprotect),
    }
    refuseWrongLists(lists, branch, takenErrors)
    return world.groupProtectedBranches.put({
      ...branch,
      ...(allowForcePush != null && { allowForcePush }),
      ...(owners != null && { codeOwnerApproval: owners }),
      ...lists,
      updatedAt: now,
    })
  },
)

export const unprotectGroupBranches = operation(
  {
    ...common,
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: `${PATH}/:name`,
    summary: 'Unprotect a branch in all projects of a group',
    params: { name },
    dotted: ['name'],
    answers: { status: 204 },
    refuses: [404],
  },
  ({ world, caller, group, params, now, unmodified }) =>
    unprotectGroupBranch(
      world,
      group,
      unmodified(named(world, group, params.name)),
      caller.user as User,
      now,
    ),
)

type Grants = readonly ParamsOf<typeof grant>[] | null | undefined
type Changes = readonly ParamsOf<typeof changedGrant>[] | null | undefined

function unnamed<G extends object>(one: G) {
  return { ...one, user_id: null, group_id: null }
}

/** Subgroups have none: what counts is that of the group at the top. */
function atTheTop(group: Group): Group {
  if (group.parentId !== null) throw notFound()
  return group
}

function named(world: World, group: Group, name: string | null): GroupProtectedBranch {
  const branch = world.groupProtectedBranches.find('byGroup', atTheTop(group).id, name ?? '')
  if (branch === undefined) throw recordNotFound()
  return branch
}
