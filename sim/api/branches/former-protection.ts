import { branchEntity } from '../../entities/branch.ts'
import {
  maintainersOnly,
  protectBranchAudited,
  toDevelopers,
  unprotectBranch,
  withAccessIds,
} from '../../model/branches/protect-branch.ts'
import type { User } from '../../model/users/user.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, required, string } from '../../protocol/params.ts'
import { branchOfPath } from './branch-of-path.ts'

const branch = required(string({ about: 'Name of the branch' }))

export const protectBranchByName = operation(
  {
    method: 'PUT',
    path: '/projects/:id/repository/branches/:branch/protect',
    summary: 'Protect a branch, in the way from before protected branches had calls of their own',
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    sees: 'see_repository',
    needs: 'admin_project',
    params: {
      branch,
      developers_can_push: boolean({ about: 'Whether Developers may push' }),
      developers_can_merge: boolean({ about: 'Whether Developers may merge' }),
    },
    dotted: ['branch'],
    answers: { one: branchEntity },
    deprecated: true,
    beyond: true,
  },
  ({ world, caller, project, params, now }) => {
    const found = branchOfPath(world, project, params.branch)
    const { developers_can_push: push, developers_can_merge: merge } = params
    const protection = world.protectedBranches.find('byProject', project.id, found.name)
    if (protection === undefined) {
      const created = {
        name: found.name,
        push: push ? toDevelopers : maintainersOnly,
        merge: merge ? toDevelopers : maintainersOnly,
        unprotect: [],
        allowForcePush: false,
        codeOwnerApproval: false,
      }
      protectBranchAudited(world, project, created, caller.user as User, now)
      return found
    }
    // What is given replaces its whole list, also users and groups.
    world.protectedBranches.put({
      ...protection,
      ...(push != null && { push: withAccessIds(world, push ? toDevelopers : maintainersOnly) }),
      ...(merge != null && { merge: withAccessIds(world, merge ? toDevelopers : maintainersOnly) }),
      updatedAt: now,
    })
    return found
  },
)

export const unprotectBranchByName = operation(
  {
    method: 'PUT',
    path: '/projects/:id/repository/branches/:branch/unprotect',
    summary: 'Unprotect a branch, in the way from before protected branches had calls of their own',
    auth: 'public',
    authorize: 'first',
    subject: 'project',
    sees: 'see_repository',
    needs: 'admin_project',
    params: { branch },
    dotted: ['branch'],
    answers: { one: branchEntity },
    deprecated: true,
    beyond: true,
  },
  ({ world, caller, project, params, now }) => {
    const found = branchOfPath(world, project, params.branch)
    // A pattern that covers the branch stays, and so the branch may stay protected.
    const protection = world.protectedBranches.find('byProject', project.id, found.name)
    if (protection !== undefined) unprotectBranch(world, project, protection, caller.user as User, now)
    return found
  },
)
