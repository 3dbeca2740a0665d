import type { Steps } from '../../../lib/steps.ts'
import { boardsOf, listsOf } from '../../../model/boards/boards.ts'
import type { Epic } from '../../../model/epics/epic.ts'
import { addToEpic, promoteToEpic } from '../../../model/epics/epics.ts'
import type { Group } from '../../../model/groups/group.ts'
import { closeAsDuplicate } from '../../../model/issues/duplicate-issue.ts'
import { healthStatuses, type Issue, type IssueSeverity } from '../../../model/issues/issue.ts'
import { linkIssues } from '../../../model/issues/issue-links.ts'
import { cloneIssue, moveIssue } from '../../../model/issues/move-issue.ts'
import type { Project } from '../../../model/projects/project.ts'
import { projectAt } from '../../../model/projects/project-paths.ts'
import { can } from '../../../policy/abilities.ts'
import { readsEpic } from '../../../policy/epics.ts'
import { licensed } from '../../../policy/tier.ts'
import { seesProject } from '../../../policy/visible.ts'
import { mayComment } from '../notes-and-awards.ts'
import { discussionId } from '../secrets.ts'
import { dayInWords, dayNamed } from './due-day.ts'
import { epicNamedIn } from './epic-named.ts'
import { mergeRequestForIssue } from './merge-request-for-issue.ts'
import { callerOf, issueNamed, labelsNamed, ofIssue } from './named.ts'
import type { Action, ActionContext, ActionResult } from './quick-action.ts'
import { combined, labelReference } from './relabel.ts'

/** Quick actions of issues alone. */
export const issueActions: { readonly [name: string]: Action } = {
  due: forIssues({
    run: (it) => {
      if (it.text === '') return undefined
      const dueDate = dayNamed(it.text, it.situation.now)
      if (dueDate === undefined)
        return { message: 'Failed to set due date because the date format is invalid.' }
      return ofIssue(it, { dueDate }, `Set the due date to ${dayInWords(dueDate)}.`, { due_date: dueDate })
    },
  }),
  remove_due_date: forIssues({
    afterwards: true,
    when: (it) => wasIssue(it).dueDate !== null,
    run: (it) => ofIssue(it, { dueDate: null }, 'Removed the due date.', { due_date: null }),
  }),
  weight: forIssues({
    when: (it) => licensed(it.situation.world, 'premium'),
    run: (it) => {
      const weight = /^\d{1,9}$/.test(it.text) ? Number(it.text) : undefined
      if (weight === undefined) return undefined
      return ofIssue(it, { weight }, `Set weight to ${weight}.`, { weight })
    },
  }),
  clear_weight: forIssues({
    afterwards: true,
    when: (it) => licensed(it.situation.world, 'premium') && wasIssue(it).weight !== null,
    run: (it) => ofIssue(it, { weight: null }, 'Cleared weight.', { weight: null }),
  }),
  health_status: forIssues({
    when: (it) => licensed(it.situation.world, 'ultimate'),
    run: (it) => {
      const health = healthStatuses.find((status) => status === it.text.toLowerCase())
      if (health === undefined) return undefined
      return ofIssue(it, { health }, `Set health status to ${health}.`, { health_status: health })
    },
  }),
  clear_health_status: forIssues({
    afterwards: true,
    when: (it) => licensed(it.situation.world, 'ultimate') && (wasIssue(it).health ?? null) !== null,
    run: (it) => ofIssue(it, { health: null }, 'Cleared health status.', { health_status: null }),
  }),
  confidential: forIssues({
    when: (it) => !wasIssue(it).confidential,
    run: (it) => ofIssue(it, { confidential: true }, 'Made this issue confidential.', { confidential: true }),
  }),
  severity: forIssues({
    when: (it) => wasIssue(it).type === 'incident',
    run: (it) => {
      const severity = severityNamed(it.text)
      if (severity === undefined) return { message: 'No severity matches the provided parameter' }
      const shown = `${severity.charAt(0).toUpperCase()}${severity.slice(1)}`
      return ofIssue(it, { severity }, `Severity updated to ${shown}.`)
    },
  }),
  promote_to_incident: forIssues({
    by: 'author',
    when: (it) => wasIssue(it).type !== 'incident',
    run: (it) =>
      ofIssue(it, { type: 'incident' }, 'Issue has been promoted to incident', { issue_type: 'incident' }),
  }),
  board_move: forIssues({
    when: ({ situation: { world }, project }) => boardsOf(world, { project }).length === 1,
    run: moveOnBoard,
  }),
  duplicate: forIssues({ by: 'author', afterwards: true, run: markAsDuplicate }),
  relate: forIssues({ by: 'author', afterwards: true, run: relate }),
  move: forIssues({ afterwards: true, when: (it) => wasIssue(it).movedToId === undefined, run: move }),
  clone: forIssues({ afterwards: true, run: clone }),
  create_merge_request: forIssues({
    by: 'all',
    afterwards: true,
    when: ({ situation, project }) =>
      can(situation, 'create_merge_request_in', project) && can(situation, 'push_code', project),
    run: mergeRequestForIssue,
  }),
  promote: forIssues({ afterwards: true, when: mayPromote, run: promote }),
  epic: forIssues({
    when: ({ situation, project }) => groupWithEpics(situation, project) !== undefined,
    run: addToNamedEpic,
  }),
  remove_epic: forIssues({
    afterwards: true,
    when: ({ situation, project }) => groupWithEpics(situation, project) !== undefined,
    run: ({ situation: { world }, on }) => {
      const part = world.epicIssues.find('byIssue', on.row.id)
      if (part !== undefined) world.epicIssues.delete(part.id)
      return { message: 'Removed an issue from an epic.', changes: { epic: null } }
    },
  }),
}

