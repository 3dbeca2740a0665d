import { writtenProjectEntity } from '../../entities/project.ts'
import { archiveProject as archive, starProject as star } from '../../model/projects/change-project.ts'
import type { Project } from '../../model/projects/project.ts'
import type { User } from '../../model/users/user.ts'
import { type Context, operation } from '../../protocol/operation.ts'
import { Refusal } from '../../protocol/refusal.ts'

type OnProject = Context<Record<never, never>, 'project'>

function setArchived({ world, project, now }: OnProject, archived: boolean): Project {
  return archive(world, project, archived, now)
}

function setStarred({ world, caller, project, now }: OnProject, starred: boolean): Project {
  const changed = star(world, project, caller.user as User, starred, now)
  if (changed === undefined) throw new Refusal(304, null, { text: '' })
  return changed
}

export const archiveProject = operation(
  {
    method: 'POST',
    path: '/projects/:id/archive',
    summary: 'Archive a project',
    subject: 'project',
    needs: 'archive_project',
    answers: { status: 201, one: writtenProjectEntity },
    beyond: true,
  },
  (context) => setArchived(context, true),
)

export const unarchiveProject = operation(
  {
    method: 'POST',
    path: '/projects/:id/unarchive',
    summary: 'Unarchive a project',
    subject: 'project',
    needs: 'archive_project',
    answers: { status: 201, one: writtenProjectEntity },
    beyond: true,
  },
  (context) => setArchived(context, false),
)

export const starProject = operation(
  {
    method: 'POST',
    path: '/projects/:id/star',
    summary: 'Star a project',
    subject: 'project',
    answers: { status: 201, one: writtenProjectEntity },
    refuses: [304],
    beyond: true,
  },
  (context) => setStarred(context, true),
)

export const unstarProject = operation(
  {
    method: 'POST',
    path: '/projects/:id/unstar',
    summary: 'Unstar a project',
    subject: 'project',
    answers: { status: 201, one: writtenProjectEntity },
    refuses: [304],
    beyond: true,
  },
  (context) => setStarred(context, false),
)
