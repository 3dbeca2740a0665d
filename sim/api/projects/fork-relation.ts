import { writtenProjectEntity } from '../../entities/project.ts'
import { linkFork, unlinkFork } from '../../model/projects/fork-project.ts'
import type { User } from '../../model/users/user.ts'
import { can } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { forbidden, message, Refusal } from '../../protocol/refusal.ts'
import { visibleProject } from '../shared/visible-project.ts'

export const createForkRelation = operation(
  {
    method: 'POST',
    path: '/projects/:id/fork/:forked_from_id',
    summary: 'Create a fork relation between two projects',
    subject: 'project',
    needs: 'admin_project',
    params: {
      forked_from_id: required(string({ about: 'ID or path of the project it was forked from' })),
    },
    answers: { status: 201, one: writtenProjectEntity },
    refuses: [404, 409],
    beyond: true,
  },
  ({ world, project, params, view }) => {
    const source = visibleProject(view.situation, params.forked_from_id ?? '')
    if (!can(view.situation, 'fork_project', source)) throw forbidden()
    if (project.forkedFromId !== null || project.networkId === source.networkId)
      throw message(409, 'Project already forked')
    return linkFork(world, project, source)
  },
)

export const deleteForkRelation = operation(
  {
    method: 'DELETE',
    path: '/projects/:id/fork',
    summary: 'Delete the fork relation of a project',
    subject: 'project',
    needs: 'remove_project',
    unmodifiedSince: 'subject',
    answers: { status: 204 },
    refuses: [304],
    beyond: true,
  },
  ({ world, caller, project, now }) => {
    if (project.forkedFromId === null) throw new Refusal(304, null, { text: '' })
    unlinkFork(world, project, caller.user as User, now)
  },
)
