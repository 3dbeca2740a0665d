import { approvalSettings } from '../../../model/approvals/approval-settings.ts'
import { approve, unapprove } from '../../../model/approvals/approve.ts'
import { branchNamed } from '../../../model/branches/branches.ts'
import { isDraft, withoutDraft } from '../../../model/discussions/drafts.ts'
import { MergeFailure } from '../../../model/merge-requests/merge.ts'
import type { MergeRequest } from '../../../model/merge-requests/merge-request.ts'
import { headsOf, mergeStatus } from '../../../model/merge-requests/mergeability.ts'
import { startRebase } from '../../../model/merge-requests/rebase-request.ts'
import { headPipeline, isActive } from '../../../model/pipelines/head-pipeline.ts'
import { hasApproved, mayApprove } from '../../../policy/approving.ts'
import { mayMerge, mayPush } from '../../../policy/branches.ts'
import { detailedMergeStatus } from '../../../policy/merge-status.ts'
import { publishDrafts } from '../draft-notes.ts'
import { isReadyToMerge, mergeAsOrdered } from '../merging.ts'
import { completeTodoItems } from '../todo-items.ts'
import { callerOf, changed } from './named.ts'
import type { Action, ActionContext, ActionResult } from './quick-action.ts'

/** Quick actions of merge requests alone. */
export const mergeRequestActions: { readonly [name: string]: Action } = {
  draft: forMergeRequests({ by: 'author', run: (it) => marked(it, !isDraft(mergeRequestIn(it).title)) }),
  ready: forMergeRequests({
    by: 'author',
    run: (it) =>
      isDraft(mergeRequestIn(it).title)
        ? marked(it, false)
        : { message: "No change to this merge request's draft status." },
  }),
  target_branch: forMergeRequests({
    by: 'author',
    run: (it) => {
      if (it.text === '') return undefined
      const message = `Set target branch to ${it.text}.`
      if (branchNamed(it.situation.world, it.project, it.text) === undefined) return { message }
      return changed(it, { targetBranch: it.text }, message, { target_branch: it.text })
    },
  }),
  merge: forMergeRequests({ by: 'all', afterwards: true, when: mayBeMerged, run: merge }),
  rebase: forMergeRequests({ by: 'all', afterwards: true, when: mayRebase, run: rebase }),
  approve: forMergeRequests({
    by: 'all',
    afterwards: true,
    when: (it) => mayApprove(it.situation, wasMergeRequest(it)),
    run: (it) => {
      const { world, now } = it.situation
      // There is no place for the password in a quick action.
      if (approvalSettings(world, it.project).requirePassword) return undefined
      completeTodoItems(it.situation, it.on)
      const row = approve(world, mergeRequestIn(it), callerOf(it), now)
      return { on: { kind: 'MergeRequest', row }, message: 'Approved the current merge request.' }
    },
  }),
  unapprove: forMergeRequests({
    by: 'all',
    afterwards: true,
    when: (it) =>
      wasMergeRequest(it).state !== 'merged' &&
      hasApproved(it.situation.world, wasMergeRequest(it), callerOf(it)),
    run: (it) => {
      const { world, now } = it.situation
      const row = unapprove(world, mergeRequestIn(it), callerOf(it), now)
      if (row === undefined) return undefined
      return { on: { kind: 'MergeRequest', row }, message: 'Unapproved the current merge request.' }
    },
  }),
  submit_review: forMergeRequests({
    by: 'all',
    afterwards: true,
    run: (it) => {
      publishDrafts(it.situation, mergeRequestIn(it), it.drawText)
      const row = it.situation.world.mergeRequests.require(it.on.row.id)
      return { on: { kind: 'MergeRequest', row }, message: 'Submitted the current review.' }
    },
  }),
}

function forMergeRequests(action: Omit<Action, 'only'>): Action {
  return { ...action, only: 'MergeRequest' }
}

function mergeRequestIn({ on }: ActionContext): MergeRequest {
  return on.row as MergeRequest
}

function wasMergeRequest({ was }: ActionContext): MergeRequest {
  return was.row as MergeRequest
}

function marked(it: ActionContext, draft: boolean): ActionResult {
  const { title } = mergeRequestIn(it)
  return changed(
    it,
    { title: draft ? `Draft: ${title}` : withoutDraft(title) },
    `Marked this merge request as ${draft ? 'a draft' : 'ready'}.`,
    { wip_event: draft ? 'draft' : 'ready' },
  )
}

function waitsForPipeline({ situation, was }: ActionContext): boolean {
  return isActive(headPipeline(situation.world, was.row as MergeRequest))
}

function mayBeMerged(it: ActionContext): boolean {
  const { situation, project } = it
  const mergeRequest = wasMergeRequest(it)
  const status = detailedMergeStatus(situation.world, mergeRequest, situation.now)
  return (
    mayMerge(situation, project, mergeRequest.targetBranch) &&
    isReadyToMerge(situation.world, mergeRequest, waitsForPipeline(it), status)
  )
}

const OUTDATED = 'Branch has been updated since the merge was requested. Please review the changes.'

/** Merges what the caller saw; after a push, or beside a rebase, it is not merged (discussions#quick-action-merge). */
function merge(it: ActionContext): ActionResult {
  const waits = waitsForPipeline(it)
  return {
    on: {
      kind: 'MergeRequest',
      row: it.beside.includes('rebase') ? mergeRequestIn(it) : mergedAsSeen(it, waits),
    },
    message: waits
      ? 'Scheduled to merge this merge request (Merge when pipeline succeeds).'
      : 'Merged this merge request.',
    changes: { merge: it.head ?? null },
  }
}

function mergedAsSeen(it: ActionContext, waits: boolean): MergeRequest {
  const { situation, head } = it
  const mergeRequest = mergeRequestIn(it)
  const failed = (mergeError: string) => situation.world.mergeRequests.update(mergeRequest.id, { mergeError })
  if (head !== mergeRequest.sha) return waits ? mergeRequest : failed(OUTDATED)
  try {
    return mergeAsOrdered(situation, mergeRequest, { waits })
  } catch (problem) {
    if (!(problem instanceof MergeFailure)) throw problem
    return failed(problem.message)
  }
}

function mayRebase(it: ActionContext): boolean {
  const { world } = it.situation
  const mergeRequest = wasMergeRequest(it)
  const source = world.projects.get(mergeRequest.sourceProjectId)
  if (mergeRequest.state !== 'opened' || source === undefined) return false
  return (
    headsOf(world, mergeRequest).source !== undefined &&
    mayPush(it.situation, source, mergeRequest.sourceBranch)
  )
}

function rebase(it: ActionContext): ActionResult {
  const { world, now } = it.situation
  const mergeRequest = mergeRequestIn(it)
  if (mergeStatus(world, mergeRequest) === 'cannot_be_merged')
    return { message: 'This merge request cannot be rebased while there are conflicts.' }
  if (!startRebase(world, mergeRequest, callerOf(it), now))
    return { message: 'A rebase is already in progress.' }
  return {
    on: { kind: 'MergeRequest', row: world.mergeRequests.require(mergeRequest.id) },
    message: `Scheduled a rebase of branch ${mergeRequest.sourceBranch}.`,
    changes: { rebase: true },
  }
}
