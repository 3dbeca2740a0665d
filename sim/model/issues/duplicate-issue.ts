import type { Instant } from '../../time/calendar.ts'
import { addSystemNoteOn } from '../merge-requests/merge-requests.ts'
import type { User } from '../users/user.ts'
import type { World } from '../world.ts'
import type { Issue } from './issue.ts'
import { linkIssues } from './issue-links.ts'
import { referenceFrom } from './issue-reference.ts'
import { closeIssue } from './issues.ts'

/** Closes an issue as a duplicate of another one, with a system note on both; they are linked. */
export function closeAsDuplicate(world: World, issue: Issue, original: Issue, by: User, now: Instant): Issue {
  const told = `marked this issue as a duplicate of ${referenceFrom(world, issue.projectId, original)}`
  addSystemNoteOn(world, 'Issue', issue, by.id, told, now)
  const tells = `marked ${referenceFrom(world, original.projectId, issue)} as a duplicate of this issue`
  addSystemNoteOn(world, 'Issue', original, by.id, tells, now)
  linkIssues(world, issue, original, 'relates_to', now)
  const closed = closeIssue(world, world.issues.require(issue.id), by, now)
  return world.issues.put({ ...closed, duplicateOfId: original.id })
}
