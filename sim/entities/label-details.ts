import { differs } from '../lib/dialect.ts'
import { paragraph } from '../model/installation/markdown.ts'
import type { Label } from '../model/labels/label.ts'
import { labelsOf, textColor } from '../model/labels/labels.ts'
import { entity, type Field, integer, namesOrMany, nullable, text } from './entity.ts'

/** A label where details were asked for with `with_labels_details` (merge-requests#label-details). */
export const labelDetailsEntity = entity<Label>('LabelDetails', {
  id: differs('F17', { specification: undefined, real: integer<Label>((label) => label.id) }),
  name: text((label) => label.title),
  color: text((label) => label.color),
  description: nullable(text((label) => label.description as string)),
  description_html: text((label) => paragraph(label.description ?? '')),
  text_color: text((label) => textColor(label.color)),
})

/** The labels of a row by title; in detail where `with_labels_details` asks for it. */
export function labels<Row extends { readonly labelIds: readonly number[] }>(): Field<Row> {
  return namesOrMany(
    labelDetailsEntity,
    (row, { world }) => labelsOf(world, row),
    (label) => label.title,
    (view) => view.asked('with_labels_details') === true,
  )
}
