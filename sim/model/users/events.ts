import { countBetween } from '../../git/history.ts'
import { readCommit } from '../../git/objects.ts'
import { peel } from '../../git/revision.ts'
import type { Instant } from '../../time/calendar.ts'
import { titleOf } from '../commits/commit-title.ts'
import { recordActivity } from '../projects/activity.ts'
import type { Project } from '../projects/project.ts'
import { objectsOf } from '../repository/repository.ts'
import { settingInForce } from '../settings/in-force.ts'
import { nextId, type World } from '../world.ts'
import type { Event, EventAction, EventTarget, PushData } from './event.ts'

export type NewEvent = Pick<Event, 'projectId' | 'authorId' | 'action'> &
  Partial<Pick<Event, 'target' | 'targetId' | 'push'>>

/** Records what somebody did. */
export function recordEvent(world: World, done: NewEvent, now: Instant): Event {
  const { projectId, authorId, action, target = null, targetId = null, push } = done
  recordActivity(world, projectId, now)
  const id = nextId(world, 'events')
  return world.events.insert(
    push === undefined
      ? { id, target, targetId, projectId, authorId, action, createdAt: now }
      : { id, target, targetId, projectId, authorId, action, push, createdAt: now },
  )
}

/** Records what somebody did to an issue, a merge request, a milestone, a comment or a wiki page. */
export function recordEventOn(
  world: World,
  target: EventTarget,
  row: { readonly id: number; readonly projectId: number },
  action: EventAction,
  authorId: number,
  now: Instant,
): void {
  recordEvent(world, { projectId: row.projectId, authorId, action, target, targetId: row.id }, now)
}

/** Keeps the events of a milestone that is deleted, without their target. */
export function forgetMilestone(world: World, milestoneId: number): void {
  for (const event of world.events.by('byTarget', 'Milestone', milestoneId).list())
    world.events.update(event.id, { targetId: null })
}

/** Keeps the title of a wiki page that is deleted in its events. */
export function forgetWikiPage(
  world: World,
  { id, title }: { readonly id: number; readonly title: string },
): void {
  for (const event of world.events.by('byTarget', 'WikiPage::Meta', id).list())
    world.events.update(event.id, { lastTitle: title })
}

export type PushedRef = Pick<PushData, 'refType' | 'from' | 'to'> & { readonly ref: string }

/** Records that a branch or a tag was created, moved or removed. */
export function recordPush(
  world: World,
  project: Project,
  authorId: number,
  pushed: PushedRef,
  now: Instant,
): void {
  const { from, to } = pushed
  if (from === to) return
  const objects = objectsOf(world)
  const push: PushData = Object.assign({}, pushed, {
    action: actionOf(pushed),
    commits: from === null || to === null || pushed.refType === 'tag' ? 0 : countBetween(objects, from, to),
    title: to === null ? null : titleAt(world, to),
  })
  recordEvent(world, { projectId: project.id, authorId, action: 'pushed', push }, now)
}

/**
 * Records what one push did to its references: each has an event of its own, but where more than
 * `push_event_activities_limit` branches (or tags) were created (moved, removed), one event tells only how many.
 */
export function recordPushes(
  world: World,
  project: Project,
  authorId: number,
  pushed: readonly PushedRef[],
  now: Instant,
): void {
  const limit = settingInForce(world, 'push_event_activities_limit')
  for (const alike of alikePushes(pushed, (ref) => ref)) {
    const [{ refType, ...first }] = alike
    if (alike.length <= limit) for (const one of alike) recordPush(world, project, authorId, one, now)
    else {
      const nothing = { ref: null, from: null, to: null, commits: 0, title: null }
      const push = { ...nothing, refType, action: actionOf(first), refCount: alike.length }
      recordEvent(world, { projectId: project.id, authorId, action: 'pushed', push }, now)
    }
  }
}

/** What one push did, branches before tags, each divided into what was created, moved and removed. */
export function alikePushes<T>(
  pushed: readonly T[],
  of: (one: T) => Omit<PushedRef, 'ref'>,
): (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>()
  for (const refType of ['branch', 'tag'])
    for (const one of pushed) {
      if (of(one).refType !== refType) continue
      const kind = `${refType} ${actionOf(of(one))}`
      const group = groups.get(kind)
      if (group === undefined) groups.set(kind, [one])
      else group.push(one)
    }
  return [...groups.values()]
}

function actionOf({ from, to }: Pick<PushedRef, 'from' | 'to'>): PushData['action'] {
  return from === null ? 'created' : to === null ? 'removed' : 'pushed'
}

// An annotated tag is told of by its commit.
function titleAt(world: World, id: string): string | null {
  const commit = peel(objectsOf(world), id, 'commit')
  return commit === undefined ? null : titleOf(readCommit(objectsOf(world), commit).message)
}
