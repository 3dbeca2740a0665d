import { append } from '../../lib/lists.ts'
import type { Milestone } from '../../model/milestones/milestone.ts'
import type { World } from '../../model/world.ts'
import type { Listing } from '../../protocol/listing.ts'
import { unionOf } from '../../store/union.ts'
import { byId, listOfPlace, nothing, saying, where } from '../shared/place-list.ts'
import { BY_ID, ofRuns, type RowFilter } from '../shared/row-filters.ts'
import { within } from '../shared/table-list.ts'

/** Whose milestones are wanted: of a project, of groups, or of both. */
export interface Owners {
  readonly projectId?: number
  readonly groupIds: readonly number[]
}

interface Given {
  readonly state: 'active' | 'closed' | 'all' | null
  readonly iids?: readonly number[] | undefined
  readonly title?: string | null | undefined
  readonly search?: string | null | undefined
  readonly updated_before?: number | null | undefined
  readonly updated_after?: number | null | undefined
}

const WITHOUT_DATE = '~'

/** The newest first, by id (milestones#order), or those that are due first. */
export function milestoneList(
  world: World,
  owners: Owners,
  given: Given,
  isByDueDate = false,
): Listing<Milestone> {
  const { milestones: rows } = world
  const { projectId, groupIds } = owners
  const run = (ofProject: 'byProject' | 'byProjectDue', ofGroup: 'byGroup' | 'byGroupDue') =>
    unionOf([
      ...(projectId === undefined ? [] : [rows.by(ofProject, projectId)]),
      ...groupIds.map((id) => rows.by(ofGroup, id)),
    ])
  const place = {
    world,
    rows,
    place: `project ${projectId} and groups ${groupIds}`,
    isIn: (it: Milestone) =>
      it.groupId === null ? it.projectId === projectId : groupIds.includes(it.groupId),
    filters: filtersOf(world, owners, given),
  }
  return isByDueDate
    ? listOfPlace({
        ...place,
        run: run('byProjectDue', 'byGroupDue'),
        order: 'due',
        rank: ({ dueOn }) => dueOn ?? WITHOUT_DATE,
        direction: 'asc',
        ties: 'newest',
      })
    : listOfPlace({ ...place, run: run('byProject', 'byGroup'), ...byId, direction: 'desc' })
}

function filtersOf(world: World, owners: Owners, given: Given): RowFilter<Milestone>[] {
  const { milestones: rows } = world
  const place = { world, rows }
  const { state, iids = [], title, search, updated_before: before, updated_after: after } = given
  const filters = saying(place, search, 2)
  if (state !== 'all') filters.push(state === null ? nothing : inState(world, owners, state))
  if (iids.length > 0) filters.push(numbered(world, owners, iids))
  if (title) {
    const run = rows.by('byTitle', title)
    const titled = where(
      place,
      `titled ${title}`,
      (it) => it.title === title,
      () => run.list(),
    )
    filters.push({ ...titled, among: ofRuns([run]) })
  }
  const { projectId, groupIds } = owners
  const updatedAt = (it: Milestone) => it.updatedAt
  if (projectId !== undefined && groupIds.length === 0)
    append(
      filters,
      within(() => rows.by('byProjectUpdated', projectId), 'updated', updatedAt, after, before),
    )
  else if (after != null || before != null)
    filters.push(
      where(
        place,
        `updated ${after} ${before}`,
        (it) => it.updatedAt >= (after ?? 0) && it.updatedAt <= (before ?? it.updatedAt),
      ),
    )
  return filters
}

function inState(
  world: World,
  { projectId, groupIds }: Owners,
  state: Milestone['state'],
): RowFilter<Milestone> {
  const { milestones: rows } = world
  const filter = where({ world, rows }, `state ${state}`, (it) => it.state === state)
  if (projectId === undefined || groupIds.length > 0) return filter
  return { ...filter, exactly: { under: () => rows.by('byProjectState', projectId, state), order: BY_ID } }
}

function numbered(
  world: World,
  { projectId, groupIds }: Owners,
  iids: readonly number[],
): RowFilter<Milestone> {
  const { milestones: rows } = world
  const wanted = new Set(iids)
  const runs = [...wanted].flatMap((iid) => [
    ...(projectId === undefined ? [] : [rows.by('byProjectIid', projectId, iid)]),
    ...groupIds.map((id) => rows.by('byGroupIid', id, iid)),
  ])
  return { passes: ({ iid }) => wanted.has(iid), among: ofRuns(runs) }
}
