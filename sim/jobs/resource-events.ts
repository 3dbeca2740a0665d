import { Pace, type Steps } from '../lib/steps.ts'
import type { Epic } from '../model/epics/epic.ts'
import type { Issue } from '../model/issues/issue.ts'
import type { MergeRequest } from '../model/merge-requests/merge-request.ts'
import type { ResourceEvent } from '../model/resource-events/resource-event.ts'
import { nextId, type World } from '../model/world.ts'
import type { WorldChange } from './pushed-pipelines.ts'

type Target = Pick<ResourceEvent, 'target' | 'targetId' | 'projectId'>
type Change = Pick<ResourceEvent, 'kind'> & Partial<ResourceEvent>
type Row = Pick<Issue, 'labelIds' | 'milestoneId'> & {
  readonly state: MergeRequest['state'] | Issue['state']
}

/** Keeps what a request or a job changed of labels, milestones, states and weights: what two versions do not share. */
export function* recordResourceEvents({ before, after, user, now }: WorldChange): Steps<void> {
  const keeping = { world: after, userId: user?.id ?? null, now, pace: new Pace() }
  for (const { before: was, after: issue } of after.issues.since(before.issues)) {
    if (keeping.pace.after(0)) yield
    if (issue === undefined) continue
    const weighs = (was?.weight ?? null) !== issue.weight
    if (!weighs && isAlike(was, issue)) continue
    const weight: readonly Change[] = weighs ? [{ kind: 'weight', weight: issue.weight }] : NONE
    const target = { target: 'Issue', targetId: issue.id, projectId: issue.projectId } as const
    yield* keep(keeping, target, [...common(was, issue), ...weight])
  }
  for (const { before: was, after: row } of after.mergeRequests.since(before.mergeRequests)) {
    if (keeping.pace.after(0)) yield
    if (row === undefined || isAlike(was, row)) continue
    const by = user === undefined && row.mergedById !== null ? { userId: row.mergedById } : {}
    const target = { target: 'MergeRequest', targetId: row.id, projectId: row.projectId } as const
    const changes = common(was, row).map((change) => ({ ...change, ...by }))
    yield* keep(keeping, target, changes)
  }
  for (const { before: was, after: epic } of after.epics.since(before.epics)) {
    if (keeping.pace.after(0)) yield
    if (epic === undefined) continue
    const target = { target: 'Epic', targetId: epic.id, projectId: null } as const
    yield* keep(keeping, target, common(was && onEpic(was), onEpic(epic)))
  }
}

interface Keeping {
  readonly world: World
  readonly userId: number | null
  readonly now: number
  readonly pace: Pace
}

function* keep(
  { world, userId, now, pace }: Keeping,
  target: Target,
  changes: readonly Change[],
): Steps<void> {
  for (const change of changes) {
    world.resourceEvents.insert({
      id: nextId(world, 'resourceEvents'),
      ...target,
      userId,
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

// The milestone of an epic is none of its own.
function onEpic({ labelIds, state }: Epic): Row {
  return { labelIds, state, milestoneId: null }
}

function common(before: Row | undefined, after: Row): readonly Change[] {
  if (isAlike(before, after)) return NONE
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

// Most writes are about something else, and leave these columns as they are, or as they are of what is new.
function isAlike(before: Row | undefined, after: Row): boolean {
  if (before === undefined) return after.labelIds.length === 0 && after.milestoneId === null
  return (
    before.labelIds === after.labelIds &&
    before.milestoneId === after.milestoneId &&
    before.state === after.state
  )
}

function stateWord(state: Row['state']): 'closed' | 'reopened' | 'merged' {
  return state === 'opened' || state === 'locked' ? 'reopened' : state
}
