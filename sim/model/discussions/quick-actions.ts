import type { Instant } from '../../time/calendar.ts'
import { labelIds } from '../labels/labels.ts'
import type { MergeRequest } from '../merge-requests/merge-request.ts'
import { groupsAbove } from '../milestones/milestones.ts'
import type { Project } from '../projects/project.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import { isDraft, withoutDraft } from './drafts.ts'

export interface Command {
  readonly name: string
  readonly text: string
}

/** Splits a text into its words and the quick actions, which stand on lines of their own outside code blocks. */
export function quickActions(
  description: string,
  known: { readonly [name: string]: unknown } = actions,
): {
  readonly text: string
  readonly commands: readonly Command[]
} {
  const commands: Command[] = []
  let fenced = false
  const kept = description.split('\n').filter((line) => {
    if (/^\s{0,3}(?:```|~~~)/.test(line)) fenced = !fenced
    const found = fenced ? null : /^\/([a-z_]{2,40})(?:[ \t]+(.*))?$/.exec(line.trimEnd())
    if (found === null || !Object.hasOwn(known, found[1] as string)) return true
    commands.push({ name: found[1] as string, text: (found[2] ?? '').trim() })
    return false
  })
  return { text: commands.length === 0 ? description : kept.join('\n').trim(), commands }
}

/**
 * Carries out the commands in a new merge request's description, and takes them out of it
 * (merge-requests#quick-actions).
 */
export function runQuickActions(
  world: World,
  mergeRequest: MergeRequest,
  by: User,
  administers: boolean,
  now: Instant,
): MergeRequest {
  const { text, commands } = quickActions(mergeRequest.description ?? '')
  if (commands.length === 0) return mergeRequest
  const project = world.projects.require(mergeRequest.projectId)
  let row: MergeRequest = { ...mergeRequest, description: text }
  for (const { name, text: argument } of commands) {
    const action = actions[name] as Action
    if (action.open || administers)
      row = { ...row, ...action.run({ world, project, row, by, argument, now }) }
  }
  return world.mergeRequests.put(row)
}

interface Run {
  readonly world: World
  readonly project: Project
  readonly row: MergeRequest
  readonly by: User
  readonly argument: string
  readonly now: Instant
}
interface Action {
  /** True when the author may without Developer. */
  readonly open?: true
  readonly run: (run: Run) => Partial<MergeRequest>
}

const titled = (run: (row: MergeRequest, argument: string) => string): Action => ({
  open: true,
  run: ({ row, argument }) => ({ title: run(row, argument) }),
})

const actions: { readonly [name: string]: Action } = {
  title: titled((row, argument) => argument || row.title),
  draft: titled((row) => (isDraft(row.title) ? row.title : `Draft: ${row.title}`)),
  ready: titled((row) => withoutDraft(row.title)),
  assign: { run: (it) => ({ assigneeIds: united(it.row.assigneeIds, usersNamed(it)) }) },
  unassign: { run: (it) => ({ assigneeIds: without(it.row.assigneeIds, usersNamed(it), it.argument) }) },
  assign_reviewer: { run: (it) => ({ reviewerIds: united(it.row.reviewerIds, usersNamed(it)) }) },
  unassign_reviewer: {
    run: (it) => ({ reviewerIds: without(it.row.reviewerIds, usersNamed(it), it.argument) }),
  },
  label: { run: (it) => ({ labelIds: united(it.row.labelIds, labelsNamed(it)) }) },
  unlabel: { run: (it) => ({ labelIds: without(it.row.labelIds, labelsNamed(it), it.argument) }) },
  relabel: { run: (it) => ({ labelIds: labelsNamed(it) }) },
  milestone: { run: (it) => milestoneNamed(it) },
  remove_milestone: { run: () => ({ milestoneId: null }) },
  lock: { run: () => ({ discussionLocked: true }) },
  unlock: { run: () => ({ discussionLocked: false }) },
  subscribe: { open: true, run: (it) => follow(it, true) },
  unsubscribe: { open: true, run: (it) => follow(it, false) },
  close: { open: true, run: ({ by, now }) => ({ state: 'closed', closedById: by.id, closedAt: now }) },
}

function usersNamed({ world, by, argument }: Run): number[] {
  const names = argument.split(/[\s,]+/).filter((name) => name !== '')
  const ids = names.map((name) =>
    name === 'me' || name === '@me'
      ? by.id
      : world.users.find('byUsername', name.replace(/^@/, '').toLowerCase())?.id,
  )
  return ids.filter((id) => id !== undefined)
}

function labelsNamed({ world, project, argument, now }: Run): number[] {
  const titles = [...argument.matchAll(/~?"([^"]{1,255})"|~?([^\s,~"]{1,255})/g)].map(
    (found) => found[1] ?? (found[2] as string),
  )
  return labelIds(world, project, titles, false, now)
}

function milestoneNamed({ world, project, argument }: Run): Partial<MergeRequest> {
  const title = argument.replace(/^%/, '').replace(/^"(.*)"$/, '$1')
  const own = world.milestones.find('byProjectTitle', project.id, title)
  if (own !== undefined) return { milestoneId: own.id }
  for (const group of groupsAbove(world, { project })) {
    const inherited = world.milestones.find('byGroupTitle', group.id, title)
    if (inherited !== undefined) return { milestoneId: inherited.id }
  }
  return {}
}

function follow({ world, row, by }: Run, subscribed: boolean): Partial<MergeRequest> {
  const before = world.subscriptions.find('byTarget', 'MergeRequest', row.id, by.id)
  const id = before?.id ?? nextId(world, 'subscriptions')
  world.subscriptions.put({ id, target: 'MergeRequest', targetId: row.id, userId: by.id, subscribed })
  return {}
}

function united(before: readonly number[], added: readonly number[]): number[] {
  return [...new Set([...before, ...added])]
}

// Without an argument everything goes.
function without(before: readonly number[], removed: readonly number[], argument: string): number[] {
  return argument === '' ? [] : before.filter((id) => !removed.includes(id))
}
