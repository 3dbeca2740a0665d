import { addMember } from '../../model/members/memberships.ts'
import type { User } from '../../model/users/user.ts'
import { can } from '../../policy/abilities.ts'
import { directMembers, isInvitingClosed, isMembershipLocked } from '../../policy/members.ts'
import { projectLevel } from '../../policy/roles.ts'
import { seesProject } from '../../policy/visible.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required } from '../../protocol/params.ts'
import { forbidden, message, notFound, Refusal } from '../../protocol/refusal.ts'
import { refusedRow } from '../../protocol/refuse-invalid-row.ts'

export const importMembers = operation(
  {
    method: 'POST',
    path: '/projects/:id/import_project_members/:project_id',
    summary: 'Import the members of another project',
    subject: 'project',
    needs: 'admin_members',
    params: { project_id: required(integer({ about: 'ID of the other project' })) },
    answers: {
      status: 201,
      value: { type: 'object', properties: { status: { const: 'success' } }, required: ['status'] },
    },
    refuses: [403, 404, 422],
    beyond: true,
  },
  ({ world, caller, project, params, view, now }) => {
    const source = world.projects.get(params.project_id ?? 0)
    if (source === undefined || !seesProject(world, caller, source, now)) throw notFound('Project')
    if (!can(view.situation, 'admin_members', source)) throw forbidden('Project')
    if (isInvitingClosed(world, caller))
      throw new Refusal(422, { message: 'Forbidden', reason: 'import_project_team_forbidden_error' })
    if (isMembershipLocked(world, project)) throw forbidden()
    if (source.id === project.id) throw message(422, 'Import failed')
    const by = caller.user as User
    // Nobody grants a higher access level than their own.
    const most = caller.admin ? 50 : projectLevel(world, by, project, now)
    for (const member of directMembers(world, { source: 'project', row: source })) {
      const user = world.users.require(member.userId)
      if (user.bot || projectLevel(world, user, project, now) >= member.accessLevel) continue
      if (world.members.find('bySource', 'project', project.id, user.id) !== undefined) continue
      const accessLevel = Math.min(member.accessLevel, most)
      const { expiresAt } = member
      const copy = { source: 'project', sourceId: project.id, user, accessLevel, expiresAt } as const
      // Whoever may not be a member is passed over.
      refusedRow(() => addMember(world, copy, by, now))
    }
    return { status: 'success' }
  },
)
