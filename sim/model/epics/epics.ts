import { Pace, type Steps } from '../../lib/steps.ts'
import type { Day, Instant } from '../../time/calendar.ts'
import type { Note } from '../discussions/note.ts'
import { removeTalk } from '../discussions/remove-talk.ts'
import type { Group } from '../groups/group.ts'
import { InvalidRow } from '../invalid-row.ts'
import type { Issue } from '../issues/issue.ts'
import { removeLinks } from '../issues/issue-links.ts'
import { closeIssue } from '../issues/issues.ts'
import { completeTodos } from '../issues/todos.ts'
import { labelErrors } from '../labels/labels.ts'
import { addSystemNoteOn } from '../merge-requests/merge-requests.ts'
import { BLANK, isLonger, tooLong } from '../names.ts'
import { updated } from '../updated.ts'
import type { User } from '../users/user.ts'
import { nextId, nextIid, type World } from '../world.ts'
import type { Epic, EpicIssue } from './epic.ts'

/** Columns that creation and update set as they are. */
export interface EpicValues {
  readonly title: string
  readonly description: string | null
  readonly confidential: boolean
  readonly color: string
  readonly labelIds: readonly number[]
  readonly parentId: number | null
  readonly startDateFixed: Day | null
  readonly startDateIsFixed: boolean
  readonly dueDateFixed: Day | null
  readonly dueDateIsFixed: boolean
}

export const epicDefaults: Omit<EpicValues, 'title'> = {
  description: null,
  confidential: false,
  color: '#1068bf',
  labelIds: [],
  parentId: null,
  startDateFixed: null,
  startDateIsFixed: false,
  dueDateFixed: null,
  dueDateIsFixed: false,
}

/** How deep epics may stand below each other. */
const DEEPEST = 7

/** Opens an epic. Throws InvalidRow. */
export function openEpic(world: World, group: Group, author: User, values: EpicValues, now: Instant): Epic {
  refuse(world, values)
  return world.epics.insert({
    id: nextId(world, 'epics'),
    iid: nextIid(world, 'epics', 'group', group.id),
    groupId: group.id,
    authorId: author.id,
    ...values,
    position: nextPlace(world, values.parentId),
    state: 'opened',
    closedAt: null,
    createdAt: now,
    updatedAt: now,
  })
}

/** Throws InvalidRow. */
export function changeEpic(world: World, epic: Epic, changes: Partial<EpicValues>, now: Instant): Epic {
  const changed = { ...epic, ...changes }
  refuse(world, changed, epic)
  const moved = changed.parentId !== epic.parentId
  const position = moved ? nextPlace(world, changed.parentId) : epic.position
  return world.epics.put(updated(epic, { ...changed, position }, now))
}

/** Closes or reopens an epic; one already in that state stays unchanged. */
export function setEpicState(world: World, epic: Epic, state: Epic['state'], now: Instant): Epic {
  if (epic.state === state) return epic
  return world.epics.put({ ...epic, state, closedAt: state === 'closed' ? now : null, updatedAt: now })
}

/** Deletes an epic, step by step; its issues and child epics remain, without a parent. */
export function* removeEpic(world: World, epic: Epic, pace = new Pace()): Steps<void> {
  for (const child of world.epics.by('byParent', epic.id).list())
    world.epics.put({ ...child, parentId: null })
  for (const part of world.epicIssues.by('byEpic', epic.id).list()) world.epicIssues.delete(part.id)
  yield* removeTalk(world, 'Epic', epic.id, pace)
  removeLinks(world, epic.id, 'epicLinks')
  world.epics.delete(epic.id)
}

/** The epics below one, in their order. */
export function childEpicsOf(world: World, epic: Epic): Epic[] {
  return world.epics.by('byParent', epic.id).list()
}

/** The issues of an epic, in their order. */
export function epicIssuesOf(world: World, epic: Epic): EpicIssue[] {
  return world.epicIssues.by('byEpic', epic.id).list()
}

/** Makes an issue part of an epic; it leaves the one that it was part of. */
export function addToEpic(world: World, epic: Epic, issue: Issue): EpicIssue {
  const known = world.epicIssues.find('byIssue', issue.id)
  if (known?.epicId === epic.id) return known
  if (known !== undefined) world.epicIssues.delete(known.id)
  // The latest one comes first.
  const first = world.epicIssues.by('byEpic', epic.id).first()?.position ?? 1
  return world.epicIssues.insert({
    id: nextId(world, 'epicIssues'),
    epicId: epic.id,
    issueId: issue.id,
    position: first - 1,
  })
}

/** The one that is to stand right before a row, or the one that is to stand right after it. */
export interface Neighbours<Row> {
  readonly before?: Row | undefined
  readonly after?: Row | undefined
}

/** Moves an issue of an epic right behind or right ahead of another. */
export function reorderEpicIssue(
  world: World,
  epic: Epic,
  part: EpicIssue,
  neighbours: Neighbours<EpicIssue>,
): void {
  const ordered = reordered(epicIssuesOf(world, epic), part, neighbours)
  for (const [position, row] of ordered.entries()) world.epicIssues.put({ ...row, position })
}

