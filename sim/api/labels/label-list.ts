import type { Label } from '../../model/labels/label.ts'
import { labelNamed } from '../../model/labels/label-changes.ts'
import { groupsAbove, type MilestoneParent } from '../../model/milestones/milestones.ts'
import type { World } from '../../model/world.ts'
import type { Listing } from '../../protocol/listing.ts'
import { notFound } from '../../protocol/refusal.ts'
import type { Run } from '../../store/run.ts'
import { listOfPlace } from '../shared/place-list.ts'
import type { Place, RowFilter } from '../shared/row-filters.ts'

interface Owners {
  readonly projectIds: readonly number[]
  readonly groupIds: readonly number[]
}

/** The labels of some projects and groups that pass filters, by title. */
export function labelList(
  world: World,
  { projectIds, groupIds }: Owners,
  run: Run<Label>,
  filters: (place: Pick<Place<Label>, 'rows' | 'world'>) => readonly RowFilter<Label>[],
): Listing<Label> {
  const rows = world.labels
  const [projects, groups] = [new Set(projectIds), new Set(groupIds)]
  return listOfPlace({
    world,
    rows,
    place: `projects ${projectIds} and groups ${groupIds}`,
    isIn: ({ projectId, groupId }) =>
      projectId === null ? groups.has(groupId ?? 0) : projects.has(projectId),
    run,
    order: 'title',
    rank: ({ title }) => title,
    direction: 'asc',
    filters: filters({ world, rows }),
  })
}

/** The numbers of the groups above. */
export function idsAbove(world: World, parent: MilestoneParent): number[] {
  return [...groupsAbove(world, parent)].map(({ id }) => id)
}

/** A label among some, by its id or else by its title: a number may be either. Refuses with 404 where there is none. */
export function named(world: World, among: Run<Label>, name: string | null): Label {
  const label = labelNamed(world, among, name ?? '')
  if (label === undefined) throw notFound('Label')
  return label
}
