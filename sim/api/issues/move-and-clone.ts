import { issueDetailEntity } from '../../entities/issue-detail.ts'
import type { Issue } from '../../model/issues/issue.ts'
import { cloneIssue as duplicate, moveIssue as move } from '../../model/issues/move-issue.ts'
import type { Project } from '../../model/projects/project.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { seesIssue } from '../../policy/issues.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, required, withDefault } from '../../protocol/params.ts'
import { message, notFound } from '../../protocol/refusal.ts'
import { discussionId } from '../shared/secrets.ts'

const issueIid = { issue_iid: required(integer({ about: 'IID of the issue' })) }
const target = { to_project_id: required(integer({ about: 'ID of the target project' })) }

export const moveIssue = operation(
  {
    method: 'POST',
    path: '/projects/:id/issues/:issue_iid/move',
    summary: 'Move an issue to another project',
    subject: 'issue',
    lookup: { noun: 'Issue', unread: 'found' },
    params: { ...issueIid, ...target },
    answers: { status: 201, one: issueDetailEntity },
    refuses: [400, 404],
    beyond: true,
  },
  ({ world, caller, project, issue, params, view, now, drawText }) => {
    const to = projectWith(world, params.to_project_id)
    const allowed = issue.movedToId === undefined && mayCopy(view.situation, issue, to)
    if (!allowed) throw message(400, 'Cannot move issue due to insufficient permissions!')
    if (to.id === project.id) throw message(400, 'Cannot move issue to project it originates from!')
    return move(world, issue, to, caller.user as User, () => discussionId(drawText), now)
  },
)

export const cloneIssue = operation(
  {
    method: 'POST',
    path: '/projects/:id/issues/:issue_iid/clone',
    summary: 'Clone an issue',
    subject: 'issue',
    lookup: { noun: 'Issue', unread: 'found' },
    params: {
      ...issueIid,
      ...target,
      with_notes: withDefault(boolean({ about: 'Whether comments are cloned too' }), false),
    },
    answers: { status: 201, one: issueDetailEntity },
    refuses: [400, 404],
    beyond: true,
  },
  ({ world, caller, issue, params, view, now, drawText }) => {
    const to = projectWith(world, params.to_project_id)
    if (!mayCopy(view.situation, issue, to))
      throw message(400, 'Cannot clone issue due to insufficient permissions!')
    const by = caller.user as User
    return duplicate(world, issue, to, by, params.with_notes, () => discussionId(drawText), now)
  },
)

/** Whoever may see it: who may not copy to it is told of rights alone. */
function projectWith(world: World, id: number | null): Project {
  const project = world.projects.get(id ?? 0)
  if (project === undefined) throw notFound('Project')
  return project
}

function mayCopy(situation: Situation, issue: Issue, to: Project): boolean {
  const from = situation.world.projects.require(issue.projectId)
  return (
    seesIssue(situation, issue) && can(situation, 'admin_issue', from) && can(situation, 'admin_issue', to)
  )
}
