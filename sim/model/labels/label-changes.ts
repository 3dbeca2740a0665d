import { forEach, Pace, type Steps } from '../../lib/steps.ts'
import type { Run } from '../../store/run.ts'
import { unionOf } from '../../store/union.ts'
import type { Instant } from '../../time/calendar.ts'
import { removeList } from '../boards/boards.ts'
import type { Group } from '../groups/group.ts'
import { projectsBelow } from '../groups/group-tree.ts'
import { InvalidRow } from '../invalid-row.ts'
import { groupsAbove } from '../milestones/milestones.ts'
import { BLANK, isLonger, TAKEN, tooLong } from '../names.ts'
import type { Project } from '../projects/project.ts'
import { nextId, type World } from '../world.ts'
import type { Label } from './label.ts'
import { labelTitled } from './labels.ts'

export interface LabelValues {
  readonly title: string
  readonly color: string
  readonly description: string | null
  readonly priority: number | null
}

/** Creates a label of a project. Throws InvalidRow. */
export function createLabel(world: World, project: Project, values: LabelValues, now: Instant): Label {
  const checked = checkedValues(values)
  if (labelTitled(world, project, checked.title) !== undefined) throw new InvalidRow({ title: [TAKEN] })
  const id = nextId(world, 'labels')
  return world.labels.insert({ id, projectId: project.id, groupId: null, ...checked, createdAt: now })
}

/** Creates a label of a group. Throws InvalidRow. */
export function createGroupLabel(world: World, group: Group, values: LabelValues, now: Instant): Label {
  const checked = checkedValues(values)
  if (world.labels.find('byGroup', group.id, checked.title) !== undefined)
    throw new InvalidRow({ title: [TAKEN] })
  const id = nextId(world, 'labels')
  return world.labels.insert({ id, projectId: null, groupId: group.id, ...checked, createdAt: now })
}

/** Changes a label of a project. Throws InvalidRow. */
export function changeLabel(
  world: World,
  project: Project,
  label: Label,
  changes: Partial<LabelValues>,
): Label {
  const { title, color, description, priority } = { ...label, ...changes }
  const checked = checkedValues({ title, color, description, priority })
  const twin = labelTitled(world, project, checked.title)
  if (twin !== undefined && twin.id !== label.id) throw new InvalidRow({ title: [TAKEN] })
  return world.labels.put({ ...label, ...checked })
}

/** Changes a label of a group. Throws InvalidRow. */
export function changeGroupLabel(
  world: World,
  group: Group,
  label: Label,
  changes: Partial<LabelValues>,
): Label {
  const { title, color, description, priority } = { ...label, ...changes }
  const checked = checkedValues({ title, color, description, priority })
  const twin = world.labels.find('byGroup', group.id, checked.title)
  if (twin !== undefined && twin.id !== label.id) throw new InvalidRow({ title: [TAKEN] })
  return world.labels.put({ ...label, ...checked })
}

/** Promotes a project label to a group label, which replaces all labels of that title below the group. */
export function* promoteLabel(world: World, label: Label, group: Group): Steps<Label> {
  const known = world.labels.find('byGroup', group.id, label.title)
  const promoted = known ?? world.labels.put({ ...label, projectId: null, groupId: group.id, priority: null })
  const ids = new Set([...projectsBelow(world, group)].map(({ id }) => id))
  const pace = new Pace()
  yield* forEach(world.labels.by('byTitle', label.title).ascending(), pace, function* (twin) {
    if (twin.id === promoted.id || twin.projectId === null || !ids.has(twin.projectId)) return
    const changed = (labelIds: readonly number[]) => ({
      labelIds: [...new Set(labelIds.map((id) => (id === twin.id ? promoted.id : id)))],
    })
    yield* forEach(world.issues.by('byLabel', twin.id).ascending(), pace, (row) =>
      world.issues.update(row.id, changed(row.labelIds)),
    )
    yield* forEach(world.mergeRequests.by('byLabel', twin.id).ascending(), pace, (row) =>
      world.mergeRequests.update(row.id, changed(row.labelIds)),
    )
    yield* removeLabel(world, twin, pace)
  })
  return promoted
}

