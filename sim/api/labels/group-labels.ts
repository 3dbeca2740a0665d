import { groupLabelEntity } from '../../entities/label.ts'
import type { Label } from '../../model/labels/label.ts'
import {
  changeGroupLabel,
  groupLabelsIn,
  createGroupLabel as openLabel,
  removeLabel,
} from '../../model/labels/label-changes.ts'
import { matcher } from '../../model/search/search.ts'
import { listed } from '../../protocol/listing.ts'
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
import { message, notFound } from '../../protocol/refusal.ts'
import { valid } from '../../protocol/valid.ts'

const which = { label_id: integer(), name: string({ about: 'Title of the label' }) }
const labelName = { name: required(string({ about: 'Id or name of the label' })) }

export const listGroupLabels = operation(
  {
    method: 'GET',
    path: '/groups/:id/labels',
    summary: 'List the labels of a group, by name',
    auth: 'public',
    subject: 'group',
    needs: 'read_group',
    params: {
      with_counts: withDefault(boolean({ about: 'Counts of issues and merge requests' }), false),
      include_ancestor_groups: withDefault(boolean({ about: 'Includes labels of the groups above' }), true),
      search: string({ about: 'Part of name or description' }),
    },
    answers: { many: groupLabelEntity },
    beyond: true,
  },
  ({ world, group, params }) => {
    const found = matcher(params.search ?? '', 1)
    const labels = groupLabelsIn(world, group, params.include_ancestor_groups)
    return listed(params.search ? labels.filter((label) => found([label.title, label.description])) : labels)
  },
)

export const createGroupLabel = operation(
  {
    method: 'POST',
    path: '/groups/:id/labels',
    summary: 'Create a label for all projects in a group',
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
    const twin = groupLabelsIn(world, group, true).find((label) => label.title === title)
    if (twin !== undefined) throw message(409, 'Label already exists')
    const { color, description = null } = params
    return valid(() =>
      openLabel(world, group, { title, color: color ?? '', description, priority: null }, now),
    )
  },
)

export const getGroupLabel = operation(
  {
    method: 'GET',
    path: '/groups/:id/labels/:name',
    summary: 'One label of a group, perhaps of one above it',
    auth: 'public',
    subject: 'group',
    needs: 'read_group',
    params: {
      ...labelName,
      include_ancestor_groups: withDefault(boolean({ about: 'Includes labels of the groups above' }), true),
    },
    dotted: ['name'],
    answers: { one: groupLabelEntity },
    beyond: true,
  },
  ({ world, group, params }) =>
    named(groupLabelsIn(world, group, params.include_ancestor_groups), params.name),
)

export const updateGroupLabel = operation(
  {
    method: 'PUT',
    path: '/groups/:id/labels/:name',
    summary: 'Change a label of a group',
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
    const label = named(groupLabelsIn(world, group, false), params.name)
    return valid(() => changeGroupLabel(world, group, label, changes))
  },
)

/** The older way to say which label is meant, which clients still take. */
export const updateNamedGroupLabel = operation(
  {
    method: 'PUT',
    path: '/groups/:id/labels',
    summary: 'Change the label of a group that the request names',
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
    const label = named(groupLabelsIn(world, group, false), String(params.label_id ?? params.name))
    return valid(() => changeGroupLabel(world, group, label, changes))
  },
)

export const deleteGroupLabel = operation(
  {
    method: 'DELETE',
    path: '/groups/:id/labels/:name',
    summary: 'Delete a label of a group',
    subject: 'group',
    needs: 'admin_group_label',
    params: labelName,
    dotted: ['name'],
    answers: { status: 204 },
    beyond: true,
  },
  ({ world, group, params }) => {
    removeLabel(world, named(groupLabelsIn(world, group, false), params.name))
  },
)

export const deleteGroupLabelByName = operation(
  {
    method: 'DELETE',
    path: '/groups/:id/labels',
    summary: 'Delete a label of a group by its name',
    subject: 'group',
    needs: 'admin_group_label',
    params: { name: required(string()) },
    answers: { status: 204 },
    deprecated: true,
    beyond: true,
  },
  ({ world, group, params }) => {
    removeLabel(world, named(groupLabelsIn(world, group, false), params.name))
  },
)

function named(labels: readonly Label[], name: string | null): Label {
  const label = labels.find(({ id }) => String(id) === name) ?? labels.find(({ title }) => title === name)
  if (label === undefined) throw notFound('Label')
  return label
}
