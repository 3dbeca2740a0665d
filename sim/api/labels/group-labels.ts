import { groupLabelEntity } from '../../entities/label.ts'
import type { Group } from '../../model/groups/group.ts'
import { groupsBelow, projectsBelow } from '../../model/groups/group-tree.ts'
import {
  changeGroupLabel,
  groupLabelsIn,
  labelsAmong,
  labelTitledAmong,
  createGroupLabel as openLabel,
  removeLabel,
} from '../../model/labels/label-changes.ts'
import { groupsAbove } from '../../model/milestones/milestones.ts'
import type { Project } from '../../model/projects/project.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { seesGroup } from '../../policy/visible.ts'
import { operation } from '../../protocol/operation.ts'
import {
  atLeastOneOf,
  boolean,
  exactlyOneOf,
  integer,
  required,
  string,
  withDefault,
} from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { saying } from '../shared/place-list.ts'
import { labelList, named } from './label-list.ts'

const which = { label_id: integer(), name: string({ about: 'Title of the label' }) }
const labelName = { name: required(string({ about: 'ID or name of the label' })) }

export const listGroupLabels = operation(
  {
    method: 'GET',
    path: '/groups/:id/labels',
    summary: 'List the labels of a group',
    auth: 'public',
    subject: 'group',
    needs: 'read_group',
    params: {
      with_counts: withDefault(boolean({ about: 'Whether issues and merge requests are counted' }), false),
      include_ancestor_groups: withDefault(
        boolean({ about: 'Whether labels of ancestor groups are included' }),
        true,
      ),
      include_descendant_groups: withDefault(
        boolean({ about: 'Whether labels of the groups below are included' }),
        false,
      ),
      only_group_labels: withDefault(boolean({ about: 'Whether labels of projects are left out' }), true),
      search: string({ about: 'Part of the name or description' }),
    },
    answers: { many: groupLabelEntity },
    beyond: true,
  },
  ({ world, group, params, view }) => {
    const groups = groupsOf(view.situation, group, params)
    const projects = params.only_group_labels ? [] : projectsOf(view.situation, group, params)
    const owners = { projectIds: projects.map(({ id }) => id), groupIds: groups.map(({ id }) => id) }
    return labelList(world, owners, labelsAmong(world, groups, projects), (place) =>
      saying(place, params.search, 1),
    )
  },
)

interface Reach {
  readonly include_ancestor_groups: boolean
  readonly include_descendant_groups: boolean
}

function groupsOf({ world, caller, now }: Situation, group: Group, reach: Reach): Group[] {
  const above = reach.include_ancestor_groups ? [...groupsAbove(world, { group })] : [group]
  const below = reach.include_descendant_groups ? [...groupsBelow(world, group)] : []
  return [...above, ...below.filter((it) => seesGroup(world, caller, it, now))]
}

/** Projects whose labels the caller may read; archived ones are left out. */
function projectsOf(situation: Situation, group: Group, reach: Reach): Project[] {
  const { world } = situation
  const projects = reach.include_descendant_groups
    ? [...projectsBelow(world, group)]
    : world.projects.by('byNamespace', 'group', group.id).list()
  return projects.filter((it) => !it.archived && can(situation, 'read_labels', it))
}

export const createGroupLabel = operation(
  {
    method: 'POST',
    path: '/groups/:id/labels',
    summary: 'Create a label in a group',
    subject: 'group',
    needs: 'admin_group_label',
    params: {
      name: required(string()),
      color: required(string({ about: '`#FFAABB`, `#FAB` or the name of a colour' })),
      description: string(),
    },
    answers: { status: 201, one: groupLabelEntity },
    refuses: [409],
    beyond: true,
  },
  ({ world, group, params, now }) => {
    const title = (params.name ?? '').trim()
    const existing = labelTitledAmong(groupLabelsIn(world, group, true), title)
    if (existing !== undefined) throw message(409, 'Label already exists')
    const { color, description = null } = params
    return refuseInvalidRow(() =>
      openLabel(world, group, { title, color: color ?? '', description, priority: null }, now),
    )
  },
)

export const getGroupLabel = operation(
  {
    method: 'GET',
    path: '/groups/:id/labels/:name',
    summary: 'Get a label of a group',
    auth: 'public',
    subject: 'group',
    needs: 'read_group',
    params: {
      ...labelName,
      include_ancestor_groups: withDefault(
        boolean({ about: 'Whether labels of ancestor groups are included' }),
        true,
      ),
    },
    dotted: ['name'],
    answers: { one: groupLabelEntity },
    beyond: true,
  },
  ({ world, group, params }) =>
    named(world, groupLabelsIn(world, group, params.include_ancestor_groups), params.name),
)

export const updateGroupLabel = operation(
  {
    method: 'PUT',
    path: '/groups/:id/labels/:name',
    summary: 'Update a label of a group',
    subject: 'group',
    needs: 'admin_group_label',
    params: { ...labelName, new_name: string(), color: string(), description: string() },
    rules: [atLeastOneOf('new_name', 'color', 'description')],
    dotted: ['name'],
    answers: { one: groupLabelEntity },
    beyond: true,
  },
  ({ world, group, params }) => {
    const { new_name: title, color, description } = params
    const changes = {
      ...(title != null && { title: title.trim() }),
      ...(color != null && { color }),
      ...(description !== undefined && { description }),
    }
    const label = named(world, groupLabelsIn(world, group, false), params.name)
    return refuseInvalidRow(() => changeGroupLabel(world, group, label, changes))
  },
)

/** Deprecated, but clients still use it: a parameter names the label, not the path. */
export const updateNamedGroupLabel = operation(
  {
    method: 'PUT',
    path: '/groups/:id/labels',
    summary: 'Update a label of a group, named by a parameter',
    subject: 'group',
    needs: 'admin_group_label',
    params: { ...which, new_name: string(), color: string(), description: string() },
    rules: [exactlyOneOf('label_id', 'name'), atLeastOneOf('new_name', 'color', 'description')],
    answers: { one: groupLabelEntity },
    refuses: [404],
    deprecated: true,
    beyond: true,
  },
  ({ world, group, params }) => {
    const { new_name: title, color, description } = params
    const changes = {
      ...(title != null && { title: title.trim() }),
      ...(color != null && { color }),
      ...(description !== undefined && { description }),
    }
    const label = named(world, groupLabelsIn(world, group, false), String(params.label_id ?? params.name))
    return refuseInvalidRow(() => changeGroupLabel(world, group, label, changes))
  },
)

export const deleteGroupLabel = operation(
  {
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: '/groups/:id/labels/:name',
    summary: 'Delete a label of a group',
    subject: 'group',
    needs: 'admin_group_label',
    params: labelName,
    dotted: ['name'],
    answers: { status: 204 },
    beyond: true,
  },
  ({ world, group, params, unmodified }) =>
    removeLabel(world, unmodified(named(world, groupLabelsIn(world, group, false), params.name))),
)

export const deleteNamedGroupLabel = operation(
  {
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: '/groups/:id/labels',
    summary: 'Delete a label of a group, named by a parameter',
    subject: 'group',
    needs: 'admin_group_label',
    params: { name: required(string()) },
    answers: { status: 204 },
    deprecated: true,
    beyond: true,
  },
  ({ world, group, params, unmodified }) =>
    removeLabel(world, unmodified(named(world, groupLabelsIn(world, group, false), params.name))),
)
