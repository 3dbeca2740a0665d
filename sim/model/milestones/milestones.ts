import { textOfHtml } from '../../lib/html.ts'
import { forEach, Pace, type Steps } from '../../lib/steps.ts'
import { type Day, type Instant, parseDay } from '../../time/calendar.ts'
import { forgetOnBoards } from '../boards/boards.ts'
import type { Group } from '../groups/group.ts'
import { InvalidRow } from '../invalid-row.ts'
import { isLonger } from '../names.ts'
import type { Project } from '../projects/project.ts'
import { updated } from '../updated.ts'
import type { EventAction } from '../users/event.ts'
import { forgetMilestone, recordEventOn } from '../users/events.ts'
import type { User } from '../users/user.ts'
import { nextId, nextIid, type World } from '../world.ts'
import type { Milestone } from './milestone.ts'

export interface MilestoneChanges {
  readonly title?: string | null | undefined
  readonly description?: string | null | undefined
  /** Day texts as clients send them; unreadable ones become null, as in the service. */
  readonly due_date?: string | null | undefined
  readonly start_date?: string | null | undefined
}

export type MilestoneParent = { readonly project: Project } | { readonly group: Group }

/** Opens a milestone. Throws InvalidRow. */
export function openMilestone(
  world: World,
  parent: MilestoneParent,
  given: MilestoneChanges,
  by: User | undefined,
  now: Instant,
): Milestone {
  const values = changed({ title: '', description: null, dueOn: null, startOn: null }, given)
  const [kind, owner] =
    'project' in parent ? (['project', parent.project] as const) : (['group', parent.group] as const)
  check(world, parent, values, undefined)
  const opened = world.milestones.insert({
    id: nextId(world, 'milestones'),
    iid: nextIid(world, 'milestones', kind, owner.id),
    projectId: kind === 'project' ? owner.id : null,
    groupId: kind === 'group' ? owner.id : null,
    ...values,
    state: 'active',
    createdAt: now,
    updatedAt: now,
  })
  record(world, opened, 'created', by, now)
  return opened
}

// Only what is done to milestones of projects is an event.
function record(
  world: World,
  { id, projectId }: Milestone,
  action: EventAction,
  by: User | undefined,
  now: Instant,
): void {
  if (projectId !== null && by !== undefined)
    recordEventOn(world, 'Milestone', { id, projectId }, action, by.id, now)
}

/** Changes a milestone; a state event for the state it is in does nothing. Throws InvalidRow. */
export function changeMilestone(
  world: World,
  milestone: Milestone,
  given: MilestoneChanges & { readonly state_event?: 'close' | 'activate' | null | undefined },
  by: User | undefined,
  now: Instant,
): Milestone {
  const values = changed(milestone, given)
  check(world, parentOf(world, milestone), values, milestone)
  const state =
    given.state_event === 'close' ? 'closed' : given.state_event === 'activate' ? 'active' : milestone.state
  const next = updated(milestone, { ...values, state }, now)
  if (state !== milestone.state) record(world, milestone, state === 'closed' ? 'closed' : 'reopened', by, now)
  return world.milestones.put(next)
}

/** Deletes a milestone; issues and merge requests lose it. */
export function* removeMilestone(
  world: World,
  milestone: Milestone,
  by: User | undefined,
  now: Instant,
): Steps<void> {
  yield* repoint(world, milestone, null, now, new Pace())
  record(world, milestone, 'destroyed', by, now)
  forgetMilestone(world, milestone.id)
  forgetOnBoards(world, 'milestoneId', milestone.id)
  world.milestones.delete(milestone.id)
}

/**
 * Turns a project milestone into one of the project's direct group. Milestones of the same title in all projects of
 * that group are merged into it and deleted (milestones#promote-merges). Throws InvalidRow.
 */
export function* promoteMilestone(
  world: World,
  group: Group,
  milestone: Milestone,
  now: Instant,
): Steps<Milestone> {
  const merged: Milestone[] = []
  for (const project of projectsOf(world, group))
    for (const twin of world.milestones.by('byProjectTitle', project.id, milestone.title).ascending())
      merged.push(twin)
  const values = {
    title: milestone.title,
    description: milestone.description,
    dueOn: milestone.dueOn,
    startOn: milestone.startOn,
  }
  check(world, { group }, values, undefined, new Set(merged.map((twin) => twin.id)))
  const promoted = world.milestones.insert({
    id: nextId(world, 'milestones'),
    iid: nextIid(world, 'milestones', 'group', group.id),
    projectId: null,
    groupId: group.id,
    ...values,
    state: 'active',
    createdAt: now,
    updatedAt: now,
  })
  const pace = new Pace()
  yield* forEach(merged, pace, function* (twin) {
    yield* repoint(world, twin, promoted.id, now, pace)
    forgetMilestone(world, twin.id)
    forgetOnBoards(world, 'milestoneId', twin.id)
    world.milestones.delete(twin.id)
  })
  return promoted
}

