import type { Group } from '../../model/groups/group.ts'
import type { BranchProtection, GroupProtectedBranch } from '../../model/protected-tags/protected-ref.ts'
import type { World } from '../../model/world.ts'
import type { Listing } from '../../protocol/listing.ts'
import { wordsOf } from '../../store/pieces.ts'
import type { Run } from '../../store/run.ts'
import type { Table } from '../../store/table.ts'
import { nameSearch, searchedPart } from '../shared/name-search.ts'
import { listOfPlace, where } from '../shared/place-list.ts'
import { FEW, type RowFilter } from '../shared/row-filters.ts'

interface Protections<P extends BranchProtection> {
  readonly world: World
  readonly rows: Table<P>
  /** The name of the project or group. */
  readonly place: string
  readonly isIn: (protection: P) => boolean
  /** Its protections, by name. */
  readonly run: Run<P>
}

/** The protections of a project or group whose names have what is searched for. */
export function protectionList<P extends BranchProtection>(
  protections: Protections<P>,
  search: string | null | undefined,
): Listing<P> {
  return listOfPlace<P>({
    ...protections,
    direction: 'asc',
    order: 'name',
    rank: ({ name }) => name,
    filters: search ? [namedLike(protections, search)] : [],
  })
}

/** The same of a group, which count in all its projects. */
export function protectionsOfGroup(
  world: World,
  { id }: Group,
  search: string | null | undefined,
): Listing<GroupProtectedBranch> {
  const rows = world.groupProtectedBranches
  const isIn = ({ groupId }: GroupProtectedBranch) => groupId === id
  return protectionList({ world, rows, place: `group ${id}`, isIn, run: rows.by('byGroup', id) }, search)
}

function namedLike<P extends BranchProtection>(place: Protections<P>, search: string): RowFilter<P> {
  const matches = nameSearch(search)
  const pieces = wordsOf(searchedPart(search)).map((text) => ({ text }))
  const found = place.run.count(FEW + 1) > FEW ? place.rows.mentioning(pieces) : undefined
  return { ...where<P>(place, `named ${search}`, ({ name }) => matches(name), found?.rows), among: found }
}
