import type { Group } from '../../model/groups/group.ts'
import { groupsBelow, projectsBelow } from '../../model/groups/group-tree.ts'
import type { Invitation } from '../../model/members/invitation.ts'
import type { MemberSource } from '../../model/members/member.ts'
import type { World } from '../../model/world.ts'
import { indexListing, type Listing, listingOf } from '../../protocol/listing.ts'
import { type ArrangedDefinition, runArranged } from '../../store/arranged.ts'
import { followed } from '../../store/orders.ts'
import { FEW } from '../shared/row-filters.ts'

type Place = readonly [source: MemberSource, sourceId: number]

/** Of more places all invitations are looked at. */
const MOST_PLACES = 20

/** Those who are invited to a group or to what lies below it, by their addresses: each once, as the first place invites them. */
export function pendingMembers(world: World, group: Group): Listing<Invitation> {
  const { invitations } = world
  const places = placesIn(world, group).filter(
    (place) => invitations.find('bySource', ...place) !== undefined,
  )
  const [only, ...others] = places
  if (only === undefined) return listingOf([])
  if (others.length === 0) return indexListing(invitations.by('byEmail', ...only), 'ascending')
  const runs = places.map((place) => invitations.by('bySource', ...place))
  const count = runs.reduce((sum, run) => sum + run.count(), 0)
  if (count > FEW && places.length <= MOST_PLACES)
    return indexListing(runArranged(invitations.state, byAddress(world, places), world), 'ascending')
  const first = new Map<string, Invitation>()
  for (const run of runs) for (const it of run.list()) if (!first.has(it.email)) first.set(it.email, it)
  return listingOf([...first.values()].sort((a, b) => (a.email < b.email ? -1 : 1)))
}

function placesIn(world: World, group: Group): Place[] {
  const groups = [group, ...groupsBelow(world, group)].map(({ id }) => ['group', id] as const)
  const projects = [...projectsBelow(world, group)].map(({ id }) => ['project', id] as const)
  return [...groups, ...projects]
}

/** The invitations to some places, each address in the first that has it. */
function byAddress({ invitations }: World, places: readonly Place[]): ArrangedDefinition<Invitation, World> {
  const inPlaces = ({ invitations }: World, email: string) =>
    places.flatMap((place) => invitations.by('byEmail', ...place, email).list())
  return {
    name: `addresses in ${places.join(' ')}`,
    keys: ({ id, email }, world) => (inPlaces(world, email)[0]?.id === id ? [[email]] : []),
    among: () => places.flatMap((place) => invitations.by('bySource', ...place).list()),
    follows: [
      followed<Invitation, World>(
        ({ invitations }) => invitations.state,
        ({ before, after }, world) =>
          [before, after]
            .flatMap((it) => (it === undefined ? [] : inPlaces(world, it.email)))
            .map((it) => it.id),
      ),
    ],
  }
}
