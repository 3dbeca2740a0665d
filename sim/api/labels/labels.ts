import { labelEntity } from '../../entities/label.ts'
import {
  changeLabel,
  labelsIn,
  createLabel as openLabel,
  removeLabel,
} from '../../model/labels/label-changes.ts'
import { labelTitled } from '../../model/labels/labels.ts'
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
import { containing } from '../shared/place-list.ts'
import { idsAbove, labelList, named } from './label-list.ts'

const name = required(string({ about: 'ID or name of the label' }))
const which = { label_id: integer(), name: string({ about: 'Title of the label' }) }
const inherited = withDefault(boolean({ about: 'Whether labels of ancestor groups are included' }), true)

export const listLabels = operation(
  {
    method: 'GET',
    path: '/projects/:id/labels',
    summary: 'List the labels of a project',
    auth: 'public',
    subject: 'project',
    needs: 'read_labels',
    params: {
      with_counts: withDefault(boolean({ about: 'Whether issues and merge requests are counted' }), false),
      include_ancestor_groups: inherited,
      search: string({ about: 'Part of the name or description' }),
    },
    answers: { many: labelEntity },
    beyond: true,
  },
  ({ world, project, params }) => {
    const inherited = params.include_ancestor_groups
    const owners = { projectIds: [project.id], groupIds: inherited ? idsAbove(world, { project }) : [] }
    return labelList(world, owners, labelsIn(world, project, inherited), (place) =>
      containing(place, params.search, ({ title, description }) => `${title}\n${description ?? ''}`),
    )
  },
)

export const getLabel = operation(
  {
    method: 'GET',
    path: '/projects/:id/labels/:name',
    summary: 'Get a label of a project',
    auth: 'public',
    subject: 'project',
    needs: 'read_labels',
    params: { name, include_ancestor_groups: inherited },
    dotted: ['name'],
    answers: { one: labelEntity },
    beyond: true,
  },
  ({ world, project, params }) =>
    named(world, labelsIn(world, project, params.include_ancestor_groups), params.name),
)

export const createLabel = operation(
  {
    method: 'POST',
    path: '/projects/:id/labels',
    summary: 'Create a label in a project',
    subject: 'project',
    needs: 'admin_label',
    params: {
      name: required(string()),
      color: required(string({ about: '`#FFAABB`, `#FAB` or the name of a colour' })),
      description: string(),
      priority: integer({ atLeast: 0 }),
    },
    answers: { status: 201, one: labelEntity },
    refuses: [409],
    beyond: true,
  },
  ({ world, project, params, now }) => {
    const title = (params.name ?? '').trim()
    if (labelTitled(world, project, title) !== undefined) throw message(409, 'Label already exists')
    const { description = null, priority = null } = params
    return refuseInvalidRow(() =>
      openLabel(world, project, { title, color: params.color ?? '', description, priority }, now),
    )
  },
)

export const updateLabel = operation(
  {
    method: 'PUT',
    path: '/projects/:id/labels/:name',
    summary: 'Update a label of a project',
    subject: 'project',
    needs: 'admin_label',
    params: {
      name,
      new_name: string(),
      color: string(),
      description: string(),
      priority: integer({ atLeast: 0, about: 'Null removes the priority' }),
    },
    rules: [atLeastOneOf('new_name', 'color', 'description', 'priority')],
    dotted: ['name'],
    answers: { one: labelEntity },
    beyond: true,
  },
  ({ world, project, params }) => {
    const { new_name: title, color, description, priority } = params
    const changes = {
      ...(title != null && { title }),
      ...(color != null && { color }),
      ...(description !== undefined && { description }),
      ...(priority !== undefined && { priority }),
    }
    return refuseInvalidRow(() =>
      changeLabel(world, project, named(world, labelsIn(world, project, false), params.name), changes),
    )
  },
)

/** Deprecated, but clients still use it: a parameter names the label, not the path. */
export const updateNamedLabel = operation(
  {
    method: 'PUT',
    path: '/projects/:id/labels',
    summary: 'Update a label of a project, named by a parameter',
    subject: 'project',
    needs: 'admin_label',
    params: {
      ...which,
      new_name: string(),
      color: string(),
      description: string(),
      priority: integer({ atLeast: 0 }),
    },
    rules: [exactlyOneOf('label_id', 'name'), atLeastOneOf('new_name', 'color', 'description', 'priority')],
    answers: { one: labelEntity },
    refuses: [404],
    deprecated: true,
    beyond: true,
  },
  ({ world, project, params }) => {
    const { new_name: title, color, description, priority } = params
    const changes = {
      ...(title != null && { title }),
      ...(color != null && { color }),
      ...(description !== undefined && { description }),
      ...(priority !== undefined && { priority }),
    }
    const label = named(world, labelsIn(world, project, false), String(params.label_id ?? params.name))
    return refuseInvalidRow(() => changeLabel(world, project, label, changes))
  },
)

export const deleteNamedLabel = operation(
  {
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: '/projects/:id/labels',
    summary: 'Delete a label of a project, named by a parameter',
    subject: 'project',
    needs: 'admin_label',
    params: which,
    rules: [exactlyOneOf('label_id', 'name')],
    answers: { status: 204 },
    refuses: [404],
    deprecated: true,
    beyond: true,
  },
  ({ world, project, params, unmodified }) =>
    removeLabel(
      world,
      unmodified(named(world, labelsIn(world, project, false), String(params.label_id ?? params.name))),
    ),
)

export const deleteLabel = operation(
  {
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: '/projects/:id/labels/:name',
    summary: 'Delete a label of a project',
    subject: 'project',
    needs: 'admin_label',
    params: { name },
    dotted: ['name'],
    answers: { status: 204 },
    beyond: true,
  },
  ({ world, project, params, unmodified }) =>
    removeLabel(world, unmodified(named(world, labelsIn(world, project, false), params.name))),
)