/** Removes a label; issues and merge requests that carried it lose it, and boards their lists of it. */
export function* removeLabel(world: World, label: Label, pace: Pace = new Pace()): Steps<void> {
  const without = (ids: readonly number[]) => ids.filter((id) => id !== label.id)
  yield* forEach(world.issues.by('byLabel', label.id).ascending(), pace, ({ id, labelIds }) =>
    world.issues.update(id, { labelIds: without(labelIds) }),
  )
  yield* forEach(world.mergeRequests.by('byLabel', label.id).ascending(), pace, ({ id, labelIds }) =>
    world.mergeRequests.update(id, { labelIds: without(labelIds) }),
  )
  yield* forEach(world.subscriptions.by('byTarget', 'Label', label.id).ascending(), pace, ({ id }) =>
    world.subscriptions.delete(id),
  )
  for (const list of world.boardLists.by('byLabel', label.id).list()) removeList(world, list)
  for (const board of world.boards.all().list())
    if (board.labelIds?.includes(label.id))
      world.boards.update(board.id, { labelIds: without(board.labelIds) })
  world.labels.delete(label.id)
}

/** The labels of a project, and those of the groups above it where asked for, in the order of their titles. */
export function labelsIn(world: World, project: Project, inherited: boolean): Run<Label> {
  if (!inherited) return world.labels.by('byProject', project.id)
  return labelsAmong(world, [...groupsAbove(world, { project })], [project])
}

/** The labels of a group, and those of the groups above it where asked for, in the order of their titles. */
export function groupLabelsIn(world: World, group: Group, inherited: boolean): Run<Label> {
  const groups = inherited ? [...groupsAbove(world, { group })] : [group]
  return labelsAmong(world, groups, [])
}

/** The labels of groups and of projects, in the order of their titles. */
export function labelsAmong(
  world: World,
  groups: readonly Pick<Group, 'id'>[],
  projects: readonly Pick<Project, 'id'>[],
): Run<Label> {
  return unionOf([
    ...groups.map(({ id }) => world.labels.by('byGroup', id)),
    ...projects.map(({ id }) => world.labels.by('byProject', id)),
  ])
}

/** The label among some that has a number as its id, or else a text as its title. */
export function labelNamed(world: World, among: Run<Label>, name: string): Label | undefined {
  const id = Number(name)
  const numbered = String(id) === name ? world.labels.get(id) : undefined
  if (numbered !== undefined) for (const it of titled(among, numbered.title)) if (it.id === id) return it
  return labelTitledAmong(among, name)
}

/** The oldest label of a title among some. */
export function labelTitledAmong(among: Run<Label>, title: string): Label | undefined {
  for (const label of titled(among, title)) return label
  return undefined
}

function* titled(among: Run<Label>, title: string): Generator<Label> {
  for (const label of among.ascending(title)) {
    if (label.title !== title) return
    yield label
  }
}

const LONGEST_TITLE = 255

/** True for a text that a label may have as its title. */
export function isLabelTitle(title: string): boolean {
  return titleFault(title) === undefined
}

function titleFault(title: string): string | undefined {
  if (title === '') return BLANK
  if (isLonger(title, LONGEST_TITLE)) return tooLong(LONGEST_TITLE)
  return title.includes(',') ? 'is invalid' : undefined
}

function checkedValues(values: LabelValues): LabelValues {
  const title = values.title.trim()
  const color = hexColor(values.color)
  const errors: { [attribute: string]: readonly string[] } = {}
  if (color === undefined) errors.color = ['must be a valid color code']
  const fault = titleFault(title)
  if (fault !== undefined) errors.title = [fault]
  if (values.priority !== null && values.priority < 0)
    errors.priority = ['must be greater than or equal to 0']
  if (color === undefined || Object.keys(errors).length > 0) throw new InvalidRow(errors)
  return { ...values, title, color }
}

const named: { readonly [name: string]: string } = {
  black: '#000000',
  blue: '#0000FF',
  brown: '#A52A2A',
  cyan: '#00FFFF',
  gray: '#808080',
  green: '#008000',
  grey: '#808080',
  lime: '#00FF00',
  magenta: '#FF00FF',
  maroon: '#800000',
  navy: '#000080',
  olive: '#808000',
  orange: '#FFA500',
  pink: '#FFC0CB',
  purple: '#800080',
  red: '#FF0000',
  silver: '#C0C0C0',
  teal: '#008080',
  white: '#FFFFFF',
  yellow: '#FFFF00',
}

/** A colour as it is stored: six digits, from three, six, or a name. */
function hexColor(text: string): string | undefined {
  const color = text.trim()
  if (/^#[0-9a-f]{6}$/i.test(color)) return color
  if (/^#[0-9a-f]{3}$/i.test(color)) return color.replace(/[0-9a-f]/gi, '$&$&')
  const name = color.toLowerCase()
  return Object.hasOwn(named, name) ? named[name] : undefined
}
