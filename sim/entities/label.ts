import { paragraph } from '../model/installation/markdown.ts'
import type { Label } from '../model/labels/label.ts'
import { textColor } from '../model/labels/labels.ts'
import {
  apart,
  entity,
  type Field,
  type Fields,
  flag,
  integer,
  nullable,
  text,
  type View,
  when,
} from './entity.ts'

const fields: Fields<Label> = {
  id: integer(({ id }) => id),
  name: text(({ title }) => title),
  color: text(({ color }) => color),
  text_color: text(({ color }) => textColor(color)),
  description: nullable(text(({ description }) => description as string)),
  description_html: text(({ description }) => paragraph(description ?? '')),
  open_issues_count: counted(({ id }, { world }) => world.issues.by('byLabel', id, 'opened').count()),
  closed_issues_count: counted(({ id }, { world }) => world.issues.by('byLabel', id, 'closed').count()),
  open_merge_requests_count: counted(({ id }, { world }) =>
    world.mergeRequests.by('byLabel', id, 'opened').count(),
  ),
  subscribed: apart(
    flag(
      ({ id }, { world, viewer }) =>
        viewer !== undefined &&
        world.subscriptions.find('byTarget', 'Label', id, viewer.id)?.subscribed === true,
    ),
  ),
}

/** A label of a group, or one of a group above it. */
export const groupLabelEntity = entity<Label>('GroupLabel', fields)

/** A label of a project, or one of a group above it. */
export const labelEntity = entity<Label>('Label', {
  ...fields,
  priority: nullable(integer(({ priority }) => priority as number)),
  is_project_label: flag(({ projectId }) => projectId !== null),
})

function counted(count: (label: Label, view: View) => number): Field<Label> {
  return when((_, view) => view.asked('with_counts') === true, integer(count))
}
