import { smallest } from '../../lib/lists.ts'
import { labelsOf } from '../../model/labels/labels.ts'
import type { World } from '../../model/world.ts'

/** What issues and merge requests have in common where they are sorted by their planning. */
interface Planned {
  readonly milestoneId: number | null
  readonly labelIds: readonly number[]
}

/** The day on which the milestone is due. */
export function milestoneDue(world: World, { milestoneId }: Planned): string | null {
  return world.milestones.get(milestoneId ?? 0)?.dueOn ?? null
}

/** The highest priority among the labels, as the number that it has: 0 is the highest. */
export function labelPriority(world: World, row: Planned): number | null {
  const priorities = labelsOf(world, row).flatMap(({ priority }) => priority ?? [])
  return priorities.length === 0 ? null : smallest(priorities)
}

/** By the day, then by the priority; rows without one come last in either direction. */
export function duePriority(world: World, row: Planned, direction: 'asc' | 'desc'): string {
  const none = direction === 'asc' ? '~' : ''
  const priority = labelPriority(world, row)
  return `${milestoneDue(world, row) ?? none} ${priority === null ? none : String(priority).padStart(16, '0')}`
}
