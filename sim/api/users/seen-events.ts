import type { Note } from '../../model/discussions/note.ts'
import type { Issue } from '../../model/issues/issue.ts'
import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import type { Event } from '../../model/users/event.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { type Audience, audienceOf, belongsTo, seesEvent } from '../../policy/events.ts'
import { type IdSet, Ids } from '../../store/id-set.ts'
import { inAll, inAny } from '../../store/id-sets.ts'
import { idsIn } from '../../store/id-walks.ts'
import { followed, inOrder, type OrderDefinition } from '../../store/orders.ts'
import type { AnyRow } from '../../store/row.ts'
import type { Difference } from '../../store/tree.ts'
import { where } from '../shared/place-list.ts'
import type { RowFilter } from '../shared/row-filters.ts'
import { setOf } from '../shared/table-list.ts'

const eventsOn = (world: World, target: 'Issue' | 'MergeRequest' | 'Note', id: number) =>
  world.events
    .by('byTarget', target, id)
    .list()
    .map((event) => event.id)

/** The events on some target, and on the notes that are on it. */
const eventsAround = (world: World, target: 'Issue' | 'MergeRequest', id: number) => [
  ...eventsOn(world, target, id),
  ...world.notes
    .by('byNoteable', target, id)
    .list()
    .flatMap((note) => eventsOn(world, 'Note', note.id)),
]

/** All events by who sees them. */
const byAudience: OrderDefinition<Event, World> = {
  name: 'audience',
  rank: audienceOf,
  otherwise: 'nobody',
  among: (world) => world.events.all().list(),
  follows: [
    followed<Issue, World>(
      ({ issues }) => issues.state,
      (change, world) =>
        isOther(change, 'confidential') || isOther(change, 'projectId')
          ? eventsAround(world, 'Issue', idOf(change))
          : [],
    ),
    followed<MergeRequest, World>(
      ({ mergeRequests }) => mergeRequests.state,
      (change, world) =>
        isOther(change, 'projectId') ? eventsAround(world, 'MergeRequest', idOf(change)) : [],
    ),
    followed<Note, World>(
      ({ notes }) => notes.state,
      (change, world) => eventsOn(world, 'Note', idOf(change)),
    ),
  ],
}

function isOther<Row extends AnyRow>({ before, after }: Difference<Row>, column: keyof Row): boolean {
  return before?.[column] !== after?.[column]
}

function idOf({ before, after }: Difference<AnyRow>): number {
  return (after ?? before)?.id as number
}

/** The events among some that the caller sees; all of them are in some projects. */
export function seenEvents(
  situation: Situation,
  among: RowFilter<Event>,
  projects: () => readonly number[],
): RowFilter<Event> {
  return {
    passes: (event) => seesEvent(situation, event),
    members: () => ({ set: seenBy(situation, setOf(among), projects()), isLeftOut: false }),
  }
}

function seenBy(situation: Situation, among: IdSet, places: readonly number[]): IdSet {
  const { world } = situation
  const projects = places.flatMap((id) => world.projects.get(id) ?? [])
  const seen: IdSet[] = []
  const single: number[] = []
  for (const { rank, ids } of inOrder(world.events.state, byAudience, world).groups) {
    const asked = projects.map((project) => belongsTo(situation, project, rank as Audience))
    const of = (answer: boolean | undefined) =>
      projects.filter((_, i) => asked[i] === answer).map(({ id }) => id)
    const [all, some] = [of(true), of(undefined)]
    if (all.length > 0) seen.push(inAll([ids, setOf(ofProjects(world, all))]))
    if (some.length === 0) continue
    for (const id of idsIn(inAll([ids, among, setOf(ofProjects(world, some))])))
      if (seesEvent(situation, world.events.require(id))) single.push(id)
  }
  return inAny([Ids.of(single), ...seen])
}

/** The events of some projects. */
export function ofProjects(world: World, projects: readonly number[]): RowFilter<Event> {
  const wanted = new Set(projects)
  return where(
    { world, rows: world.events },
    `of projects ${projects}`,
    ({ projectId }) => wanted.has(projectId),
    () => projects.flatMap((id) => world.events.by('byProject', id).list()),
  )
}
