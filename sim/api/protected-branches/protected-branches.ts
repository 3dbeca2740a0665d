import { protectedBranchEntity } from '../../entities/protected-branch.ts'
import {
  maintainersOnly,
  type NewRefAccess,
  protectBranchAudited,
  unprotectBranch as unprotect,
} from '../../model/branches/protect-branch.ts'
import { takenErrors } from '../../model/branches/taken-access.ts'
import { groupsAbove } from '../../model/groups/group-tree.ts'
import type { RefAccessLevel } from '../../model/members/access-level.ts'
import type { Project } from '../../model/projects/project.ts'
import type {
  BranchProtection,
  ProtectedBranch,
  RefAccess,
} from '../../model/protected-tags/protected-ref.ts'
import { inheritedProtections } from '../../model/protected-tags/protections.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { accessErrors } from '../../policy/ref-access.ts'
import { licensed } from '../../policy/tier.ts'
import { chainListings, type Listing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, hashArray, oneOf, required, string, withDefault } from '../../protocol/params.ts'
import { message, recordNotFound } from '../../protocol/refusal.ts'
import { refuseInvalidRowAsSentences } from '../../protocol/refuse-invalid-row.ts'
import { placeIn } from '../shared/place-list.ts'
import {
  accessList,
  type Changes,
  changedGrant,
  changedList,
  changedPushGrants,
  type Grants,
  grant,
  level,
  pushGrants,
  refuseWrongLists,
  unprotectGrant,
} from './access-lists.ts'
import { protectionList, protectionsOfGroup } from './protection-list.ts'

const name = required(string({ about: 'Branch, or a wildcard in which `*` matches any text' }))

const creation = {
  name,
  push_access_level: level,
  merge_access_level: level,
  unprotect_access_level: oneOf<RefAccessLevel>([30, 40, 60], { tier: 'premium' }),
  allow_force_push: withDefault(boolean(), false),
  allowed_to_push: pushGrants,
  allowed_to_merge: hashArray(grant, { tier: 'premium' }),
  allowed_to_unprotect: hashArray(unprotectGrant, { tier: 'premium' }),
  code_owner_approval_required: withDefault(boolean({ tier: 'premium' }), false),
}

export const listProtectedBranches = operation(
  {
    method: 'GET',
    path: '/projects/:id/protected_branches',
    summary: 'List the protected branches of a project',
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    needs: 'admin_project',
    params: { search: string({ about: 'Part of a name' }) },
    answers: { many: protectedBranchEntity, unordered: true },
    beyond: true,
  },
  ({ world, project, params }) => {
    const rows = world.protectedBranches
    const place = placeIn(project, rows.by('byProject', project.id))
    const lists: Listing<BranchProtection>[] = [protectionList({ world, rows, ...place }, params.search)]
    const top = groupsAbove(world, project).at(-1)
    if (top !== undefined) lists.push(protectionsOfGroup(world, top, params.search))
    return chainListings(lists)
  },
)

export const getProtectedBranch = operation(
  {
    method: 'GET',
    path: '/projects/:id/protected_branches/:name',
    summary: 'Get a protected branch',
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    needs: 'admin_project',
    params: { name },
    dotted: ['name'],
    answers: { one: protectedBranchEntity },
    beyond: true,
  },
  ({ world, project, params }) => {
    const inherited = inheritedProtections(world, project).find(({ name }) => name === params.name)
    return inherited ?? named(world, project, params.name)
  },
)

export const protectBranch = operation(
  {
    method: 'POST',
    path: '/projects/:id/protected_branches',
    summary: 'Protect a branch',
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    needs: 'admin_project',
    params: creation,
    answers: { status: 201, one: protectedBranchEntity },
    refuses: [409, 422],
    beyond: true,
  },
  ({ world, caller, project, params, now, view }) => {
    const name = params.name ?? ''
    if (world.protectedBranches.find('byProject', project.id, name) !== undefined)
      throw message(409, `Protected branch '${name}' already exists`)
    const premium = licensed(world, 'premium')
    const list = (
      level: RefAccessLevel | null | undefined,
      grants: Grants,
      fallback: readonly NewRefAccess[],
    ) => accessList(level, premium ? grants : undefined, fallback)
    const protection = {
      name,
      push: list(params.push_access_level, params.allowed_to_push, maintainersOnly),
      merge: list(params.merge_access_level, params.allowed_to_merge, maintainersOnly),
      unprotect: premium
        ? list(params.unprotect_access_level, params.allowed_to_unprotect, maintainersOnly)
        : [],
      allowForcePush: params.allow_force_push,
      codeOwnerApproval: premium && params.code_owner_approval_required,
    }
    refuseWrongLists(protection, undefined, (attribute, _, list) =>
      accessErrors(view.situation, project, attribute, list),
    )
    return refuseInvalidRowAsSentences(
      () => protectBranchAudited(world, project, protection, caller.user as User, now),
      422,
    )
  },
)

export const updateProtectedBranch = operation(
  {
    method: 'PATCH',
    path: '/projects/:id/protected_branches/:name',
    summary: 'Update a protected branch',
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    needs: 'admin_project',
    params: {
      name,
      allow_force_push: boolean({ notBlank: true }),
      code_owner_approval_required: boolean({ tier: 'premium' }),
      allowed_to_push: changedPushGrants,
      allowed_to_merge: hashArray(changedGrant, { tier: 'premium' }),
      allowed_to_unprotect: hashArray({ ...changedGrant, ...unprotectGrant }, { tier: 'premium' }),
    },
    refuses: [422],
    dotted: ['name'],
    answers: { one: protectedBranchEntity },
    beyond: true,
  },
  ({ world, project, params, now, view }) => {
    const branch = named(world, project, params.name)
    const { allow_force_push: allowForcePush, code_owner_approval_required: owners } = params
    const premium = licensed(world, 'premium')
    const list = (before: readonly RefAccess[], given: Changes) =>
      premium && given != null ? changedList(world, before, given) : before
    const lists = {
      push: list(branch.push, params.allowed_to_push),
      merge: list(branch.merge, params.allowed_to_merge),
      unprotect: list(branch.unprotect, params.allowed_to_unprotect),
    }
    refuseWrongLists(lists, branch, (attribute, stored, list) => ({
      ...takenErrors(attribute, stored, list),
      ...accessErrors(view.situation, project, attribute, list),
    }))
    return world.protectedBranches.put({
      ...branch,
      ...(allowForcePush != null && { allowForcePush }),
      ...(owners != null && premium && { codeOwnerApproval: owners }),
      ...lists,
      updatedAt: now,
    })
  },
)

export const unprotectBranch = operation(
  {
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: '/projects/:id/protected_branches/:name',
    summary: 'Unprotect a branch',
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    needs: 'admin_project',
    params: { name },
    dotted: ['name'],
    answers: { status: 204 },
    beyond: true,
  },
  ({ world, caller, project, params, now, unmodified }) =>
    unprotect(world, project, unmodified(named(world, project, params.name)), caller.user as User, now),
)

function named(world: World, project: Project, name: string | null): ProtectedBranch {
  const branch = world.protectedBranches.find('byProject', project.id, name ?? '')
  if (branch === undefined) throw recordNotFound()
  return branch
}
