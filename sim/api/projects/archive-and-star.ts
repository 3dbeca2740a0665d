import { writtenProjectEntity } from '../../entities/project.ts'
import { archiveProject, starProject } from '../../model/projects/change-project.ts'
import type { Project } from '../../model/projects/project.ts'
import type { User } from '../../model/users/user.ts'
import { type Context, operation } from '../../protocol/operation.ts'
import { Refusal } from '../../protocol/refusal.ts'

type OnProject = Context<Record<never, never>, 'project'>

function archived({ world, caller, project, now }: OnProject, archived: boolean): Project {
  return archiveProject(world, project, archived, caller.user as User, now)
}

function starred({ world, caller, project, now }: OnProject, starred: boolean): Project {
  const changed = starProject(world, project, caller.user as User, starred, now)
  if (changed === undefined) throw new Refusal(304, null, { text: '' })
  return changed
}

export const archive = operation(
  {
    method: 'POST',
    path: '/projects/:id/archive',
    summary: 'Close a project for every write',
    subject: 'project',
    needs: 'archive_project',
    answers: { status: 201, one: writtenProjectEntity },
    beyond: true,
  },
  (context) => archived(context, true),
)

export const unarchive = operation(
  {
    method: 'POST',
    path: '/projects/:id/unarchive',
    summary: 'Open an archived project again',
    subject: 'project',
    needs: 'archive_project',
    answers: { status: 201, one: writtenProjectEntity },
    beyond: true,
  },
  (context) => archived(context, false),
)

export const star = operation(
  {
    method: 'POST',
    path: '/projects/:id/star',
    summary: 'Star a project; 304 for one that is starred',
    subject: 'project',
    answers: { status: 201, one: writtenProjectEntity },
    refuses: [304],
    beyond: true,
  },
  (context) => starred(context, true),
)

export const unstar = operation(
  {
    method: 'POST',
    path: '/projects/:id/unstar',
    summary: 'Take back the star of a project; 304 for one that is not starred',
    subject: 'project',
    answers: { status: 201, one: writtenProjectEntity },
    refuses: [304],
    beyond: true,
  },
  (context) => starred(context, false),
)