function forIssues(action: Omit<Action, 'only'>): Action {
  return { ...action, only: 'Issue' }
}

function wasIssue({ was }: ActionContext): Issue {
  return was.row as Issue
}

function issueIn({ on }: ActionContext): Issue {
  return on.row as Issue
}

const severities: { readonly [name in IssueSeverity]: readonly string[] } = {
  unknown: ['unknown', '0'],
  low: ['low', 's4', '4'],
  medium: ['medium', 's3', '3'],
  high: ['high', 's2', '2'],
  critical: ['critical', 's1', '1'],
}

function severityNamed(text: string): IssueSeverity | undefined {
  const found = Object.entries(severities).find(([, names]) => names.includes(text.toLowerCase()))
  return found?.[0] as IssueSeverity | undefined
}

/** Gives an issue the label of a list of the board, in place of those of its other lists. */
function moveOnBoard(it: ActionContext): ActionResult {
  const { project, situation, on } = it
  const { world } = situation
  const [label, ...more] = labelsNamed(it)
  if (more.length > 0)
    return { message: 'Failed to move this issue because only a single label can be provided.' }
  const lists = boardsOf(world, { project }).flatMap((board) => listsOf(world, board))
  const columns = new Set(lists.map(({ labelId }) => labelId))
  if (label === undefined || !columns.has(label.id))
    return { message: 'Failed to move this issue because label was not found.' }
  const others = on.row.labelIds.filter((id) => columns.has(id) && id !== label.id)
  const labelIds = combined(combined(on.row.labelIds, others, 'drop'), [label.id], 'add')
  const changes = { remove_label_ids: others, add_label_ids: [label.id] }
  return ofIssue(it, { labelIds }, `Moved issue to ${labelReference(label)} column in the board.`, changes)
}

function markAsDuplicate(it: ActionContext): ActionResult | undefined {
  const { situation, text } = it
  if (text === '') return undefined
  const original = issueNamed(it, text)
  if (original === undefined)
    return { message: 'Failed to mark this issue as a duplicate because referenced issue was not found.' }
  const issue = issueIn(it)
  const may = original.id !== issue.id && mayComment(situation, { row: original })
  const row = may ? closeAsDuplicate(situation.world, issue, original, callerOf(it), situation.now) : issue
  return {
    on: { kind: 'Issue', row },
    message: `Marked this issue as a duplicate of ${text}.`,
    changes: { canonical_issue_id: original.id },
  }
}

