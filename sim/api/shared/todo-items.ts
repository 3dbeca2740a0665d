import type { Note } from '../../model/discussions/note.ts'
import type { EpicTarget, Issuable, NoteTarget } from '../../model/discussions/notes.ts'
import { directlyAddressedIn, mentionedIn } from '../../model/discussions/participants.ts'
import { addTodo, completeTodos, type TodoReason } from '../../model/issues/todos.ts'
import type { User } from '../../model/users/user.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { applicableRules, eligibleApprovers } from '../../policy/approvals.ts'
import { callerFor } from '../../policy/caller.ts'
import { seesIssue } from '../../policy/issues.ts'

// To-do items: an action creates them for the users whom it concerns, and completes those of the caller.

/** Creates the to-do items of new or changed work: for assignees, reviewers, approvers and mentioned users. */
export function createTodoItems(situation: Situation, on: Issuable, before?: Issuable['row']): void {
  const { world, caller, now } = situation
  const by = caller.user as User
  if (before === on.row) return
  if (before !== undefined) completeTodos(world, on, by.id, now)
  createFor(situation, on, added(on.row.assigneeIds, before?.assigneeIds), { action: 'assigned', by })
  if ('reviewerIds' in on.row) {
    const known = before !== undefined && 'reviewerIds' in before ? before.reviewerIds : []
    createFor(situation, on, added(on.row.reviewerIds, known), { action: 'review_requested', by })
  }
  createForMentions(situation, on, on.row.description ?? '', before?.description ?? '')
  if (before === undefined && on.kind === 'MergeRequest') {
    const approvers: number[] = []
    for (const rule of applicableRules(world, on.row))
      if (rule.ruleType !== 'code_owner')
        for (const { id } of eligibleApprovers(world, rule, now))
          if (id !== on.row.authorId) approvers.push(id)
    createFor(situation, on, approvers, { action: 'approval_required', by })
  }
}

/** Creates the to-do items of mentioned users, and completes those of the commenter. Commits and snippets have none. */
export function createNoteTodoItems(situation: Situation, on: NoteTarget, note: Note, before = ''): void {
  if (on.kind !== 'Issue' && on.kind !== 'MergeRequest') return
  completeTodoItems(situation, on)
  createForMentions(situation, on, note.body, before, note.id)
}

/** Completes the caller's to-do items. */
export function completeTodoItems({ world, caller, now }: Situation, on: Issuable | EpicTarget): void {
  if (caller.user !== undefined) completeTodos(world, on, caller.user.id, now)
}

function createForMentions(
  situation: Situation,
  on: Issuable,
  text: string,
  before: string,
  noteId?: number,
): void {
  const { world, caller } = situation
  if (!text.includes('@')) return
  const known = mentionedIn(world, before)
  const by = caller.user as User
  createFor(situation, on, added(directlyAddressedIn(world, text), known), {
    action: 'directly_addressed',
    by,
    noteId,
  })
  createFor(situation, on, added(mentionedIn(world, text), known), { action: 'mentioned', by, noteId })
}

function createFor(situation: Situation, on: Issuable, ids: readonly number[], reason: TodoReason): void {
  if (ids.length === 0) return
  const { world, now } = situation
  for (const id of new Set(ids)) {
    const user = world.users.get(id)
    if (user !== undefined && sees(situation, on, user)) addTodo(world, on, id, reason, now)
  }
}

const NOBODY: readonly number[] = []

function sees({ world, now }: Situation, on: Issuable, user: User): boolean {
  const theirs = { world, now, caller: callerFor(user) }
  return on.kind === 'Issue' ? seesIssue(theirs, on.row) : can(theirs, 'read_merge_request', on.row)
}

function added(after: readonly number[], before: readonly number[] = []): readonly number[] {
  if (after === before || after.length === 0) return NOBODY
  return after.filter((id) => !before.includes(id))
}
