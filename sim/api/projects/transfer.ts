import { groupRefEntity } from '../../entities/group-ref.ts'
import { writtenProjectEntity } from '../../entities/project.ts'
import { transferProject as transfer } from '../../model/groups/transfer-namespace.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import type { Namespace } from '../../model/projects/create-project.ts'
import type { User } from '../../model/users/user.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { refuseInvalidRowAsFailure } from '../../protocol/refuse-invalid-row.ts'
import { groupsWithWords, withoutGroups } from '../shared/group-filters.ts'
import { groupsToChoose } from '../shared/groups-to-choose.ts'
import { namespaceNamed } from '../shared/named-namespace.ts'

export const transferProject = operation(
  {
    method: 'PUT',
    path: '/projects/:id/transfer',
    summary: 'Transfer a project to another namespace',
    subject: 'project',
    needs: 'remove_project',
    params: { namespace: required(string({ about: 'ID or path of a group or user namespace' })) },
    answers: { one: writtenProjectEntity },
    refuses: [400],
    beyond: true,
  },
  ({ world, caller, project, params, view, now }) => {
    const namespace = namespaceNamed(view.situation, params.namespace ?? '')
    return refuseInvalidRowAsFailure('transfer project', () => {
      if (!mayTransferTo(view.situation, namespace))
        throw new InvalidRow({
          new_namespace: ["You don't have permission to transfer projects into that namespace."],
        })
      return transfer(world, project, namespace, caller.user as User, now)
    })
  },
)

export const listTransferLocations = operation(
  {
    method: 'GET',
    path: '/projects/:id/transfer_locations',
    summary: 'List the groups that a project can be transferred to',
    subject: 'project',
    needs: 'remove_project',
    params: { search: string({ about: 'Part of the name or path' }) },
    answers: { many: groupRefEntity, unordered: true },
    beyond: true,
  },
  ({ project, params, view }) => {
    const { situation } = view
    const filters = [
      ...withoutGroups([project.namespaceId]),
      ...groupsWithWords(situation.world, params.search),
    ]
    return groupsToChoose(situation, filters, (group) => can(situation, 'import_projects', group))
  },
)

function mayTransferTo(situation: Situation, namespace: Namespace): boolean {
  const { caller } = situation
  if (namespace.kind === 'group') return can(situation, 'import_projects', namespace.group)
  return caller.admin || namespace.user.id === caller.user?.id
}
