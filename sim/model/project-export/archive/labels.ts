import type { Json } from '../../../lib/json.ts'
import type { Group } from '../../groups/group.ts'
import type { Label } from '../../labels/label.ts'
import { labelTitled, textColor } from '../../labels/labels.ts'
import { groupsAbove } from '../../milestones/milestones.ts'
import type { Project } from '../../projects/project.ts'
import { nextId } from '../../world.ts'
import {
  Ending,
  type Field,
  type Fields,
  fieldsOf,
  isObject,
  itemsOf,
  projectOf,
  type Reading,
  type Type,
} from './field.ts'
import { type Relation, readRow, writeRow } from './relation.ts'
import { textOrNull, time, title, wholeNumberOrNull } from './types.ts'

const { column, told, always } = fieldsOf<Label>()

const color: Type<string> = {
  write: (value) => value,
  read: (given) => {
    if (typeof given !== 'string' || !/^#(?:[0-9a-f]{3}){1,2}$/i.test(given))
      throw new Ending('must be a valid color code')
    return given.length === 7 ? given : given.replace(/[0-9a-f]/gi, '$&$&')
  },
}

const fields: Fields<Label> = {
  title: column('title', title()),
  color: column('color', color),
  project_id: told(({ projectId }) => projectId),
  created_at: column('createdAt', time),
  updated_at: told(({ createdAt }, out) => time.write(createdAt, out)),
  template: always(false),
  description: column('description', textOrNull),
  group_id: told(({ groupId }) => groupId),
  type: told(({ projectId }) => (projectId === null ? 'GroupLabel' : 'ProjectLabel')),
  priorities: {
    write: ({ priority, projectId, createdAt }, out) => {
      const at = time.write(createdAt, out)
      return priority === null ? [] : [{ project_id: projectId, priority, created_at: at, updated_at: at }]
    },
    read: (given, into) => {
      const [first] = itemsOf(given)
      return { priority: isObject(first) ? wholeNumberOrNull.read(first.priority, into) : null }
    },
  },
  textColor: told(({ color: background }) => textColor(background)),
}

/** The labels of a project itself. One that the target has already, or a group above it, is taken for the same. */
export const projectLabels: Relation<Label, Project> = {
  name: 'labels',
  shape: 'many',
  rows: (project, { world }) => byId(world.labels.by('byProject', project.id).list()),
  fields,
  put: (columns, project, { world }) =>
    labelTitled(world, project, (columns as Label).title) ??
    world.labels.insert({
      ...(columns as Label),
      id: nextId(world, 'labels'),
      projectId: project.id,
      groupId: null,
    }),
}

export const groupLabels: Relation<Label, Group> = {
  name: 'labels',
  shape: 'many',
  rows: (group, { world }) => byId(world.labels.by('byGroup', group.id).list()),
  fields,
  put: (columns, group, { world }) =>
    world.labels.find('byGroup', group.id, (columns as Label).title) ??
    world.labels.insert({
      ...(columns as Label),
      id: nextId(world, 'labels'),
      projectId: null,
      groupId: group.id,
    }),
}

function byId(labels: Label[]): Label[] {
  return labels.sort((a, b) => a.id - b.id)
}

/** The labels that a row carries, each of them whole. */
export function labelLinks<Row extends { readonly labelIds: readonly number[] }>(target: string): Field<Row> {
  return {
    write: ({ labelIds }, out) =>
      labelIds.flatMap((id): Json[] => {
        const label = out.world.labels.get(id)
        if (label === undefined) return []
        const at = time.write(label.createdAt, out)
        const written = writeRow(projectLabels, label, out)
        return [{ target_type: target, created_at: at, updated_at: at, label: written }]
      }),
    read: (given, into) => {
      const ids = itemsOf(given).map((link) => {
        return labelCarried((isObject(link) ? link.label : undefined) ?? null, into)?.id ?? 0
      })
      return { labelIds: [...new Set(ids)] } as unknown as Partial<Row>
    },
  }
}

/** The label that a row carries, in what is being filled. */
export function labelCarried(given: Json, into: Reading): Label | undefined {
  return into.group === undefined
    ? readRow(projectLabels, given, projectOf(into), into, () => undefined)
    : labelOfGroup(given, into.group, into)
}

// It may be of any of the groups above that came along.
function labelOfGroup(given: Json, group: Group, into: Reading): Label | undefined {
  const name = isObject(given) ? given.title : undefined
  for (const above of groupsAbove(into.world, { group })) {
    const known = typeof name === 'string' ? into.world.labels.find('byGroup', above.id, name) : undefined
    if (known !== undefined) return known
    if (above.id === into.topGroup?.id) break
  }
  return readRow(groupLabels, given, group, into, () => undefined)
}
