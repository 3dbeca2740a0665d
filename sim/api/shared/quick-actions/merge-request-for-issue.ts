import { blockingRef, validBranchName } from '../../../git/refs.ts'
import { branchNamed } from '../../../model/branches/branches.ts'
import type { Issue } from '../../../model/issues/issue.ts'
import { addSystemNoteOn, openMergeRequest } from '../../../model/merge-requests/merge-requests.ts'
import { moveBranch } from '../../../model/repository/new-commit.ts'
import { repositoryOf } from '../../../model/repository/repository.ts'
import { recordPush } from '../../../model/users/events.ts'
import { mayPush, protectionsOf } from '../../../policy/branches.ts'
import { callerOf } from './named.ts'
import type { ActionContext, ActionResult } from './quick-action.ts'

/** Creates a branch at the head of the default branch, and a draft that closes the issue when it is merged. */
export function mergeRequestForIssue(it: ActionContext): ActionResult {
  const { situation, project, on, text } = it
  const { world, now } = situation
  const issue = on.row as Issue
  const name = text === '' ? branchFor(issue) : text
  const by = callerOf(it)
  if (mayCreate(it, name)) {
    const sha = branchNamed(world, project, project.defaultBranch)?.head.id as string
    moveBranch(world, project, name, sha, now)
    recordPush(world, project, by.id, { refType: 'branch', ref: name, from: null, to: sha }, now)
    const page = `/${project.fullPath}/-/compare/${encodeURIComponent(project.defaultBranch)}...${encodeURIComponent(name)}`
    const tell = (text: string) => addSystemNoteOn(world, 'Issue', issue, by.id, text, now)
    tell(`created branch [\`${name}\`](${page}) to address this issue`)
    const { labelIds, milestoneId, iid } = issue
    const values = {
      title: issue.confidential
        ? 'Draft: Resolve confidential issue'
        : `Draft: Resolve "${issue.title}"`.slice(0, 255),
      description: `Closes #${iid}`,
      assigneeIds: [by.id],
      reviewerIds: [],
      labelIds,
      milestoneId,
      squash: false,
      removeSourceBranch: project.settings.removeSourceBranchAfterMerge,
      allowCollaboration: false,
      discussionLocked: null,
      approvalsBeforeMerge: null,
    }
    const ends = { source: project, target: project, sourceBranch: name, targetBranch: project.defaultBranch }
    const opened = openMergeRequest(world, { ...ends, authorId: by.id, values }, now)
    tell(`created merge request !${opened.iid} to address this issue`)
  }
  const branch = text === '' ? 'a branch' : `branch '${name}'`
  return {
    on: { kind: 'Issue', row: world.issues.require(issue.id) },
    message: `Created ${branch} and a merge request to resolve this issue.`,
    changes: { create_merge_request: { branch_name: text === '' ? null : text, issue_iid: issue.iid } },
  }
}

function mayCreate({ situation, project }: ActionContext, name: string): boolean {
  const { world } = situation
  if (!validBranchName(name) || branchNamed(world, project, project.defaultBranch) === undefined) return false
  const { refs } = repositoryOf(world, project)
  if (
    branchNamed(world, project, name) !== undefined ||
    blockingRef(refs, `refs/heads/${name}`) !== undefined
  )
    return false
  return protectionsOf(world, project, name).length === 0 || mayPush(situation, project, name)
}

/** `12-the-words-of-its-title`; of a confidential issue nothing is told. */
function branchFor({ iid, title, confidential }: Issue): string {
  if (confidential) return `${iid}-confidential-issue`
  const words = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
  return `${iid}-${words}`.slice(0, 100).replace(/-+$/, '')
}
