import { isDraft, withoutDraft } from '../../model/discussions/drafts.ts'
import type { Note } from '../../model/discussions/note.ts'
import type { Discussed } from '../../model/discussions/notes.ts'
import { type Command, quickActions } from '../../model/discussions/quick-actions.ts'
import { subscribe } from '../../model/discussions/subscriptions.ts'
import { promoteToEpic } from '../../model/epics/epics.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import { changeIssue, closeIssue, type IssueValues, reopenIssue } from '../../model/issues/issues.ts'
import { estimateTime, spendTime, workingTime } from '../../model/issues/time-tracking.ts'
import { labelTitled } from '../../model/labels/labels.ts'
import type { MergeRequestChanges } from '../../model/merge-requests/merge-requests.ts'
import {
  changeMergeRequest,
  closeMergeRequest,
  reopenMergeRequest,
} from '../../model/merge-requests/merge-requests.ts'
import { groupsAbove } from '../../model/milestones/milestones.ts'
import type { Project } from '../../model/projects/project.ts'
import type { User } from '../../model/users/user.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { actingFor } from '../../policy/caller.ts'
import { licensed } from '../../policy/tier.ts'
import { parseDay } from '../../time/calendar.ts'
import type { DrawText } from '../shared/secrets.ts'
import { createTodoItems } from '../shared/todo-items.ts'

// Quick actions in a comment on an issue or on a merge request; what it says besides is the comment.

/** What came of a comment that was nothing but commands. */
export interface CarriedOut {
  readonly changes: { readonly [name: string]: unknown }
  readonly summary: readonly string[]
}

export function isCarriedOut(result: Note | CarriedOut): result is CarriedOut {
  return 'summary' in result
}

/** A comment without its commands, and these. */
export function commandsIn(body: string): { readonly text: string; readonly commands: readonly Command[] } {
  return quickActions(body, actions)
}

/** Carries commands out; those that may not be, or that name nothing there is, change nothing. */
export function carryOut(
  situation: Situation,
  discussed: Discussed,
  commands: readonly Command[],
  drawText: DrawText,
): CarriedOut & { readonly applied: boolean } {
  const project = situation.world.projects.require(discussed.row.projectId)
  let on = discussed
  let changes = {}
  let applied = false
  const summary: string[] = []
  for (const { name, text } of commands) {
    const done = tried(actions[name] as Action, { situation, project, on, text, drawText })
    summary.push(done?.said ?? `Could not apply ${name} command.`)
    if (done === undefined) continue
    on = done.on ?? on
    changes = { ...changes, ...done.changes }
    applied = true
  }
  if (on.row !== discussed.row) createTodoItems(situation, on, discussed.row)
  return { changes, summary, applied }
}

interface Doing {
  readonly situation: Situation
  readonly project: Project
  readonly on: Discussed
  readonly text: string
  readonly drawText: DrawText
}
interface Done {
  readonly on?: Discussed
  readonly said: string
  readonly changes: { readonly [name: string]: unknown }
}
interface Action {
  /** Who may: whoever manages it, unless its author may as well, or everybody. */
  readonly by?: 'author' | 'all'
  readonly only?: Discussed['kind']
  readonly run: (it: Doing) => Done | undefined
}

