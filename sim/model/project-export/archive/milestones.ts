import type { Json } from '../../../lib/json.ts'
import type { Group } from '../../groups/group.ts'
import type { Milestone } from '../../milestones/milestone.ts'
import { groupsAbove } from '../../milestones/milestones.ts'
import type { Project } from '../../projects/project.ts'
import { nextId, nextIid, reserveIid, type World } from '../../world.ts'
import { eventsOn } from './events.ts'
import {
  type Field,
  type Fields,
  fieldsOf,
  InvalidArchiveRow,
  isObject,
  projectOf,
  type Reading,
} from './field.ts'
import { type Relation, readRow, writeRow } from './relation.ts'
import { dayOrNull, iid, textOrNull, time, title, word } from './types.ts'

const { column, told, always } = fieldsOf<Milestone>()

const fields: Fields<Milestone> = {
  iid: column('iid', iid),
  title: column('title', title()),
  project_id: told(({ projectId }) => projectId),
  description: column('description', textOrNull),
  due_date: column('dueOn', dayOrNull),
  created_at: column('createdAt', time),
  updated_at: column('updatedAt', time),
  state: column('state', word(['active', 'closed'], 'active')),
  start_date: column('startOn', dayOrNull),
  group_id: told(({ groupId }) => groupId),
  events: always([]),
}

/** The milestones of a project itself. One that the target has already, or a group above it, is taken for the same. */
export const projectMilestones: Relation<Milestone, Project> = {
  name: 'milestones',
  shape: 'many',
  rows: (project, { world }) => byId(world.milestones.by('byProject', project.id).list()),
  fields,
  parts: [eventsOn<Milestone>('Milestone')],
  put: (columns, project, { world }) => {
    const milestone = columns as Milestone
    const known = milestoneTitled(world, project, milestone.title)
    if (known !== undefined) return known
    if (world.milestones.find('byProjectIid', project.id, milestone.iid) !== undefined)
      throw new InvalidArchiveRow('Validation failed: Iid has already been taken')
    reserveIid(world, 'milestones', 'project', project.id, milestone.iid)
    const own = { id: nextId(world, 'milestones'), projectId: project.id, groupId: null }
    return world.milestones.insert(Object.assign({}, milestone, own))
  },
}

export const groupMilestones: Relation<Milestone, Group> = {
  name: 'milestones',
  shape: 'many',
  rows: (group, { world }) => byId(world.milestones.by('byGroup', group.id).list()),
  fields,
  put: (columns, group, { world }) => {
    const milestone = columns as Milestone
    const known = world.milestones.find('byGroupTitle', group.id, milestone.title)
    if (known !== undefined) return known
    reserveIid(world, 'milestones', 'group', group.id, milestone.iid)
    return world.milestones.insert({
      ...milestone,
      id: nextId(world, 'milestones'),
      projectId: null,
      groupId: group.id,
    })
  },
}

function byId(milestones: Milestone[]): Milestone[] {
  return milestones.sort((a, b) => a.id - b.id)
}

function milestoneTitled(world: World, project: Project, name: string): Milestone | undefined {
  const own = world.milestones.find('byProjectTitle', project.id, name)
  if (own !== undefined) return own
  for (const group of groupsAbove(world, { project })) {
    const inherited = world.milestones.find('byGroupTitle', group.id, name)
    if (inherited !== undefined) return inherited
  }
  return undefined
}

/** A milestone of a group, which no group here has, is one of the project under the next free number. */
const carriedMilestones: Relation<Milestone, Project> = {
  ...projectMilestones,
  // What was done to it stands with the milestone itself.
  parts: [],
  put: (columns, project, into) => {
    const { world } = into
    const milestone = columns as Milestone
    const known = milestoneTitled(world, project, milestone.title)
    if (known !== undefined) return known
    const taken = world.milestones.find('byProjectIid', project.id, milestone.iid) !== undefined
    const number = taken ? nextIid(world, 'milestones', 'project', project.id) : milestone.iid
    return projectMilestones.put({ ...milestone, iid: number }, project, into)
  },
}

/** The milestone that a row carries, whole. */
export function milestoneField<Row extends { readonly milestoneId?: number | null }>(): Field<Row> {
  return {
    write: ({ milestoneId }, out) => {
      const milestone = out.world.milestones.get(milestoneId ?? 0)
      return milestone === undefined ? null : writeRow(carriedMilestones, milestone, out)
    },
    read: (given, into) => {
      if (given === undefined || given === null) return { milestoneId: null } as Partial<Row>
      const milestone =
        into.group === undefined
          ? readRow(carriedMilestones, given, projectOf(into), into, () => undefined)
          : milestoneOfGroup(given, into.group, into)
      return { milestoneId: milestone?.id ?? null } as Partial<Row>
    },
  }
}

// It may be of any of the groups above that came along.
function milestoneOfGroup(given: Json, group: Group, into: Reading): Milestone | undefined {
  const name = isObject(given) ? given.title : undefined
  for (const above of groupsAbove(into.world, { group })) {
    const known =
      typeof name === 'string' ? into.world.milestones.find('byGroupTitle', above.id, name) : undefined
    if (known !== undefined) return known
    if (above.id === into.topGroup?.id) break
  }
  return readRow(groupMilestones, given, group, into, () => undefined)
}
