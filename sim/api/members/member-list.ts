import type { Member } from '../../model/members/member.ts'
import type { Situation } from '../../policy/abilities.ts'
import { allMembers, type MemberPlace } from '../../policy/members.ts'
import { type Listing, listingOf } from '../../protocol/listing.ts'
import { wordsOf } from '../../store/text-index.ts'
import { byId, listOfPlace } from '../shared/place-list.ts'
import { FEW, type RowFilter } from '../shared/row-filters.ts'

interface Given {
  readonly query?: string | null | undefined
  readonly user_ids?: readonly number[] | undefined
}

/** The members of a project or a group by their ids: its own, or those that it inherits, too. */
export function memberList(
  situation: Situation,
  place: MemberPlace,
  which: 'direct' | 'all',
  given: Given,
): Listing<Member> {
  const { world, now } = situation
  const filters = filtersOf(situation, place, given)
  // Each user stands there once, with the highest of several levels: all memberships are compared.
  if (which === 'all')
    return listingOf(allMembers(world, place, now).filter((it) => filters.every(({ passes }) => passes(it))))
  const { source, row } = place
  return listOfPlace({
    world,
    rows: world.members,
    place: `${source} ${row.id}`,
    isIn: (member) => member.source === source && member.sourceId === row.id,
    run: world.members.by('byPlace', source, row.id),
    ...byId,
    direction: 'asc',
    filters,
  })
}

function filtersOf(
  { world }: Situation,
  place: MemberPlace,
  { query, user_ids: ids = [] }: Given,
): RowFilter<Member>[] {
  const filters: RowFilter<Member>[] = []
  if (ids.length > 0) {
    const wanted = new Set(ids)
    filters.push({ passes: ({ userId }) => wanted.has(userId), ...among(world, place, wanted) })
  }
  const part = (query ?? '').toLowerCase()
  if (part === '') return filters
  const found = world.users.mentioning(wordsOf(part).map((text) => ({ text })))
  const passes = ({ userId }: Member) => {
    const { name, username } = world.users.require(userId)
    return `${name}\n${username}`.toLowerCase().includes(part)
  }
  const few = found !== undefined && found.count <= FEW
  return [
    ...filters,
    {
      passes,
      ...(few &&
        among(
          world,
          place,
          [...found.rows()].map(({ id }) => id),
        )),
    },
  ]
}

// The memberships of some users in the place.
function among(
  world: Situation['world'],
  { source, row }: MemberPlace,
  userIds: Iterable<number>,
): Pick<RowFilter<Member>, 'among'> {
  const rows = [...userIds].flatMap((id) => world.members.by('byUser', id, source, row.id).list())
  return { among: { count: rows.length, rows: () => rows } }
}
