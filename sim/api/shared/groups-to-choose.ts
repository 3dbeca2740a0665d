import type { Group } from '../../model/groups/group.ts'
import type { Situation } from '../../policy/abilities.ts'
import { memberGroups } from '../../policy/member-groups.ts'
import { type Listing, listingOf } from '../../protocol/listing.ts'
import { allGroups, byGroupName } from './group-filters.ts'
import type { RowFilter } from './row-filters.ts'
import { listOfTable } from './table-list.ts'

/** The groups that pass filters and in which the caller may do what is to be done, as administrators may in all; by name. */
export function groupsToChoose(
  { world, caller }: Situation,
  filters: readonly RowFilter<Group>[],
  may: (group: Group) => boolean,
): Listing<Group> {
  if (caller.admin)
    return listOfTable({ ...allGroups(world), ...byGroupName(world), direction: 'asc', filters })
  const groups = caller.user === undefined ? [] : memberGroups(world, caller.user)
  const wanted = groups.filter((group) => filters.every(({ passes }) => passes(group)) && may(group))
  return listingOf(wanted.sort(byName))
}

function byName(a: Group, b: Group): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id
}
