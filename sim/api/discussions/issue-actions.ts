import { promoteToEpic } from '../../model/epics/epics.ts'
import { closeAsDuplicate } from '../../model/issues/duplicate-issue.ts'
import type { Issue } from '../../model/issues/issue.ts'
import { linkIssues } from '../../model/issues/issue-links.ts'
import { issueReferenced } from '../../model/issues/issue-reference.ts'
import type { User } from '../../model/users/user.ts'
import { can } from '../../policy/abilities.ts'
import { seesIssue } from '../../policy/issues.ts'
import { licensed } from '../../policy/tier.ts'
import { mayComment } from '../shared/notes-and-awards.ts'
import type { ActionContext, ActionResult } from './quick-action.ts'

export function markAsDuplicate(it: ActionContext): ActionResult | undefined {
  const { situation, on, text } = it
  const { world, caller, now } = situation
  if (on.kind !== 'Issue' || text === '') return undefined
  const original = issueNamed(it)
  if (original === undefined)
    return {
      message: 'Failed to mark this issue as a duplicate because referenced issue was not found.',
      changes: {},
    }
  const may = original.id !== on.row.id && mayComment(situation, { row: original })
  const row = may ? closeAsDuplicate(world, on.row, original, caller.user as User, now) : on.row
  return {
    on: { kind: 'Issue', row },
    message: `Marked this issue as a duplicate of ${text}.`,
    changes: { canonical_issue_id: original.id },
  }
}

export function relate(it: ActionContext): ActionResult | undefined {
  const { situation, on, text } = it
  if (on.kind !== 'Issue' || text === '') return undefined
  const other = issueNamed(it)
  const project = other && situation.world.projects.require(other.projectId)
  if (other !== undefined && project !== undefined && can(situation, 'admin_issue', project))
    linkIssues(situation.world, on.row, other, 'relates_to', situation.now)
  return { message: `Marked this issue as related to ${text}.`, changes: {} }
}

function issueNamed({ situation, project, text }: ActionContext): Issue | undefined {
  const named = issueReferenced(situation.world, project, text)
  return named !== undefined && seesIssue(situation, named) ? named : undefined
}

export function promote({ situation, project, on, drawText }: ActionContext): ActionResult | undefined {
  const { world, caller, now } = situation
  const group = project.namespaceKind === 'group' ? world.groups.get(project.namespaceId) : undefined
  if (on.kind !== 'Issue' || on.row.state !== 'opened' || group === undefined) return undefined
  if (!licensed(world, 'premium') || !can(situation, 'create_epic', group)) return undefined
  const by = caller.user as User
  const row = promoteToEpic(world, on.row, group, by, () => drawText('0123456789abcdef', 40), now)
  return {
    on: { kind: 'Issue', row },
    message: 'Promoted issue to an epic.',
    changes: { promote_to_epic: true },
  }
}
