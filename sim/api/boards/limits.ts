import type { Steps } from '../../lib/steps.ts'
import { type BoardOwner, type BoardValues, fixedMilestones } from '../../model/boards/boards.ts'
import type { Label } from '../../model/labels/label.ts'
import { groupLabelIds, labelIds } from '../../model/labels/named-labels.ts'
import type { Milestone } from '../../model/milestones/milestone.ts'
import { groupsAbove } from '../../model/milestones/milestones.ts'
import type { World } from '../../model/world.ts'
import { licensed } from '../../policy/tier.ts'
import { integer, stringList } from '../../protocol/params.ts'
import type { Instant } from '../../time/calendar.ts'

// A board can be limited to the issues of a milestone, an assignee, labels and a weight. Without Premium the service
// leaves such a wish aside (boards#limits).

export const limitParams = {
  assignee_id: integer({ about: 'ID of the user to whom the board is limited (Premium)' }),
  milestone_id: integer({
    about: 'ID of the milestone; 0 for none, -2 for upcoming and -3 for started ones (Premium)',
  }),
  labels: stringList({ about: 'Labels, separated by commas; unknown ones are created (Premium)' }),
  weight: integer({ about: 'Weight to which the board is limited (Premium)' }),
}

interface Given {
  readonly assignee_id?: number | null | undefined
  readonly milestone_id?: number | null | undefined
  readonly labels?: readonly string[] | null | undefined
  readonly weight?: number | null | undefined
}

/** What limits a board, step by step: labels that are named are created. */
export function* limitsFrom(
  world: World,
  owner: BoardOwner,
  { assignee_id: assignee, milestone_id: milestone, labels, weight }: Given,
  now: Instant,
): Steps<Partial<BoardValues>> {
  if (!licensed(world, 'premium')) return {}
  return {
    ...(assignee !== undefined && { assigneeId: world.users.get(assignee ?? 0)?.id ?? null }),
    ...(milestone !== undefined && {
      milestoneId: milestone === null ? null : limitOf(world, owner, milestone),
    }),
    ...(labels != null && { labelIds: yield* idsOfLabels(world, owner, labels, now) }),
    ...(weight !== undefined && { weight }),
  }
}

function limitOf(world: World, owner: BoardOwner, id: number): number | null {
  return fixedMilestones.has(id) ? id : (milestoneOf(world, owner, id)?.id ?? null)
}

/** A milestone of the project or group, or of a group above it. */
export function milestoneOf(world: World, owner: BoardOwner, id: number): Milestone | undefined {
  const milestone = world.milestones.get(id)
  if (milestone === undefined) return undefined
  if ('project' in owner && milestone.projectId === owner.project.id) return milestone
  const groups = [...groupsAbove(world, owner)]
  return groups.some((group) => group.id === milestone.groupId) ? milestone : undefined
}

/** A label of the project or group, or of a group above it. */
export function labelOf(world: World, owner: BoardOwner, id: number): Label | undefined {
  const label = world.labels.get(id)
  if (label === undefined) return undefined
  if ('project' in owner && label.projectId === owner.project.id) return label
  return [...groupsAbove(world, owner)].some((group) => group.id === label.groupId) ? label : undefined
}

function idsOfLabels(
  world: World,
  owner: BoardOwner,
  titles: readonly string[],
  now: Instant,
): Steps<number[]> {
  return 'project' in owner
    ? labelIds(world, owner.project, titles, true, now)
    : groupLabelIds(world, owner.group, titles, now)
}
