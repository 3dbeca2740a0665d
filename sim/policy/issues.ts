import type { Issue } from '../model/issues/issue.ts'
import { can, type Situation } from './abilities.ts'

/** True when the caller may see the issue; confidential ones are for reporters, authors and assignees. */
export function seesIssue(situation: Situation, issue: Issue): boolean {
  const project = situation.world.projects.require(issue.projectId)
  if (!can(situation, 'read_issues', project)) return false
  const id = situation.caller.user?.id
  if (!issue.confidential) return true
  if (id !== undefined && (issue.authorId === id || issue.assigneeIds.includes(id))) return true
  return can(situation, 'read_confidential_issues', project)
}
