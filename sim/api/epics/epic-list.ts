import { append } from '../../lib/lists.ts'
import type { Award } from '../../model/discussions/note.ts'
import type { Epic } from '../../model/epics/epic.ts'
import type { Group } from '../../model/groups/group.ts'
import { labelIdsTitled } from '../../model/labels/labels.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import type { Listing } from '../../protocol/listing.ts'
import { unionOf } from '../../store/union.ts'
import { seesEpic } from '../shared/epic-places.ts'
import { listOfPlace, oneOfThese, saying, where } from '../shared/place-list.ts'
import type { RowFilter } from '../shared/row-filters.ts'
import { anyOf, leftOut, within } from '../shared/table-list.ts'

type Bound = number | null | undefined
type Author = {
  readonly author_id?: number | null | undefined
  readonly author_username?: string | null | undefined
}

interface Given extends Author {
  readonly labels?: readonly string[] | null | undefined
  readonly not?: (Author & { readonly labels?: readonly string[] | null | undefined }) | null | undefined
  readonly order_by: 'created_at' | 'updated_at' | 'title'
  readonly sort: 'asc' | 'desc'
  readonly search?: string | null | undefined
  readonly state: 'opened' | 'closed' | 'all' | null
  readonly created_after?: Bound
  readonly created_before?: Bound
  readonly updated_after?: Bound
  readonly updated_before?: Bound
  readonly confidential?: boolean | null | undefined
  readonly my_reaction_emoji?: string | null | undefined
}

const indexes = { created_at: 'byGroup', updated_at: 'byGroupUpdated', title: 'byGroupTitle' } as const
const LONGEST_TIME = 16
const ranks = {
  created_at: ({ createdAt }: Epic) => createdAt,
  updated_at: ({ updatedAt }: Epic) => updatedAt,
  // Those of the same title go by their time, then by their id.
  title: ({ title, createdAt }: Epic) => `${title}\u0000${String(createdAt).padStart(LONGEST_TIME, '0')}`,
} as const

/** The epics of some groups that the caller sees and that pass the filters, in an order. */
export function epicList(situation: Situation, groups: readonly Group[], given: Given): Listing<Epic> {
  const { world } = situation
  const rows = world.epics
  const ids = groups.map(({ id }) => id)
  const wanted = new Set(ids)
  const by = given.order_by
  return listOfPlace({
    world,
    rows,
    place: `groups ${ids}`,
    isIn: ({ groupId }) => wanted.has(groupId),
    run: runBy(world, ids, by),
    order: by,
    rank: ranks[by],
    direction: given.sort === 'asc' ? 'asc' : 'desc',
    filters: [...visible(situation, groups), ...filtersOf(situation, ids, given)],
  })
}

function runBy({ epics }: World, groupIds: readonly number[], by: keyof typeof indexes) {
  return unionOf(groupIds.map((id) => epics.by(indexes[by], id)))
}

function filtersOf(situation: Situation, groupIds: readonly number[], given: Given): RowFilter<Epic>[] {
  const { world } = situation
  const place = { world, rows: world.epics }
  const { state, confidential, labels = [], not, search } = given
  const filters = saying<Epic>(place, search, 1)
  if (state !== 'all') filters.push(where(place, `state ${state}`, (epic) => epic.state === state))
  const author = authorId(world, given)
  if (author != null) filters.push(by(world, author))
  if (confidential != null)
    filters.push(where(place, `confidential ${confidential}`, (epic) => epic.confidential === confidential))
  const times = (order: 'created_at' | 'updated_at', after: Bound, before: Bound) =>
    within(() => runBy(world, groupIds, order), order, ranks[order], after, before)
  append(filters, times('created_at', given.created_after, given.created_before))
  append(filters, times('updated_at', given.updated_after, given.updated_before))
  append(filters, labelled(world, labels ?? []))
  const others = not == null ? undefined : not.author_username == null ? not.author_id : authorId(world, not)
  if (others != null && others !== NOBODY) filters.push(leftOut(by(world, others)))
  for (const title of not?.labels ?? []) filters.push(leftOut(withLabel(world, title)))
  return [...filters, ...reacted(situation, given.my_reaction_emoji)]
}

const NOBODY = -1

function authorId(world: World, { author_id: id, author_username: name }: Author): number | null | undefined {
  return name == null ? id : (world.users.find('byUsername', name)?.id ?? NOBODY)
}

function by(world: World, author: number): RowFilter<Epic> {
  return where({ world, rows: world.epics }, `author ${author}`, ({ authorId }) => authorId === author)
}

function labelled(world: World, wanted: readonly string[]): RowFilter<Epic>[] {
  const [first] = wanted
  const any = where<Epic>({ world, rows: world.epics }, 'labelled', ({ labelIds }) => labelIds.length > 0)
  if (/^none$/i.test(first ?? '')) return [leftOut(any)]
  if (/^any$/i.test(first ?? '')) return [any]
  return wanted.map((title) => withLabel(world, title))
}

function withLabel(world: World, title: string): RowFilter<Epic> {
  const ids = new Set(labelIdsTitled(world, title))
  const has = ({ labelIds }: Epic) => labelIds.some((id) => ids.has(id))
  return where({ world, rows: world.epics }, `labels ${[...ids]}`, has)
}

// Confidential epics are for who administers epics of the group.
function visible(situation: Situation, groups: readonly Group[]): RowFilter<Epic>[] {
  const { world } = situation
  const own = new Map(groups.map((group) => [group.id, group]))
  const all = new Set(groups.filter((group) => can(situation, 'admin_epic', group)).map(({ id }) => id))
  if (all.size === own.size) return []
  const place = { world, rows: world.epics }
  const open = where<Epic>(place, 'not confidential', ({ confidential }) => !confidential)
  const others = where<Epic>(place, `of groups ${[...all]}`, ({ groupId }) => all.has(groupId))
  const passes = (epic: Epic) => {
    const group = own.get(epic.groupId)
    return group !== undefined && seesEpic(situation, group, epic)
  }
  return [{ ...anyOf([open, others]), passes }]
}

/** Epics to which the caller has reacted with an emoji, with any or with none. */
function reacted({ world, caller }: Situation, emoji: string | null | undefined): RowFilter<Epic>[] {
  const userId = caller.user?.id
  if (!emoji || userId === undefined) return []
  const word = emoji.toLowerCase()
  const isWord = word === 'any' || word === 'none'
  const own = isWord
    ? world.awards.by('byUser', userId, 'Epic')
    : world.awards.by('byUser', userId, 'Epic', emoji)
  const filter = oneOfThese(
    own.list().flatMap(({ awardableId }: Award) => world.epics.get(awardableId) ?? []),
  )
  return [word === 'none' ? leftOut(filter) : filter]
}
