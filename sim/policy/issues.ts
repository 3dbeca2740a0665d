import type { Issue } from '../model/issues/issue.ts'
import { can, type Situation } from './abilities.ts'

/** True when the caller may see the issue; confidential ones are for reporters, authors and assignees. */
export function seesIssue(situation: Situation, issue: Issue): boolean {
  const seesAlike = seesIssuesLike(situation, issue)
  if (seesAlike !== undefined) return seesAlike
  const id = situation.caller.user?.id
  return id !== undefined && (issue.authorId === id || issue.assigneeIds.includes(id))
}

/** The same of all issues of the project that are confidential as this one is; undefined where each is to be asked. */
export function seesIssuesLike(
  situation: Situation,
  { projectId, confidential }: Pick<Issue, 'projectId' | 'confidential'>,
): boolean | undefined {
  const project = situation.world.projects.require(projectId)
  if (!can(situation, 'read_issues', project)) return false
  if (!confidential || can(situation, 'read_confidential_issues', project)) return true
  return undefined
}
