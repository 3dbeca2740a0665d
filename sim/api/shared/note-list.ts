import { type Discussion, discussionOf } from '../../entities/discussion.ts'
import { isForAll, type Note, type Noteable } from '../../model/discussions/note.ts'
import { beginsThread, threadBeginnings, threadOf } from '../../model/discussions/threads.ts'
import type { World } from '../../model/world.ts'
import { type Listing, mapListing } from '../../protocol/listing.ts'
import { followed } from '../../store/orders.ts'
import { byId, listOfPlace, oneOfThese, where } from './place-list.ts'
import { inSet, type RowFilter } from './row-filters.ts'
import { anyOf } from './table-list.ts'

/** What notes are on, and which of them the caller may see of those that are not for everybody who sees that. */
interface Noted {
  readonly world: World
  readonly kind: Noteable
  readonly id: number | string
  readonly sees: (note: Note) => boolean
}

interface Order {
  readonly order_by: 'created_at' | 'updated_at'
  readonly sort: 'asc' | 'desc'
  readonly activity_filter?: 'all_notes' | 'only_comments' | 'only_activity'
}

/** The notes that the caller may see, in an order; those of the same time in that of their ids. */
export function noteList(on: Noted, { order_by: by, sort, activity_filter: activity }: Order): Listing<Note> {
  const filters = visible(on, on.sees)
  if (activity === 'only_comments') filters.push(where(notesOf(on), 'comments', ({ system }) => !system))
  if (activity === 'only_activity') filters.push(where(notesOf(on), 'activity', ({ system }) => system))
  return listOf(on, by === 'updated_at' ? updated : written, sort === 'asc' ? 'asc' : 'desc', filters)
}

/** The comments on a commit in a project, the earlier ones first. */
export function commentList(on: Noted, projectId: number): Listing<Note> {
  const isComment = ({ system, projectId: of }: Note) => !system && of === projectId
  const filters = [where(notesOf(on), `comments in ${projectId}`, isComment)]
  return listOf(on, { index: 'byNoteable', ...byId }, 'asc', filters)
}

/** The discussions in which the caller may see a note, by their first notes; of a commit those in one project. */
export function discussionList(on: Noted, projectId: number): Listing<Discussion> {
  const { world, kind, sees } = on
  const threadAt = (note: Note) => threadOf(world, note)
  const filters = visible(on, (note) => threadAt(note).some(sees))
  filters.push(beginning(on))
  if (kind === 'Commit')
    filters.push(where(notesOf(on), `of project ${projectId}`, (note) => note.projectId === projectId))
  return mapListing(listOf(on, written, 'asc', filters, FEW_NOTES), (note) => {
    const [first = note, ...rest] = threadAt(note).filter(sees)
    return discussionOf(first, rest)
  })
}

/** To ask a note whether it begins a discussion takes longer than other questions. */
const FEW_NOTES = 100

interface NoteOrder {
  readonly index: 'byWritten' | 'byChanged' | 'byNoteable'
  readonly order: string
  readonly rank: (note: Note) => number
}
const written: NoteOrder = { index: 'byWritten', order: 'written', rank: ({ createdAt }) => createdAt }
const updated: NoteOrder = { index: 'byChanged', order: 'updated', rank: ({ updatedAt }) => updatedAt }

function listOf(
  { world, kind, id }: Noted,
  { index, order, rank }: NoteOrder,
  direction: 'asc' | 'desc',
  filters: readonly RowFilter<Note>[],
  few?: number,
): Listing<Note> {
  const { notes: rows } = world
  return listOfPlace({
    world,
    rows,
    place: `${kind} ${id}`,
    isIn: ({ noteable, noteableId }) => noteable === kind && noteableId === id,
    run: rows.by(index, kind, id),
    order,
    rank,
    direction,
    filters,
    ...(few !== undefined && { few }),
  })
}

function notesOf({ world }: Noted) {
  return { world, rows: world.notes }
}

// Most notes are for all who see what they are on: the others are looked at.
function visible(on: Noted, passes: (note: Note) => boolean): RowFilter<Note>[] {
  const guarded = on.world.notes.by('byGuarded', on.kind, on.id)
  if (guarded.count(1) === 0) return []
  const seen = oneOfThese(guarded.list().filter(passes))
  return [
    {
      ...anyOf([where(notesOf(on), 'for all', isForAll), seen]),
      passes: (note) => isForAll(note) || passes(note),
    },
  ]
}

// The first note of each discussion.
function beginning(on: Noted): RowFilter<Note> {
  const { world } = on
  return {
    passes: (note) => beginsThread(world, note),
    ...inSet<Note>(notesOf(on), {
      name: 'first of discussions',
      has: (note, world) => beginsThread(world, note),
      ids: () => threadBeginnings(world),
      follows: [
        followed<Note, World>(
          ({ notes }) => notes.state,
          ({ before, after }, world) =>
            [before, after].flatMap((note) =>
              note === undefined ? [] : threadOf(world, note).map(({ id }) => id),
            ),
        ),
      ],
    }),
  }
}
