import type { World } from '../model/world.ts'
import { type Field, json, when } from './entity.ts'

interface Attribute {
  readonly key: string
  readonly value: string
}

/** Custom attributes of a row, which administrators ask for by `with_custom_attributes`. */
export function customAttributes<Row>(
  attributesOf: (world: World, row: Row) => readonly Attribute[],
): Field<Row> {
  return when(
    (_, view) => view.admin && view.asked('with_custom_attributes') === true,
    json({ type: 'array', items: { type: 'object' } }, (row, { world }) =>
      attributesOf(world, row).map(({ key, value }) => ({ key, value })),
    ),
  )
}
