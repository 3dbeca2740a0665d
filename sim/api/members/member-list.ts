import type { Member } from '../../model/members/member.ts'
import type { Situation } from '../../policy/abilities.ts'
import { AllMembers } from '../../policy/all-members.ts'
import type { MemberPlace } from '../../policy/members.ts'
import { type Listing, listingOf, mapListing } from '../../protocol/listing.ts'
import { wordsOf } from '../../store/text-index.ts'
import { byId, listOfPlace } from '../shared/place-list.ts'
import { FEW, inSet, type RowFilter } from '../shared/row-filters.ts'
import { listOfTable } from '../shared/table-list.ts'

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
  const filters = filtersOf(situation, place, which, given)
  if (which === 'all') return allMembers(new AllMembers(world, place, now), world, filters)
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

// Each user stands there once: of few memberships all are compared, of many a set tells.
function allMembers(
  members: AllMembers,
  world: Situation['world'],
  filters: readonly RowFilter<Member>[],
): Listing<Member> {
  if (members.count <= FEW)
    return listingOf(members.list().filter((it) => filters.every(({ passes }) => passes(it))))
  const { memberships } = members
  const rows = world.members
  const list = listOfTable<Member>({
    world,
    rows,
    run: rows.all(),
    ...byId,
    direction: 'asc',
    filters: [
      { passes: (row) => memberships.has(row, world), ...inSet<Member>({ world, rows }, memberships) },
      ...filters,
    ],
  })
  return mapListing(list, ({ userId }) => members.of(userId) as Member)
}

function filtersOf(
  { world }: Situation,
  place: MemberPlace,
  which: 'direct' | 'all',
  { query, user_ids: ids = [] }: Given,
): RowFilter<Member>[] {
  const filters: RowFilter<Member>[] = []
  if (ids.length > 0) {
    const wanted = new Set(ids)
    filters.push({ passes: ({ userId }) => wanted.has(userId), ...among(world, place, which, wanted) })
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
          which,
          [...found.rows()].map(({ id }) => id),
        )),
    },
  ]
}

// The memberships of some users in the place, or wherever they may inherit them from.
function among(
  { members }: Situation['world'],
  { source, row }: MemberPlace,
  which: 'direct' | 'all',
  userIds: Iterable<number>,
): Pick<RowFilter<Member>, 'among'> {
  const prefix = which === 'direct' ? [source, row.id] : []
  const rows = [...userIds].flatMap((id) => members.by('byUser', id, ...prefix).list())
  return { among: { count: rows.length, rows: () => rows } }
}
