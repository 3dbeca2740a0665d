import type { Award } from '../../model/discussions/note.ts'
import { NO_ID } from '../../model/issues/issue.ts'
import { labelIdsTitled } from '../../model/labels/labels.ts'
import type { Milestone } from '../../model/milestones/milestone.ts'
import type { World } from '../../model/world.ts'
import { followed } from '../../store/orders.ts'
import { EVERY_TEXT } from '../../store/word-segment.ts'
import type { MilestoneWord } from './milestone-words.ts'
import {
  inSet,
  negated,
  type OfProject,
  type Place,
  type RowFilter,
  underAny,
  underValue,
  underWanted,
} from './row-filters.ts'

// Filters that issues and merge requests have in common.

interface Issuable extends OfProject {
  readonly iid: number
  readonly labelIds: readonly number[]
  readonly milestoneId: number | null
}
type Index = 'byIid' | 'byLabel' | 'byMilestone' | 'byProjectLabel' | 'byProjectMilestone' | 'byState'

/** More numbers than these are not looked up in each project. */
const MOST_NUMBERS = 1000

export function numbered<Row extends Issuable>(
  { projects, rows }: Place<Row, Index>,
  { iids = [] }: { readonly iids?: readonly number[] | undefined },
): RowFilter<Row>[] {
  if (iids.length === 0) return []
  const wanted = new Set(iids)
  const count = wanted.size * projects.all.length
  const found = () =>
    projects.all.flatMap((projectId) =>
      [...wanted].flatMap((iid) => rows.find('byIid', projectId, iid) ?? []),
    )
  return [
    {
      passes: ({ iid }) => wanted.has(iid),
      among: count > MOST_NUMBERS ? undefined : { count, rows: found },
    },
  ]
}

/** The rows that have a label of each title. */
export function byLabels<Row extends Issuable>(
  place: Place<Row, Index>,
  titles: readonly string[],
): RowFilter<Row>[] {
  return titles.map((title) => {
    const ids = labelIdsTitled(place.world, title)
    const wanted = new Set(ids)
    const passes = ({ labelIds }: Row) => labelIds.some((id) => wanted.has(id))
    return underAny(place, 'byProjectLabel', ids, passes, (id) => place.rows.by('byLabel', id), true)
  })
}

/** The rows of milestones with a title. */
export function ofMilestone<Row extends Issuable>(place: Place<Row, Index>, title: string): RowFilter<Row> {
  const ids = place.world.milestones
    .by('byTitle', title)
    .list()
    .map(({ id }) => id)
  const wanted = new Set(ids)
  const passes = ({ milestoneId }: Row) => milestoneId !== null && wanted.has(milestoneId)
  return underAny(place, 'byProjectMilestone', ids, passes, (id) => place.rows.by('byMilestone', id))
}

/** The rows without a milestone. */
export function unplanned<Row extends Issuable>(place: Place<Row, Index>): RowFilter<Row> {
  return underValue(place, 'byProjectMilestone', NO_ID, ({ milestoneId }) => milestoneId === null)
}

/** What a word stands for is not told of more projects. */
const MOST_PROJECTS = 50

/** The rows of the milestones that a word stands for in their project. */
export function planned<Row extends Issuable>(
  place: Place<Row, Index>,
  { passes, meaning }: MilestoneWord,
): RowFilter<Row> {
  const filter = underWanted(
    place,
    'byProjectMilestone',
    ({ milestoneId }) => milestoneId ?? NO_ID,
    (projectId, value) => passes({ projectId, milestoneId: value === NO_ID ? null : (value as number) }),
    passes,
  )
  const { rows, projects } = place
  if (filter.members !== undefined || projects.all.length > MOST_PROJECTS) return filter
  const wanted = new Set(projects.all)
  const milestones = followed<Milestone, World>(
    ({ milestones }) => milestones.state,
    ({ before, after }) => rows.by('byMilestone', (after ?? before)?.id ?? NO_ID).ids(),
  )
  return {
    ...filter,
    ...inSet<Row>(place, {
      name: `milestones ${meaning(projects.all)} in ${projects.all}`,
      has: (row) => wanted.has(row.projectId) && passes(row),
      among: () => projects.all.flatMap((id) => rows.by('byState', id).list()),
      follows: [milestones],
    }),
  }
}

/** The rows to which a user reacted with an emoji, with any or with none. */
export function reactedWith<Row extends Issuable>(
  userId: number | undefined,
  place: Place<Row, Index>,
  awardable: 'Issue' | 'MergeRequest',
  emoji: string | null | undefined,
): RowFilter<Row>[] {
  if (!emoji || userId === undefined) return []
  const word = emoji.toLowerCase()
  const isWord = word === 'any' || word === 'none'
  const passes = ({ id }: Row, world: World) =>
    world.awards
      .by('byAwardable', awardable, id)
      .list()
      .some((award) => award.userId === userId && (isWord || award.name === emoji))
  const { awards } = place.world
  const own = isWord ? awards.by('byUser', userId, awardable) : awards.by('byUser', userId, awardable, emoji)
  const rows = () => own.list().flatMap(({ awardableId }) => place.rows.get(awardableId) ?? [])
  const isOwn = (award: Award | undefined) =>
    award?.userId === userId && award.awardable === awardable ? [award.awardableId] : []
  const reacted: RowFilter<Row> = {
    passes: (row) => passes(row, place.world),
    among: { count: own.count(), rows },
    ...inSet(place, {
      name: `reacted ${userId} ${isWord ? 'Any' : `with ${emoji}`}`,
      has: passes,
      among: rows,
      follows: [
        followed<Award, World>(
          ({ awards }) => awards.state,
          ({ before, after }) => [...isOwn(before), ...isOwn(after)],
        ),
      ],
    }),
  }
  if (word !== 'none') return [reacted]
  return [negated(reacted, (projectId, state) => place.rows.by('byState', projectId, state))]
}

/** The texts in which `in` asks to search: of an issue or merge request the title, the description, or either. */
export function searchedTexts(given: string | null | undefined): readonly number[] {
  const words = (given ?? '').split(',').map((word) => word.trim())
  const some = ['title', 'description'].flatMap((word, text) => (words.includes(word) ? text : []))
  return some.length === 0 ? EVERY_TEXT : some
}