function relate(it: ActionContext): ActionResult | undefined {
  const { situation, text } = it
  if (text === '') return undefined
  for (const reference of text.split(/[\s,]+/)) {
    const other = issueNamed(it, reference)
    const project = other && situation.world.projects.require(other.projectId)
    if (other !== undefined && project !== undefined && can(situation, 'admin_issue', project))
      linkIssues(situation.world, issueIn(it), other, 'relates_to', situation.now)
  }
  return { message: `Marked this issue as related to ${text}.` }
}

function projectNamed({ situation }: ActionContext, path: string): Project | undefined {
  const { world, caller, now } = situation
  const project = projectAt(world, path)
  return project !== undefined && seesProject(world, caller, project, now) ? project : undefined
}

/** The service says that it moved the issue also where the caller may not write to the other project. */
function* move(it: ActionContext): Steps<ActionResult | undefined> {
  const { situation, text, drawText, project } = it
  if (text === '') return undefined
  const to = projectNamed(it, text)
  if (to === undefined) return { message: "Failed to move this issue because target project doesn't exist." }
  if (can(situation, 'admin_issue', to) && to.id !== project.id) {
    const newDiscussion = () => discussionId(drawText)
    yield* moveIssue(situation.world, issueIn(it), to, callerOf(it), newDiscussion, situation.now)
  }
  return {
    on: { kind: 'Issue', row: situation.world.issues.require(it.on.row.id) },
    message: `Moved this issue to ${text}.`,
    changes: { target_project: shownProject(to) },
  }
}

function* clone(it: ActionContext): Steps<ActionResult> {
  const { situation, text, drawText, project } = it
  const words = text.split(/\s+/).filter((word) => word !== '')
  const withNotes = words.includes('--with_notes')
  const [path, ...rest] = words.filter((word) => word !== '--with_notes')
  if (rest.length > 0) return { message: 'Failed to clone this issue: wrong parameters.' }
  const to = path === undefined ? project : projectNamed(it, path)
  if (to === undefined) return { message: "Failed to clone this issue because target project doesn't exist." }
  if (can(situation, 'admin_issue', to)) {
    const newDiscussion = () => discussionId(drawText)
    yield* cloneIssue(situation.world, issueIn(it), to, callerOf(it), withNotes, newDiscussion, situation.now)
  }
  return {
    on: { kind: 'Issue', row: situation.world.issues.require(it.on.row.id) },
    message: `Cloned this issue to ${path ?? project.fullPath}.`,
    changes: { target_clone_project: shownProject(to), clone_with_notes: withNotes },
  }
}

function shownProject({ id, name, path }: Project) {
  return { id, name, path }
}

function groupWithEpics({ world }: ActionContext['situation'], project: Project): Group | undefined {
  if (!licensed(world, 'premium') || project.namespaceKind !== 'group') return undefined
  return world.groups.get(project.namespaceId)
}

function mayPromote({ situation, project, was }: ActionContext): boolean {
  const group = groupWithEpics(situation, project)
  return was.row.state === 'opened' && group !== undefined && can(situation, 'create_epic', group)
}

function promote(it: ActionContext): ActionResult {
  const { situation, project, drawText } = it
  const group = groupWithEpics(situation, project) as Group
  const newDiscussion = () => discussionId(drawText)
  const row = promoteToEpic(situation.world, issueIn(it), group, callerOf(it), newDiscussion, situation.now)
  return {
    on: { kind: 'Issue', row },
    message: 'Promoted issue to an epic.',
    changes: { promote_to_epic: true },
  }
}

function addToNamedEpic(it: ActionContext): ActionResult | undefined {
  const { situation, project, text } = it
  const { world, now } = situation
  if (text === '') return undefined
  const epic = epicNamedIn(world, groupWithEpics(situation, project) as Group, text)
  if (epic === undefined || !readsEpic(world, epic, callerOf(it), now))
    return { message: "This epic does not exist or you don't have sufficient permission." }
  const part = world.epicIssues.find('byIssue', it.on.row.id)
  if (part?.epicId === epic.id)
    return {
      message: `Issue #${it.on.row.iid} has already been added to epic &${epic.iid}.`,
    }
  addToEpic(world, epic, issueIn(it))
  return { message: 'Added an issue to an epic.', changes: { epic: shownEpic(epic) } }
}

function shownEpic({ id, iid, groupId, title }: Epic) {
  return { id, iid, group_id: groupId, title }
}
