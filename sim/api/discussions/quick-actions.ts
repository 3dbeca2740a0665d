import { isDraft, withoutDraft } from '../../model/discussions/drafts.ts'
import type { Note } from '../../model/discussions/note.ts'
import type { Issuable } from '../../model/discussions/notes.ts'
import { type Command, quickActions } from '../../model/discussions/quick-actions.ts'
import { subscribe } from '../../model/discussions/subscriptions.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import { healthStatuses } from '../../model/issues/issue.ts'
import { changeIssue, closeIssue, type IssueValues, reopenIssue } from '../../model/issues/issues.ts'
import { estimateTime, resetTimeSpent, spendTime, workingTime } from '../../model/issues/time-tracking.ts'
import { labelTitled } from '../../model/labels/labels.ts'
import type { MergeRequestChanges } from '../../model/merge-requests/merge-requests.ts'
import {
  changeMergeRequest,
  closeMergeRequest,
  reopenMergeRequest,
} from '../../model/merge-requests/merge-requests.ts'
import { groupsAbove } from '../../model/milestones/milestones.ts'
import type { User } from '../../model/users/user.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { callerFor } from '../../policy/caller.ts'
import { licensed } from '../../policy/tier.ts'
import { parseDay } from '../../time/calendar.ts'
import type { DrawText } from '../shared/secrets.ts'
import { createTodoItems } from '../shared/todo-items.ts'
import { markAsDuplicate, promote, relate } from './issue-actions.ts'
import type { Action, ActionContext, ActionResult } from './quick-action.ts'
import { addTodoItem, completeTodoItems } from './todo-actions.ts'

// Quick actions in a comment on an issue or on a merge request; the rest of its text is the comment.

/** The result of a comment that consists of quick actions only. */
export interface CarriedOut {
  readonly changes: { readonly [name: string]: unknown }
  readonly summary: readonly string[]
}

export function isCarriedOut(result: Note | CarriedOut): result is CarriedOut {
  return 'summary' in result
}

/** Splits a comment into its text and its quick actions. */
export function splitCommands(body: string): {
  readonly text: string
  readonly commands: readonly Command[]
} {
  return quickActions(body, actions)
}

/** Runs quick actions; those that are not permitted, or that name nothing that exists, change nothing. */
export function runQuickActions(
  situation: Situation,
  discussed: Issuable,
  commands: readonly Command[],
  drawText: DrawText,
): CarriedOut & { readonly applied: boolean } {
  const project = situation.world.projects.require(discussed.row.projectId)
  let on = discussed
  let changes = {}
  let applied = false
  const summary: string[] = []
  for (const { name, text } of commands) {
    const done = runAction(actions[name] as Action, { situation, project, on, text, drawText })
    summary.push(done?.message ?? `Could not apply ${name} command.`)
    if (done === undefined) continue
    on = done.on ?? on
    changes = { ...changes, ...done.changes }
    applied = true
  }
  if (on.row !== discussed.row) createTodoItems(situation, on, discussed.row)
  return { changes, summary, applied }
}

function runAction({ by, only, run }: Action, it: ActionContext): ActionResult | undefined {
  const { situation, project, on } = it
  const { caller } = situation
  const manages = can(situation, on.kind === 'Issue' ? 'admin_issue' : 'admin_merge_request', project)
  const may = manages || by === 'all' || (by === 'author' && on.row.authorId === caller.user?.id)
  if (!may || (only !== undefined && only !== on.kind)) return undefined
  try {
    return run(it)
  } catch (problem) {
    if (problem instanceof InvalidRow) return undefined
    throw problem
  }
}

const assigns = (title: string, column: 'assigneeIds' | 'reviewerIds', mode: 'add' | 'drop' | 'replace') => ({
  ...(column === 'reviewerIds' && { only: 'MergeRequest' as const }),
  run: (it: ActionContext): ActionResult | undefined => {
    const known: readonly number[] = column in it.on.row ? (it.on.row as never)[column] : []
    const named = usersNamed(it)
    const chosen = mode === 'drop' && it.text === '' ? known : named.map(({ id }) => id)
    if (chosen.length === 0) return undefined
    const ids = {
      add: [...new Set([...known, ...chosen])],
      drop: known.filter((id) => !chosen.includes(id)),
      replace: [...chosen],
    }[mode]
    const allowed = licensed(it.situation.world, 'premium') ? ids : ids.slice(-1)
    const names = chosen.map((id) => `@${it.situation.world.users.require(id).username}`).join(', ')
    const wire = column === 'assigneeIds' ? 'assignee_ids' : 'reviewer_ids'
    return changed(it, { [column]: allowed }, title.replace('%', names), { [wire]: allowed })
  },
})

