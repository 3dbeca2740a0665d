import type { Issue } from '../../../model/issues/issue.ts'
import { issueReferenced } from '../../../model/issues/issue-reference.ts'
import { changeIssue, type IssueValues } from '../../../model/issues/issues.ts'
import type { Label } from '../../../model/labels/label.ts'
import { labelTitled } from '../../../model/labels/labels.ts'
import type { MergeRequest } from '../../../model/merge-requests/merge-request.ts'
import { changeMergeRequest, type MergeRequestChanges } from '../../../model/merge-requests/merge-requests.ts'
import type { Milestone } from '../../../model/milestones/milestone.ts'
import { groupsAbove } from '../../../model/milestones/milestones.ts'
import type { User } from '../../../model/users/user.ts'
import { can } from '../../../policy/abilities.ts'
import { callerFor } from '../../../policy/caller.ts'
import { seesIssue } from '../../../policy/issues.ts'
import type { ActionContext, ActionResult } from './quick-action.ts'
import { titlesIn } from './relabel.ts'

// What the text of a quick action names, and how columns are changed.

export function callerOf({ situation }: ActionContext): User {
  return situation.caller.user as User
}

export function usersNamed(it: ActionContext): User[] {
  const { situation, project, on, text } = it
  const { world, now } = situation
  const reads = on.kind === 'Issue' ? 'read_issues' : 'read_merge_requests'
  const names = text.split(/[\s,]+/).filter((name) => name !== '')
  return names.flatMap((name) => {
    const own = name === 'me' || name === '@me'
    const user = own ? callerOf(it) : world.users.find('byUsername', name.replace(/^@/, '').toLowerCase())
    return user !== undefined && can({ world, now, caller: callerFor(user) }, reads, project) ? [user] : []
  })
}

export function labelsNamed({ situation: { world }, project, text }: ActionContext): Label[] {
  return titlesIn(text).flatMap((title) => labelTitled(world, project, title) ?? [])
}

export function milestoneNamed({
  situation: { world },
  project,
  text,
}: ActionContext): Milestone | undefined {
  const title = text.replace(/^%/, '').replace(/^"(.*)"$/, '$1')
  const own = world.milestones.find('byProjectTitle', project.id, title)
  if (own !== undefined) return own
  for (const group of groupsAbove(world, { project })) {
    const inherited = world.milestones.find('byGroupTitle', group.id, title)
    if (inherited !== undefined) return inherited
  }
  return undefined
}

/** The issue that a text begins to refer to, if the caller sees it. */
export function issueNamed({ situation, project }: ActionContext, text: string): Issue | undefined {
  const named = issueReferenced(situation.world, project, text)
  return named !== undefined && seesIssue(situation, named) ? named : undefined
}

/** The merge request of the same project that a text begins to refer to, if the caller sees it. */
export function mergeRequestNamed({ situation, project, text }: ActionContext): MergeRequest | undefined {
  const [, iid] = /^!(\d{1,9})\b/.exec(text) ?? []
  if (iid === undefined) return undefined
  const named = situation.world.mergeRequests.find('byIid', project.id, Number(iid))
  return named !== undefined && can(situation, 'read_merge_request', named) ? named : undefined
}

/** Sets columns that issues and merge requests share. */
export function changed(
  it: ActionContext,
  columns: Partial<IssueValues> & MergeRequestChanges,
  message: string,
  changes: ActionResult['changes'] = {},
): ActionResult {
  const { on, situation } = it
  if (on.kind === 'Issue') return ofIssue(it, columns, message, changes)
  const row = changeMergeRequest(situation.world, on.row, columns, situation.now)
  return { on: { kind: 'MergeRequest', row }, message, changes }
}

export function ofIssue(
  { on, situation: { world, now } }: ActionContext,
  columns: Partial<IssueValues>,
  message: string,
  changes: ActionResult['changes'] = {},
): ActionResult {
  if (on.kind !== 'Issue') throw new Error('a merge request is no issue')
  return { on: { kind: 'Issue', row: changeIssue(world, on.row, columns, now) }, message, changes }
}
