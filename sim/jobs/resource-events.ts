import { forEach, Pace, type Steps } from '../lib/steps.ts'
import type { Epic } from '../model/epics/epic.ts'
import type { Issue } from '../model/issues/issue.ts'
import type { MergeRequest } from '../model/merge-requests/merge-request.ts'
import type { ResourceEvent } from '../model/resource-events/resource-event.ts'
import type { User } from '../model/users/user.ts'
import { nextId, type World } from '../model/world.ts'

type Target = Pick<ResourceEvent, 'target' | 'targetId' | 'projectId'>
type Change = Pick<ResourceEvent, 'kind'> & Partial<ResourceEvent>
type Row = Pick<Issue, 'labelIds' | 'milestoneId'> & {
  readonly state: MergeRequest['state'] | Issue['state']
}

/** Keeps what a request or a job changed of labels, milestones, states and weights: what two versions do not share. */
export function* recordResourceEvents(
  before: World,
  after: World,
  user: User | undefined,
  now: number,
): Steps<void> {
  const pace = new Pace()
  function* keep(target: Target, changes: readonly Change[]): Steps<void> {
    for (const change of changes) {
      after.resourceEvents.insert({
        id: nextId(after, 'resourceEvents'),
        ...target,
        userId: user?.id ?? null,
        action: null,
        labelId: null,
        milestoneId: null,
        state: null,
        weight: null,
        ...change,
        createdAt: now,
      })
      if (pace.after(0)) yield
    }
  }
  yield* forEach(after.issues.since(before.issues), pace, ({ before: was, after: issue }) => {
    if (issue === undefined) return
    const target = { target: 'Issue', targetId: issue.id, projectId: issue.projectId } as const
    const weight: readonly Change[] =
      (was?.weight ?? null) !== issue.weight ? [{ kind: 'weight', weight: issue.weight }] : NONE
    return keep(target, [...common(was, issue), ...weight])
  })
  yield* forEach(after.mergeRequests.since(before.mergeRequests), pace, ({ before: was, after: row }) => {
    if (row === undefined || (was !== undefined && isAlike(was, row))) return
    const by = user === undefined && row.mergedById !== null ? { userId: row.mergedById } : {}
    const target = { target: 'MergeRequest', targetId: row.id, projectId: row.projectId } as const
    return keep(
      target,
      common(was, row).map((change) => ({ ...change, ...by })),
    )
  })
  yield* forEach(after.epics.since(before.epics), pace, ({ before: was, after: epic }) => {
    if (epic === undefined) return
    const target = { target: 'Epic', targetId: epic.id, projectId: null } as const
    return keep(target, common(was && onEpic(was), onEpic(epic)))
  })
}

// The milestone of an epic is none of its own.
function onEpic({ labelIds, state }: Epic): Row {
  return { labelIds, state, milestoneId: null }
}

function common(before: Row | undefined, after: Row): readonly Change[] {
  if (before !== undefined && isAlike(before, after)) return NONE
  const [was, is] = [new Set(before?.labelIds), new Set(after.labelIds)]
  const milestone = before?.milestoneId ?? null
  return [
    ...[...is]
      .filter((id) => !was.has(id))
      .map((labelId) => ({ kind: 'label', action: 'add', labelId }) as const),
    ...[...was]
      .filter((id) => !is.has(id))
      .map((labelId) => ({ kind: 'label', action: 'remove', labelId }) as const),
    ...(milestone === after.milestoneId
      ? []
      : [
          ...(milestone === null
            ? []
            : [{ kind: 'milestone', action: 'remove', milestoneId: milestone } as const]),
          ...(after.milestoneId === null
            ? []
            : [{ kind: 'milestone', action: 'add', milestoneId: after.milestoneId } as const]),
        ]),
    ...(before === undefined || before.state === after.state
      ? []
      : [{ kind: 'state', state: stateWord(after.state) } as const]),
  ]
}

const NONE: readonly Change[] = []

// Most writes are about something else, and leave these columns as they are.
function isAlike(before: Row, after: Row): boolean {
  return (
    before.labelIds === after.labelIds &&
    before.milestoneId === after.milestoneId &&
    before.state === after.state
  )
}

function stateWord(state: Row['state']): 'closed' | 'reopened' | 'merged' {
  return state === 'opened' || state === 'locked' ? 'reopened' : state
}