const labels = (title: string, wire: string, mode: 'add' | 'drop' | 'replace'): Action => ({
  run: (it) => {
    const known = it.on.row.labelIds
    const named = labelsNamed(it)
    const chosen = mode === 'drop' && it.text === '' ? known : named
    if (chosen.length === 0) return undefined
    const labelIds = {
      add: [...new Set([...known, ...chosen])],
      drop: known.filter((id) => !chosen.includes(id)),
      replace: [...chosen],
    }[mode]
    const labelText = `${chosen.map((id) => `~${id}`).join(' ')} ${chosen.length === 1 ? 'label' : 'labels'}`
    return changed(it, { labelIds }, title.replace('%', labelText), { [wire]: chosen })
  },
})

const locks = (discussionLocked: boolean): Action => ({
  run: (it) =>
    changed(it, { discussionLocked }, `${discussionLocked ? 'Locked' : 'Unlocked'} the discussion.`, {
      discussion_locked: discussionLocked,
    }),
})

const subscribes = (wanted: boolean): Action => ({
  by: 'all',
  run: ({ situation: { world, caller }, on }) => {
    subscribe(world, on, caller.user as User, wanted)
    return {
      message: wanted ? 'Subscribed to notifications.' : 'Unsubscribed from notifications.',
      changes: { subscription_event: wanted ? 'subscribe' : 'unsubscribe' },
    }
  },
})

const drafts = (draft: boolean): Action => ({
  by: 'author',
  only: 'MergeRequest',
  run: (it) => {
    const { title } = it.on.row
    if (isDraft(title) === draft) return undefined
    return changed(
      it,
      { title: draft ? `Draft: ${title}` : withoutDraft(title) },
      `Marked this merge request as ${draft ? 'a draft' : 'ready'}.`,
      { wip_event: draft ? 'draft' : 'ready' },
    )
  },
})

const states = (event: 'close' | 'reopen'): Action => ({
  by: 'author',
  run: ({ situation: { world, caller, now }, on }) => {
    if (on.row.state !== (event === 'close' ? 'opened' : 'closed')) return undefined
    const by = caller.user as User
    const moved: Issuable =
      on.kind === 'Issue'
        ? { kind: 'Issue', row: (event === 'close' ? closeIssue : reopenIssue)(world, on.row, by, now) }
        : {
            kind: 'MergeRequest',
            row: (event === 'close' ? closeMergeRequest : reopenMergeRequest)(world, on.row, by.id, now),
          }
    const what = on.kind === 'Issue' ? 'issue' : 'merge request'
    return {
      on: moved,
      message: `${event === 'close' ? 'Closed' : 'Reopened'} this ${what}.`,
      changes: { state_event: event },
    }
  },
})

const times = (track: typeof estimateTime, message: string, wire: string): Action => ({
  run: ({ situation: { world, now }, on, text }) => {
    const seconds = workingTime(text)
    if (seconds === undefined) return undefined
    return {
      on: track(world, on, seconds, now),
      message: message.replace('%', text),
      changes: { [wire]: seconds },
    }
  },
})

