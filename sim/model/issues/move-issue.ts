import { forEach, Pace, type Steps } from '../../lib/steps.ts'
import type { Instant } from '../../time/calendar.ts'
import { groupsAbove } from '../groups/group-tree.ts'
import { labelsOf, labelTitled } from '../labels/labels.ts'
import { addSystemNoteOn } from '../merge-requests/merge-requests.ts'
import type { Project } from '../projects/project.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import type { Issue } from './issue.ts'
import { closeIssue, openIssue } from './issues.ts'

/** How a discussion goes on under another id, without two of them being one. */
type NewDiscussion = () => string

/** Moves an issue with its notes, step by step; the old one is closed and refers to the new one. */
export function* moveIssue(
  world: World,
  issue: Issue,
  to: Project,
  by: User,
  newDiscussion: NewDiscussion,
  now: Instant,
): Steps<Issue> {
  const copy = copyOf(world, issue, to, world.users.require(issue.authorId), now)
  yield* copyTalk(world, issue, copy, newDiscussion)
  for (const { name, userId, createdAt } of world.awards.by('byAwardable', 'Issue', issue.id).list())
    world.awards.insert({
      id: nextId(world, 'awards'),
      awardable: 'Issue',
      awardableId: copy.id,
      name,
      userId,
      ...(createdAt !== undefined && { createdAt }),
    })
  addSystemNoteOn(world, 'Issue', copy, by.id, `moved from ${referenceTo(world, issue)}`, now)
  addSystemNoteOn(world, 'Issue', issue, by.id, `moved to ${referenceTo(world, copy)}`, now)
  const closed = closeIssue(world, world.issues.require(issue.id), by, now)
  world.issues.put({ ...closed, movedToId: copy.id })
  const moved = world.issues.require(copy.id)
  return issue.state === 'closed' ? closeIssue(world, moved, by, now) : moved
}

/** Clones an issue, perhaps into another project, with its notes where asked for, step by step. */
export function* cloneIssue(
  world: World,
  issue: Issue,
  to: Project,
  by: User,
  withNotes: boolean,
  newDiscussion: NewDiscussion,
  now: Instant,
): Steps<Issue> {
  const copy = copyOf(world, issue, to, by, now)
  if (withNotes) yield* copyTalk(world, issue, copy, newDiscussion)
  addSystemNoteOn(world, 'Issue', copy, by.id, `cloned from ${referenceTo(world, issue)}`, now)
  addSystemNoteOn(world, 'Issue', issue, by.id, `cloned to ${referenceTo(world, copy)}`, now)
  return world.issues.require(copy.id)
}

/** Labels and the milestone go along where the other project has such of the same title. */
function copyOf(world: World, issue: Issue, to: Project, author: User, now: Instant): Issue {
  const labelIds = labelsOf(world, issue).flatMap(({ title }) => labelTitled(world, to, title)?.id ?? [])
  const {
    title,
    description,
    assigneeIds,
    confidential,
    discussionLocked,
    dueDate,
    weight,
    health = null,
  } = issue
  const milestoneId = milestoneIn(world, issue, to)
  const kept = { title, description, assigneeIds, confidential, discussionLocked, dueDate, weight }
  const values = { ...kept, ...(health !== null && { health }) }
  return openIssue(world, to, author, { ...values, labelIds, milestoneId }, now)
}

function milestoneIn(world: World, { milestoneId }: Issue, to: Project): number | null {
  const milestone = milestoneId === null ? undefined : world.milestones.get(milestoneId)
  if (milestone === undefined) return null
  const { milestones } = world
  const own = milestones.find('byProjectTitle', to.id, milestone.title)
  if (own !== undefined) return own.id
  for (const { id } of groupsAbove(world, to)) {
    const above = milestones.find('byGroupTitle', id, milestone.title)
    if (above !== undefined) return above.id
  }
  return null
}

function* copyTalk(world: World, from: Issue, to: Issue, newDiscussion: NewDiscussion): Steps<void> {
  const discussions = new Map<string, string>()
  const notes = world.notes.by('byNoteable', 'Issue', from.id).list()
  yield* forEach(
    notes.sort((a, b) => a.id - b.id),
    new Pace(),
    (note) => {
      const discussionId = discussions.get(note.discussionId) ?? newDiscussion()
      discussions.set(note.discussionId, discussionId)
      const id = nextId(world, 'notes')
      world.notes.insert({ ...note, id, projectId: to.projectId, noteableId: to.id, discussionId })
    },
  )
}

function referenceTo(world: World, { projectId, iid }: Issue): string {
  return `${world.projects.require(projectId).fullPath}#${iid}`
}