function tried({ by, only, run }: Action, it: Doing): Done | undefined {
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

const assigns = (
  title: string,
  column: 'assigneeIds' | 'reviewerIds',
  taken: 'add' | 'drop' | 'replace',
) => ({
  ...(column === 'reviewerIds' && { only: 'MergeRequest' as const }),
  run: (it: Doing): Done | undefined => {
    const known: readonly number[] = column in it.on.row ? (it.on.row as never)[column] : []
    const named = usersNamed(it)
    const meant = taken === 'drop' && it.text === '' ? known : named.map(({ id }) => id)
    if (meant.length === 0) return undefined
    const ids = {
      add: [...new Set([...known, ...meant])],
      drop: known.filter((id) => !meant.includes(id)),
      replace: [...meant],
    }[taken]
    const allowed = licensed(it.situation.world, 'premium') ? ids : ids.slice(-1)
    const names = meant.map((id) => `@${it.situation.world.users.require(id).username}`).join(', ')
    const wire = column === 'assigneeIds' ? 'assignee_ids' : 'reviewer_ids'
    return changed(it, { [column]: allowed }, title.replace('%', names), { [wire]: allowed })
  },
})

const labels = (title: string, wire: string, taken: 'add' | 'drop' | 'replace'): Action => ({
  run: (it) => {
    const known = it.on.row.labelIds
    const named = labelsNamed(it)
    const meant = taken === 'drop' && it.text === '' ? known : named
    if (meant.length === 0) return undefined
    const labelIds = {
      add: [...new Set([...known, ...meant])],
      drop: known.filter((id) => !meant.includes(id)),
      replace: [...meant],
    }[taken]
    const told = `${meant.map((id) => `~${id}`).join(' ')} ${meant.length === 1 ? 'label' : 'labels'}`
    return changed(it, { labelIds }, title.replace('%', told), { [wire]: meant })
  },
})

const locks = (discussionLocked: boolean): Action => ({
  run: (it) =>
    changed(it, { discussionLocked }, `${discussionLocked ? 'Locked' : 'Unlocked'} the discussion.`, {
      discussion_locked: discussionLocked,
    }),
})

const follows = (wanted: boolean): Action => ({
  by: 'all',
  run: ({ situation: { world, caller }, on }) => {
    subscribe(world, on, caller.user as User, wanted)
    return {
      said: wanted ? 'Subscribed to notifications.' : 'Unsubscribed from notifications.',
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
    const moved: Discussed =
      on.kind === 'Issue'
        ? { kind: 'Issue', row: (event === 'close' ? closeIssue : reopenIssue)(world, on.row, by, now) }
        : {
            kind: 'MergeRequest',
            row: (event === 'close' ? closeMergeRequest : reopenMergeRequest)(world, on.row, by.id, now),
          }
    const what = on.kind === 'Issue' ? 'issue' : 'merge request'
    return {
      on: moved,
      said: `${event === 'close' ? 'Closed' : 'Reopened'} this ${what}.`,
      changes: { state_event: event },
    }
  },
})

const times = (track: typeof estimateTime, said: string, wire: string): Action => ({
  run: ({ situation: { world, now }, on, text }) => {
    const seconds = workingTime(text)
    if (seconds === undefined) return undefined
    return { on: track(world, on, seconds, now), said: said.replace('%', text), changes: { [wire]: seconds } }
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
  confidential: {
    only: 'Issue',
    run: (it) => ofIssue(it, { confidential: true }, 'Made this issue confidential.', { confidential: true }),
  },
  lock: locks(true),
  unlock: locks(false),
  subscribe: follows(true),
  unsubscribe: follows(false),
  draft: drafts(true),
  ready: drafts(false),
  estimate: times(estimateTime, 'Set time estimate to %.', 'time_estimate'),
  spend: times(spendTime, 'Added % spent time.', 'spend_time'),
  promote: { only: 'Issue', run: promote },
}

function promote({ situation, project, on, drawText }: Doing): Done | undefined {
  const { world, caller, now } = situation
  const group = project.namespaceKind === 'group' ? world.groups.get(project.namespaceId) : undefined
  if (on.kind !== 'Issue' || on.row.state !== 'opened' || group === undefined) return undefined
  if (!licensed(world, 'premium') || !can(situation, 'create_epic', group)) return undefined
  const by = caller.user as User
  const row = promoteToEpic(world, on.row, group, by, () => drawText('0123456789abcdef', 40), now)
  return {
    on: { kind: 'Issue', row },
    said: 'Promoted issue to an epic.',
    changes: { promote_to_epic: true },
  }
}

/** Sets columns that issues and merge requests have alike. */
function changed(
  it: Doing,
  columns: Partial<IssueValues> & MergeRequestChanges,
  said: string,
  changes: Done['changes'],
): Done {
  const { on, situation } = it
  const { world, caller, now } = situation
  if (on.kind === 'Issue') return ofIssue(it, columns, said, changes)
  const row = changeMergeRequest(world, on.row, columns, (caller.user as User).id, now)
  return { on: { kind: 'MergeRequest', row }, said, changes }
}

function ofIssue(
  { on, situation: { world, now } }: Doing,
  columns: Partial<IssueValues>,
  said: string,
  changes: Done['changes'],
): Done {
  if (on.kind !== 'Issue') throw new Error('a merge request is no issue')
  return { on: { kind: 'Issue', row: changeIssue(world, on.row, columns, now) }, said, changes }
}

function usersNamed({ situation, project, on, text }: Doing): User[] {
  const { world, caller, now } = situation
  const reads = on.kind === 'Issue' ? 'read_issues' : 'read_merge_requests'
  const names = text.split(/[\s,]+/).filter((name) => name !== '')
  return names.flatMap((name) => {
    const own = name === 'me' || name === '@me'
    const user = own ? caller.user : world.users.find('byUsername', name.replace(/^@/, '').toLowerCase())
    return user !== undefined && can({ world, now, caller: actingFor(user) }, reads, project) ? [user] : []
  })
}

function labelsNamed({ situation: { world }, project, text }: Doing): number[] {
  const titles = [...text.matchAll(/~?"([^"]{1,255})"|~?([^\s,~"]{1,255})/g)]
  return titles.flatMap((found) => labelTitled(world, project, found[1] ?? (found[2] as string))?.id ?? [])
}

function milestoneNamed({ situation: { world }, project, text }: Doing) {
  const title = text.replace(/^%/, '').replace(/^"(.*)"$/, '$1')
  const own = world.milestones.find('byProjectTitle', project.id, title)
  if (own !== undefined) return own
  for (const group of groupsAbove(world, { project })) {
    const inherited = world.milestones.find('byGroupTitle', group.id, title)
    if (inherited !== undefined) return inherited
  }
  return undefined
}
