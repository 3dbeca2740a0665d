import type { RefOrder } from '../../model/branches/ref-orders.ts'
import type { GitRefRow } from '../../model/repository/git-objects.ts'
import type { World } from '../../model/world.ts'
import { indexListing, type Listing, listingOf } from '../../protocol/listing.ts'
import { compareKeys, type Key } from '../../store/key.ts'
import { wordsOf } from '../../store/pieces.ts'
import type { RunOrder } from '../../store/run.ts'
import { nameSearch, searchedPart } from './name-search.ts'
import { FEW } from './row-filters.ts'

interface Given {
  readonly walk: Exclude<RunOrder, 'ascendingTiesDescending'>
  /** What stands before the names of branches, or of tags. */
  readonly prefix: string
  readonly search: string | null | undefined
  readonly passes?: ((name: string) => boolean) | undefined
}

/** The branches or tags whose names have what is searched for, and pass. */
export function refList(
  world: World,
  order: RefOrder,
  { walk, prefix, search, passes }: Given,
): Listing<GitRefRow> {
  if (!search && passes === undefined) return indexListing(order.run, walk)
  const matches = nameSearch(search)
  const isWanted = (ref: GitRefRow) => {
    const name = ref.name.slice(prefix.length)
    return matches(name) && (passes === undefined || passes(name))
  }
  const few = search && order.run.count(FEW + 1) > FEW ? fewWith(world, search) : undefined
  if (few === undefined) return indexListing(order.run, walk, isWanted)
  return listingOf(inOrder(few.filter(isWanted), order, walk))
}

// The references of all projects that may have it, if that are few.
function fewWith({ gitRefs }: World, search: string): GitRefRow[] | undefined {
  const found = gitRefs.mentioning(wordsOf(searchedPart(search)).map((text) => ({ text })))
  return found === undefined || found.count > FEW ? undefined : [...new Set(found.rows())]
}

function inOrder(refs: readonly GitRefRow[], { key }: RefOrder, walk: Given['walk']): GitRefRow[] {
  const keyed: { readonly ref: GitRefRow; readonly key: Key }[] = []
  for (const ref of refs) {
    const own = key(ref)
    if (own !== undefined) keyed.push({ ref, key: own })
  }
  const sign = walk === 'ascending' ? 1 : -1
  const ofTies = walk === 'descending' ? -1 : 1
  keyed.sort((a, b) => sign * compareKeys(a.key, b.key) || ofTies * (a.ref.name < b.ref.name ? -1 : 1))
  return keyed.map(({ ref }) => ref)
}
