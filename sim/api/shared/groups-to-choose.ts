import type { Group } from '../../model/groups/group.ts'
import type { Situation } from '../../policy/abilities.ts'
import { memberGroups } from '../../policy/member-groups.ts'
import { indexListing, type Listing, listingOf } from '../../protocol/listing.ts'

/** The groups in which the caller has a role, or all where they are an administrator, that pass; by name. */
export function groupsToChoose(
  { world, caller }: Situation,
  passes: (group: Group) => boolean,
): Listing<Group> {
  if (caller.admin) return indexListing(world.groups.by('byName'), 'ascending', passes)
  const groups = caller.user === undefined ? [] : memberGroups(world, caller.user)
  return listingOf(groups.filter(passes).sort(byName))
}

function byName(a: Group, b: Group): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id
}
