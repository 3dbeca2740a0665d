import { Pace, type Steps } from '../../lib/steps.ts'
import type { Instant } from '../../time/calendar.ts'
import type { Group } from '../groups/group.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import type { Label } from './label.ts'
import {
  createGroupLabel,
  createLabel,
  groupLabelsIn,
  isLabelTitle,
  labelTitledAmong,
} from './label-changes.ts'
import { labelTitled } from './labels.ts'

/** Colour of a label that was created by naming it. */
export const DEFAULT_LABEL_COLOR = '#6699cc'

/** Ids for label titles, step by step. Unknown ones become labels of the project if `create`, else they are dropped. */
export function labelIds(
  world: World,
  project: Project,
  titles: readonly string[],
  create: boolean,
  now: Instant,
): Steps<number[]> {
  return idsOf(
    titles,
    (title) => labelTitled(world, project, title),
    create ? (title) => createLabel(world, project, valuesOf(title), now) : () => undefined,
  )
}

/** Ids for titles of labels that a group and those above it have; unknown ones become labels of the group. */
export function groupLabelIds(
  world: World,
  group: Group,
  titles: readonly string[],
  now: Instant,
): Steps<number[]> {
  return idsOf(
    titles,
    (title) => labelTitledAmong(groupLabelsIn(world, group, true), title),
    (title) => createGroupLabel(world, group, valuesOf(title), now),
  )
}

// What cannot be the title of a label names none, and what it is sent with goes on without it.
function* idsOf(
  titles: readonly string[],
  find: (title: string) => Label | undefined,
  create: (title: string) => Label | undefined,
): Steps<number[]> {
  const pace = new Pace()
  const ids = new Set<number>()
  for (const given of titles) {
    const title = given.trim()
    const label = find(title) ?? (isLabelTitle(title) ? create(title) : undefined)
    if (label !== undefined) ids.add(label.id)
    if (pace.after(title.length)) yield
  }
  return [...ids]
}

function valuesOf(title: string) {
  return { title, color: DEFAULT_LABEL_COLOR, description: null, priority: null }
}
