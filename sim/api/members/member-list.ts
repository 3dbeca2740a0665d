import type { Member } from '../../model/members/member.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { AllMembers } from '../../policy/all-members.ts'
import type { MemberPlace } from '../../policy/members.ts'
import { type Listing, listingOf, mapListing } from '../../protocol/listing.ts'
import type { Key } from '../../store/key.ts'
import { followed } from '../../store/orders.ts'
import { wordsOf } from '../../store/pieces.ts'
import { byId, listOfPlace, where } from '../shared/place-list.ts'
import { FEW, inSet, type RowFilter } from '../shared/row-filters.ts'
import { listOfTable } from '../shared/table-list.ts'

/** To look up the memberships of a user takes as long as to ask so many. */
const LOOKED_UP = 4

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
  world: World,
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
  { query, user_ids: asked = [] }: Given,
): RowFilter<Member>[] {
  const filters: RowFilter<Member>[] = []
  if (asked.length > 0) {
    const wanted = new Set(asked)
    filters.push({ passes: ({ userId }) => wanted.has(userId), ...among(world, place, which, wanted) })
  }
  const part = (query ?? '').toLowerCase()
  if (part === '') return filters
  const found = world.users.mentioning(wordsOf(part).map((text) => ({ text })))
  const has = ({ userId }: Member, { users }: World) => {
    const { name, username } = users.require(userId)
    return `${name}\n${username}`.toLowerCase().includes(part)
  }
  const ids = () => Array.from(found?.rows() ?? [], ({ id }) => id)
  const isRare = found !== undefined && LOOKED_UP * found.count < world.members.size
  const memberships = isRare ? () => membershipsOf(world, ids()) : undefined
  const few = found !== undefined && found.count <= FEW
  return [
    ...filters,
    {
      ...where({ world, rows: world.members }, `users like ${part}`, has, memberships, [users]),
      ...(few && among(world, place, which, ids())),
    },
  ]
}

const users = followed<User, World>(
  ({ users }) => users.state,
  ({ before, after }, { members }) =>
    before?.name === after?.name && before?.username === after?.username
      ? []
      : members.by('byUser', ((after ?? before) as User).id).ids(),
)

// The memberships of some users in the place, or wherever they may inherit them from.
function among(
  world: World,
  { source, row }: MemberPlace,
  which: 'direct' | 'all',
  userIds: Iterable<number>,
): Pick<RowFilter<Member>, 'among'> {
  const prefix = which === 'direct' ? [source, row.id] : []
  const rows = membershipsOf(world, userIds, prefix)
  return { among: { count: rows.length, rows: () => rows } }
}

function membershipsOf({ members }: World, userIds: Iterable<number>, place: Key = []): Member[] {
  return [...userIds].flatMap((id) => members.by('byUser', id, ...place).list())
}
