import { groupDetailEntity } from '../../entities/group.ts'
import { groupRefEntity } from '../../entities/group-ref.ts'
import type { Group } from '../../model/groups/group.ts'
import { groupsBelow } from '../../model/groups/group-tree.ts'
import {
  transferGroup as moveGroup,
  TransferFailure,
  transferProject,
} from '../../model/groups/transfer-namespace.ts'
import { projectAt } from '../../model/projects/project-paths.ts'
import type { User } from '../../model/users/user.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { seesGroup } from '../../policy/visible.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required, string } from '../../protocol/params.ts'
import { message, notFound } from '../../protocol/refusal.ts'
import { refuseInvalidRowAsFailure } from '../../protocol/refuse-invalid-row.ts'
import { groupsWithWords, withoutGroups } from '../shared/group-filters.ts'
import { groupsToChoose } from '../shared/groups-to-choose.ts'

export const transferGroup = operation(
  {
    method: 'POST',
    path: '/groups/:id/transfer',
    summary: 'Transfer a group to a parent group or to the top level',
    subject: 'group',
    needs: 'admin_group',
    params: { group_id: integer({ about: 'ID of the new parent group; the top level by default' }) },
    answers: { status: 201, one: groupDetailEntity },
    refuses: [400],
    beyond: true,
  },
  function* ({ world, caller, group, params, view, now }) {
    const parent = params.group_id == null ? undefined : findGroup(view.situation, params.group_id)
    try {
      if (parent !== undefined && !can(view.situation, 'create_subgroup', parent))
        throw new TransferFailure("You don't have enough permissions.")
      return yield* moveGroup(world, group, parent, caller.user as User, now)
    } catch (problem) {
      throw problem instanceof TransferFailure ? message(400, `Transfer failed: ${problem.message}`) : problem
    }
  },
)

export const listGroupTransferLocations = operation(
  {
    method: 'GET',
    path: '/groups/:id/transfer_locations',
    summary: 'List the groups that a group can be transferred to',
    auth: 'public',
    subject: 'group',
    needs: 'admin_group',
    params: { search: string({ about: 'Part of the name or path' }) },
    answers: { many: groupRefEntity, unordered: true },
    beyond: true,
  },
  ({ world, group, params, view }) => {
    const { situation } = view
    const within = [group, ...groupsBelow(world, group)].map(({ id }) => id)
    const filters = [
      ...withoutGroups([...within, group.parentId ?? group.id]),
      ...groupsWithWords(world, params.search),
    ]
    return groupsToChoose(situation, filters, (other) => can(situation, 'admin_group', other))
  },
)

export const transferProjectToGroup = operation(
  {
    method: 'POST',
    path: '/groups/:id/projects/:project_id',
    summary: 'Transfer a project to a group',
    auth: 'admin',
    subject: 'group',
    params: { project_id: required(string({ about: 'ID or path of the project' })) },
    answers: { status: 201, one: groupDetailEntity },
    refuses: [400],
    beyond: true,
  },
  ({ world, caller, group, params, now }) => {
    const named = params.project_id ?? ''
    const project = /^\d{1,15}$/.test(named) ? world.projects.get(Number(named)) : projectAt(world, named)
    if (project === undefined) throw notFound('Project')
    refuseInvalidRowAsFailure('transfer project', () =>
      transferProject(world, project, { kind: 'group', group }, caller.user as User, now),
    )
    return group
  },
)

function findGroup({ world, caller, now }: Situation, id: number): Group {
  const group = world.groups.get(id)
  if (group === undefined || !seesGroup(world, caller, group, now)) throw notFound('Group')
  return group
}
