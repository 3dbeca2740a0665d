import { labelsOf } from '../../../model/labels/labels.ts'
import { licensed } from '../../../policy/tier.ts'
import { changed, issueNamed, labelsNamed, mergeRequestNamed, milestoneNamed, usersNamed } from './named.ts'
import type { Action, ActionContext, ActionResult } from './quick-action.ts'
import { combined, type Mode, relabelled } from './relabel.ts'

// Quick actions that issues and merge requests share: people, labels and milestone.

export const peopleAndLabels: { readonly [name: string]: Action } = {
  assign: people('assigneeIds', 'add'),
  unassign: people('assigneeIds', 'drop'),
  reassign: people('assigneeIds', 'replace'),
  assign_reviewer: people('reviewerIds', 'add', ['reviewer', 'request_review']),
  unassign_reviewer: people('reviewerIds', 'drop', ['remove_reviewer']),
  reassign_reviewer: people('reviewerIds', 'replace'),
  label: labels('add', ['labels']),
  unlabel: labels('drop', ['remove_label']),
  relabel: labels('replace'),
  milestone: {
    run: (it) => {
      const milestone = milestoneNamed(it)
      if (milestone === undefined) return undefined
      const { id, title } = milestone
      return changed(it, { milestoneId: id }, `Set the milestone to %"${title}".`, { milestone_id: id })
    },
  },
  remove_milestone: {
    afterwards: true,
    when: ({ was }) => was.row.milestoneId !== null,
    run: (it) => {
      const { title } = it.situation.world.milestones.require(it.was.row.milestoneId as number)
      return changed(it, { milestoneId: null }, `Removed %"${title}" milestone.`, { milestone_id: null })
    },
  },
  copy_metadata: { run: copyMetadata },
}

function people(column: 'assigneeIds' | 'reviewerIds', mode: Mode, aliases: readonly string[] = []): Action {
  const wire = column === 'assigneeIds' ? 'assignee_ids' : 'reviewer_ids'
  return {
    aliases,
    ...(column === 'reviewerIds' && { only: 'MergeRequest' as const }),
    ...(mode !== 'add' && {
      afterwards: true as const,
      when: ({ was, situation: { world } }) =>
        mode === 'drop' ? idsIn(was, column).length > 0 : licensed(world, 'premium'),
    }),
    run: (it) => {
      const several = licensed(it.situation.world, 'premium')
      const known = idsIn(it.on, column)
      const named = usersNamed(it).map(({ id }) => id)
      const all = mode === 'drop' && (named.length === 0 || !several)
      const chosen = all ? [...known] : several ? named : named.slice(0, 1)
      if (chosen.length === 0) return { message: nobody(column, mode) }
      const ids = combined(several ? known : mode === 'add' ? [] : known, chosen, mode)
      return changed(it, { [column]: ids }, told(it, column, mode, chosen), { [wire]: ids })
    },
  }
}

function idsIn(on: ActionContext['on'], column: 'assigneeIds' | 'reviewerIds'): readonly number[] {
  if (column === 'assigneeIds') return on.row.assigneeIds
  return on.kind === 'MergeRequest' ? on.row.reviewerIds : []
}

function nobody(column: string, mode: Mode): string {
  if (mode === 'drop') return ''
  const who = column === 'assigneeIds' ? (mode === 'add' ? 'a user' : 'users') : 'a reviewer'
  return `Failed to assign ${who} because no user was found.`
}

function told(
  { situation: { world } }: ActionContext,
  column: string,
  mode: Mode,
  ids: readonly number[],
): string {
  const names = sentence(ids.map((id) => `@${world.users.require(id).username}`))
  const noun = `${column === 'assigneeIds' ? 'assignee' : 'reviewer'}${ids.length === 1 ? '' : 's'}`
  if (mode === 'drop') return `Removed ${noun} ${names}.`
  if (mode === 'replace') return `Changed ${noun} to ${names}.`
  return column === 'assigneeIds' ? `Assigned ${names}.` : `Assigned ${names} as ${noun}.`
}

/** `a`, `a and b`, `a, b, and c`. */
function sentence(words: readonly string[]): string {
  if (words.length < 3) return words.join(' and ')
  return `${words.slice(0, -1).join(', ')}, and ${words.at(-1)}`
}

function labels(mode: Mode, aliases: readonly string[] = []): Action {
  return {
    aliases,
    ...(mode !== 'add' && { afterwards: true as const, when: ({ was }) => was.row.labelIds.length > 0 }),
    run: (it) => {
      const done = relabelled(mode, it.text, it.on.row.labelIds, labelsNamed(it))
      if (done?.labelIds === undefined) return done
      return changed(it, { labelIds: done.labelIds }, done.message, done.changes)
    },
  }
}

/** Labels are added, and a milestone set, as another issue or merge request of the project has them. */
function copyMetadata(it: ActionContext): ActionResult | undefined {
  const source = mergeRequestNamed(it) ?? issueNamed(it, it.text)
  if (source === undefined || source.projectId !== it.project.id) return undefined
  const { world } = it.situation
  const labelIds = labelsOf(world, source).map(({ id }) => id)
  const { milestoneId } = source
  const sign = 'sourceBranch' in source ? '!' : '#'
  return changed(
    it,
    {
      labelIds: combined(it.on.row.labelIds, labelIds, 'add'),
      ...(milestoneId !== null && { milestoneId }),
    },
    `Copied labels and milestone from ${sign}${source.iid}.`,
    { add_label_ids: labelIds, ...(milestoneId !== null && { milestone_id: milestoneId }) },
  )
}