/** The same of an epic among those below its parent. */
export function reorderChildEpic(
  world: World,
  parent: Epic,
  child: Epic,
  neighbours: Neighbours<Epic>,
): void {
  const ordered = reordered(childEpicsOf(world, parent), child, neighbours)
  for (const [position, row] of ordered.entries()) world.epics.put({ ...row, position })
}

function reordered<Row extends { readonly id: number }>(
  rows: readonly Row[],
  row: Row,
  { before, after }: Neighbours<Row>,
): Row[] {
  const others = rows.filter(({ id }) => id !== row.id)
  const place =
    before !== undefined
      ? others.findIndex(({ id }) => id === before.id) + 1
      : others.findIndex(({ id }) => id === after?.id)
  if (before?.id === row.id || after?.id === row.id || place < 0) return [...rows]
  return [...others.slice(0, place), row, ...others.slice(place)]
}

function nextPlace(world: World, parentId: number | null): number {
  if (parentId === null) return 0
  return (world.epics.by('byParent', parentId).list().at(-1)?.position ?? -1) + 1
}

function refuse(world: World, values: EpicValues, self?: Epic): void {
  const { title, parentId, color } = values
  const errors: { [attribute: string]: readonly string[] } = { ...labelErrors(values) }
  if (title.trim() === '') errors.title = [BLANK]
  else if (isLonger(title, 255)) errors.title = [tooLong(255)]
  if (!/^#(?:[0-9a-f]{3}){1,2}$/i.test(color)) errors.color = ['must be a valid color code']
  const secrecy = secrecyErrors(world, values, self)
  if (secrecy.length > 0) errors.confidential = secrecy
  if (parentId !== null && parentId !== self?.parentId) {
    const above = line(world, parentId)
    if (above.some(({ id }) => id === self?.id))
      errors.parent = ['This epic cannot be added. An epic cannot be added to itself.']
    else if (above.length >= DEEPEST)
      errors.parent = [
        'This epic cannot be added. One or more epics would exceed the maximum depth (7) from its most distant ancestor.',
      ]
  }
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
}

/** What is below a confidential epic is confidential as well. */
function secrecyErrors(world: World, { confidential, parentId }: EpicValues, self?: Epic): string[] {
  if (!confidential)
    return world.epics.get(parentId ?? 0)?.confidential === true
      ? ['A non-confidential epic cannot be assigned to a confidential parent epic']
      : []
  if (self === undefined || self.confidential) return []
  const open = epicIssuesOf(world, self).some(
    ({ issueId }) => world.issues.get(issueId)?.confidential === false,
  )
  return [
    ...(open ? ['Cannot make the epic confidential if it contains non-confidential issues'] : []),
    ...(childEpicsOf(world, self).some((child) => !child.confidential)
      ? ['Cannot make the epic confidential if it contains non-confidential child epics']
      : []),
  ]
}

function line(world: World, from: number): Epic[] {
  const epic = world.epics.get(from)
  return epic === undefined ? [] : [epic, ...(epic.parentId === null ? [] : line(world, epic.parentId))]
}

/** What the project of a note on an epic is: none. */
export const NO_PROJECT = 0

/** Comments on an epic. Throws InvalidRow. */
export function commentOnEpic(
  world: World,
  epic: Epic,
  {
    author,
    body,
    internal,
    discussionId,
    type = null,
    writtenAt,
  }: {
    author: User
    body: string
    internal: boolean
    discussionId: string
    type?: Note['type']
    writtenAt?: Instant | undefined
  },
  now: Instant,
): Note {
  if (body.trim() === '') throw new InvalidRow({ note: [BLANK] })
  world.epics.put({ ...epic, updatedAt: now })
  completeTodos(world, { kind: 'Epic', row: epic }, author.id, now)
  return world.notes.insert({
    id: nextId(world, 'notes'),
    projectId: NO_PROJECT,
    noteable: 'Epic',
    noteableId: epic.id,
    discussionId,
    type,
    body,
    authorId: author.id,
    system: false,
    internal,
    resolvable: false,
    resolvedById: null,
    resolvedAt: null,
    position: null,
    createdAt: writtenAt ?? now,
    updatedAt: writtenAt ?? now,
  })
}

/** Promotes an issue to an epic with its notes; the issue is closed. */
export function promoteToEpic(
  world: World,
  issue: Issue,
  group: Group,
  by: User,
  newDiscussion: () => string,
  now: Instant,
): Issue {
  const { title, description, confidential } = issue
  const ofGroups = issue.labelIds.filter((id) => world.labels.require(id).groupId !== null)
  const epic = openEpic(
    world,
    group,
    by,
    { ...epicDefaults, title, description, confidential, labelIds: ofGroups },
    now,
  )
  const said = world.notes.by('byNoteable', 'Issue', issue.id).list()
  const discussions = new Map<string, string>()
  for (const note of said.sort((a, b) => a.id - b.id)) {
    const discussionId = discussions.get(note.discussionId) ?? newDiscussion()
    discussions.set(note.discussionId, discussionId)
    const id = nextId(world, 'notes')
    world.notes.insert({ ...note, id, projectId: 0, noteable: 'Epic', noteableId: epic.id, discussionId })
  }
  addSystemNoteOn(world, 'Issue', issue, by.id, `promoted to epic &${epic.iid}`, now)
  return closeIssue(world, issue, by, now)
}