const actions: { readonly [name: string]: Action } = {
  close: states('close'),
  reopen: states('reopen'),
  title: {
    by: 'author',
    run: (it) =>
      it.text === ''
        ? undefined
        : changed(it, { title: it.text }, `Changed the title to "${it.text}".`, { title: it.text }),
  },
  label: labels('Added %.', 'add_label_ids', 'add'),
  unlabel: labels('Removed %.', 'remove_label_ids', 'drop'),
  relabel: labels('Replaced all labels with %.', 'label_ids', 'replace'),
  assign: assigns('Assigned %.', 'assigneeIds', 'add'),
  unassign: assigns('Removed assignee %.', 'assigneeIds', 'drop'),
  reassign: assigns('Changed assignee to %.', 'assigneeIds', 'replace'),
  assign_reviewer: assigns('Assigned % as reviewer.', 'reviewerIds', 'add'),
  unassign_reviewer: assigns('Removed reviewer %.', 'reviewerIds', 'drop'),
  milestone: {
    run: (it) => {
      const milestone = milestoneNamed(it)
      if (milestone === undefined) return undefined
      const { id, title } = milestone
      return changed(it, { milestoneId: id }, `Set the milestone to %"${title}".`, { milestone_id: id })
    },
  },
  remove_milestone: {
    run: (it) => {
      const milestone = it.situation.world.milestones.get(it.on.row.milestoneId ?? 0)
      if (milestone === undefined) return undefined
      return changed(it, { milestoneId: null }, `Removed %"${milestone.title}" milestone.`, {
        milestone_id: null,
      })
    },
  },
  due: {
    only: 'Issue',
    run: (it) => {
      const dueDate = parseDay(it.text)
      if (!dueDate) return undefined
      return ofIssue(it, { dueDate }, `Set the due date to ${it.text}.`, { due_date: it.text })
    },
  },
  remove_due_date: {
    only: 'Issue',
    run: (it) => ofIssue(it, { dueDate: null }, 'Removed the due date.', { due_date: null }),
  },
  weight: {
    only: 'Issue',
    run: (it) => {
      if (!/^\d{1,9}$/.test(it.text) || !licensed(it.situation.world, 'premium')) return undefined
      const weight = Number(it.text)
      return ofIssue(it, { weight }, `Set weight to ${weight}.`, { weight })
    },
  },
  clear_weight: {
    only: 'Issue',
    run: (it) =>
      licensed(it.situation.world, 'premium')
        ? ofIssue(it, { weight: null }, 'Cleared weight.', { weight: null })
        : undefined,
  },
  health_status: {
    only: 'Issue',
    run: (it) => {
      const health = healthStatuses.find((status) => status === it.text)
      if (health === undefined || !licensed(it.situation.world, 'ultimate')) return undefined
      return ofIssue(it, { health }, `Set health status to ${health}.`, { health_status: health })
    },
  },
  clear_health_status: {
    only: 'Issue',
    run: (it) =>
      licensed(it.situation.world, 'ultimate')
        ? ofIssue(it, { health: null }, 'Cleared health status.', { health_status: null })
        : undefined,
  },
  confidential: {
    only: 'Issue',
    run: (it) => ofIssue(it, { confidential: true }, 'Made this issue confidential.', { confidential: true }),
  },
  lock: locks(true),
  unlock: locks(false),
  subscribe: subscribes(true),
  unsubscribe: subscribes(false),
  draft: drafts(true),
  ready: drafts(false),
  estimate: times(estimateTime, 'Set time estimate to %.', 'time_estimate'),
  remove_estimate: {
    run: ({ situation: { world, now }, on }) => ({
      on: estimateTime(world, on, 0, now),
      message: 'Removed time estimate.',
      changes: { time_estimate: 0 },
    }),
  },
  spend: times(spendTime, 'Added % spent time.', 'spend_time'),
  spent: times(spendTime, 'Added % spent time.', 'spend_time'),
  remove_time_spent: {
    run: ({ situation: { world, now }, on }) => ({
      on: resetTimeSpent(world, on, now),
      message: 'Removed spent time.',
      changes: { spend_time: 'reset' },
    }),
  },
  todo: { by: 'all', run: addTodoItem },
  done: { by: 'all', run: completeTodoItems },
  duplicate: { by: 'author', only: 'Issue', run: markAsDuplicate },
  relate: { by: 'author', only: 'Issue', run: relate },
  promote: { only: 'Issue', run: promote },
}

/** Sets columns that issues and merge requests share. */
function changed(
  it: ActionContext,
  columns: Partial<IssueValues> & MergeRequestChanges,
  message: string,
  changes: ActionResult['changes'],
): ActionResult {
  const { on, situation } = it
  const { world, caller, now } = situation
  if (on.kind === 'Issue') return ofIssue(it, columns, message, changes)
  const row = changeMergeRequest(world, on.row, columns, (caller.user as User).id, now)
  return { on: { kind: 'MergeRequest', row }, message, changes }
}

function ofIssue(
  { on, situation: { world, now } }: ActionContext,
  columns: Partial<IssueValues>,
  message: string,
  changes: ActionResult['changes'],
): ActionResult {
  if (on.kind !== 'Issue') throw new Error('a merge request is no issue')
  return { on: { kind: 'Issue', row: changeIssue(world, on.row, columns, now) }, message, changes }
}

function usersNamed({ situation, project, on, text }: ActionContext): User[] {
  const { world, caller, now } = situation
  const reads = on.kind === 'Issue' ? 'read_issues' : 'read_merge_requests'
  const names = text.split(/[\s,]+/).filter((name) => name !== '')
  return names.flatMap((name) => {
    const own = name === 'me' || name === '@me'
    const user = own ? caller.user : world.users.find('byUsername', name.replace(/^@/, '').toLowerCase())
    return user !== undefined && can({ world, now, caller: callerFor(user) }, reads, project) ? [user] : []
  })
}

function labelsNamed({ situation: { world }, project, text }: ActionContext): number[] {
  const titles = [...text.matchAll(/~?"([^"]{1,255})"|~?([^\s,~"]{1,255})/g)]
  return titles.flatMap((found) => labelTitled(world, project, found[1] ?? (found[2] as string))?.id ?? [])
}

function milestoneNamed({ situation: { world }, project, text }: ActionContext) {
  const title = text.replace(/^%/, '').replace(/^"(.*)"$/, '$1')
  const own = world.milestones.find('byProjectTitle', project.id, title)
  if (own !== undefined) return own
  for (const group of groupsAbove(world, { project })) {
    const inherited = world.milestones.find('byGroupTitle', group.id, title)
    if (inherited !== undefined) return inherited
  }
  return undefined
}