/** The groups above a milestone's parent, nearest first; the parent itself when it is a group. */
export function* groupsAbove(world: World, parent: MilestoneParent): Generator<Group> {
  let at = 'group' in parent ? parent.group : owningGroup(world, parent.project)
  while (at !== undefined) {
    yield at
    at = at.parentId === null ? undefined : world.groups.get(at.parentId)
  }
}

function owningGroup(world: World, project: Project): Group | undefined {
  return project.namespaceKind === 'group' ? world.groups.get(project.namespaceId) : undefined
}

function parentOf(world: World, milestone: Milestone): MilestoneParent {
  return milestone.projectId === null
    ? { group: world.groups.require(milestone.groupId ?? 0) }
    : { project: world.projects.require(milestone.projectId) }
}

interface Values {
  readonly title: string
  readonly description: string | null
  readonly dueOn: Day | null
  readonly startOn: Day | null
}

function changed(before: Values, given: MilestoneChanges): Values {
  // A blank title is as good as none, and one of tags alone is blank.
  const title = given.title?.trim()
  return {
    title: title ? textOfHtml(title).trim() : before.title,
    description: given.description === undefined ? before.description : given.description,
    dueOn: given.due_date === undefined ? before.dueOn : lenientDay(given.due_date),
    startOn: given.start_date === undefined ? before.startOn : lenientDay(given.start_date),
  }
}

function lenientDay(text: string | null): Day | null {
  return text === null ? null : (parseDay(text) ?? null)
}

const LAST_DAY = '9999-12-31'

function check(
  world: World,
  parent: MilestoneParent,
  values: Values,
  self: Milestone | undefined,
  merged?: ReadonlySet<number>,
): void {
  const { title, dueOn, startOn } = values
  const errors: { [attribute: string]: string[] } = {}
  const add = (attribute: string, text: string) => {
    errors[attribute] = [...(errors[attribute] ?? []), text]
  }
  if (startOn !== null && dueOn !== null && dueOn <= startOn)
    add('due_date', 'must be greater than start date')
  if (startOn !== null && later(startOn)) add('start_date', `date must not be after ${LAST_DAY}`)
  if (dueOn !== null && later(dueOn)) add('due_date', `date must not be after ${LAST_DAY}`)
  if (title === '') add('title', "can't be blank")
  else if (isLonger(title, 255)) add('title', 'is too long (maximum is 255 characters)')
  else if (taken(world, parent, title, self, merged))
    add('title', 'already being used for another group or project milestone.')
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
}

function later(day: Day): boolean {
  return day.length > LAST_DAY.length || day > LAST_DAY
}

/** True where a milestone of that title cannot be opened there. */
export function isTitleTaken(world: World, parent: MilestoneParent, title: string): boolean {
  return taken(world, parent, title, undefined)
}

function taken(
  world: World,
  parent: MilestoneParent,
  title: string,
  self: Milestone | undefined,
  merged?: ReadonlySet<number>,
): boolean {
  const others = (rows: Iterable<Milestone>) => {
    for (const row of rows) if (row.id !== self?.id && !merged?.has(row.id)) return true
    return false
  }
  if (
    'project' in parent &&
    others(world.milestones.by('byProjectTitle', parent.project.id, title).ascending())
  )
    return true
  for (const group of groupsAbove(world, parent))
    if (others(world.milestones.by('byGroupTitle', group.id, title).ascending())) return true
  if ('project' in parent) return false
  return others(titledBelow(world, parent.group, title))
}

/** The milestones of a title in the projects of a group, of which there may be more than of those, or fewer. */
function* titledBelow(world: World, group: Group, title: string): Generator<Milestone> {
  const titled = world.milestones.by('byTitle', title)
  const projects = world.projects.by('byNamespace', 'group', group.id)
  if (projects.count() < titled.count())
    for (const { id } of projects.ascending())
      yield* world.milestones.by('byProjectTitle', id, title).ascending()
  else
    for (const milestone of titled.ascending()) {
      const project = world.projects.get(milestone.projectId ?? 0)
      if (project?.namespaceKind === 'group' && project.namespaceId === group.id) yield milestone
    }
}

function projectsOf(world: World, group: Group): Iterable<Project> {
  return world.projects.by('byNamespace', 'group', group.id).ascending()
}

function* repoint(
  world: World,
  from: Milestone,
  milestoneId: number | null,
  now: Instant,
  pace: Pace,
): Steps<void> {
  yield* forEach(world.issues.by('byMilestone', from.id).ascending(), pace, ({ id }) =>
    world.issues.update(id, { milestoneId, updatedAt: now }),
  )
  yield* forEach(world.mergeRequests.by('byMilestone', from.id).ascending(), pace, ({ id }) =>
    world.mergeRequests.update(id, { milestoneId, updatedAt: now }),
  )
}
