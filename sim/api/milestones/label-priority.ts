import { smallest } from '../../lib/lists.ts'
import { labelsOf } from '../../model/labels/labels.ts'
import type { World } from '../../model/world.ts'

/** By label priority, rows without a prioritised label last; ties by id, newest first. */
export function byLabelPriority<Row extends { readonly id: number; readonly labelIds: readonly number[] }>(
  world: World,
  rows: readonly Row[],
): Row[] {
  const ranked = rows.map((row) => {
    const priorities = labelsOf(world, row).flatMap(({ priority }) => (priority === null ? [] : [priority]))
    return { row, rank: priorities.length === 0 ? Number.MAX_SAFE_INTEGER : smallest(priorities) }
  })
  return ranked.sort((a, b) => a.rank - b.rank || b.row.id - a.row.id).map(({ row }) => row)
}
