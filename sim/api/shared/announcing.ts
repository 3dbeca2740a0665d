import type { Note } from '../../model/discussions/note.ts'
import type { Discussed, Talked } from '../../model/discussions/notes.ts'
import { addressedBy, mentionedIn } from '../../model/discussions/participants.ts'
import { dealWith, giveTodo, type Reason } from '../../model/issues/todos.ts'
import type { User } from '../../model/users/user.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { applicableRules, eligibleApprovers } from '../../policy/approvals.ts'
import { actingFor } from '../../policy/caller.ts'
import { seesIssue } from '../../policy/issues.ts'

// What somebody does puts it on the lists of those whom it concerns, and takes it off their own.

/** Tells assignees, reviewers and whoever is mentioned of something new, or of what a change made of it. */
export function announce(situation: Situation, on: Discussed, before?: Discussed['row']): void {
  const { world, caller, now } = situation
  const by = caller.user as User
  if (before === on.row) return
  if (before !== undefined) dealWith(world, on, by.id, now)
  give(situation, on, added(on.row.assigneeIds, before?.assigneeIds), { action: 'assigned', by })
  if ('reviewerIds' in on.row) {
    const known = before !== undefined && 'reviewerIds' in before ? before.reviewerIds : []
    give(situation, on, added(on.row.reviewerIds, known), { action: 'review_requested', by })
  }
  mention(situation, on, on.row.description ?? '', before?.description ?? '')
  if (before === undefined && on.kind === 'MergeRequest') {
    const rules = applicableRules(world, on.row).filter(({ ruleType }) => ruleType !== 'code_owner')
    const approvers = rules.flatMap((rule) => eligibleApprovers(world, rule, now))
    give(
      situation,
      on,
      approvers.map(({ id }) => id).filter((id) => id !== on.row.authorId),
      { action: 'approval_required', by },
    )
  }
}

/** Tells whoever a comment mentions; who comments has dealt with it. Commits and snippets are on nobody's list. */
export function announceNote(situation: Situation, on: Talked, note: Note, before = ''): void {
  if (on.kind !== 'Issue' && on.kind !== 'MergeRequest') return
  attend(situation, on)
  mention(situation, on, note.body, before, note.id)
}

/** Takes it off the caller's list. */
export function attend({ world, caller, now }: Situation, on: Discussed): void {
  if (caller.user !== undefined) dealWith(world, on, caller.user.id, now)
}

function mention(situation: Situation, on: Discussed, text: string, before: string, noteId?: number): void {
  const { world, caller } = situation
  if (!text.includes('@')) return
  const known = mentionedIn(world, before)
  const by = caller.user as User
  give(situation, on, added(addressedBy(world, text), known), { action: 'directly_addressed', by, noteId })
  give(situation, on, added(mentionedIn(world, text), known), { action: 'mentioned', by, noteId })
}

function give(situation: Situation, on: Discussed, ids: readonly number[], reason: Reason): void {
  const { world, now } = situation
  for (const id of new Set(ids)) {
    const user = world.users.get(id)
    if (user !== undefined && sees(situation, on, user)) giveTodo(world, on, id, reason, now)
  }
}

function sees({ world, now }: Situation, on: Discussed, user: User): boolean {
  const theirs = { world, now, caller: actingFor(user) }
  return on.kind === 'Issue' ? seesIssue(theirs, on.row) : can(theirs, 'read_merge_request', on.row)
}

function added(after: readonly number[], before: readonly number[] = []): number[] {
  return after.filter((id) => !before.includes(id))
}
