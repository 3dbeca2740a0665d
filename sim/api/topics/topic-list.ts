import { likeness } from '../../lib/trigrams.ts'
import type { Project, Topic } from '../../model/projects/project.ts'
import { matcher, piecesOf } from '../../model/search/search.ts'
import { topicNamed } from '../../model/topics/topics.ts'
import type { World } from '../../model/world.ts'
import { type Listing, listingOf } from '../../protocol/listing.ts'
import { type Followed, followed, type OrderDefinition } from '../../store/orders.ts'
import { where } from '../shared/place-list.ts'
import { inGroups } from '../shared/planning-ranks.ts'
import { FEW } from '../shared/row-filters.ts'
import { listOfTable } from '../shared/table-list.ts'

const SHORTEST_WORD = 3

/** Topics that are most like a search first, and then those of most projects that are not private (topics#list). */
export function topicList(world: World, search: string, withoutProjects: boolean): Listing<Topic> {
  const rows = world.topics
  if (search === '' && rows.size > FEW)
    return listOfTable<Topic>({
      world,
      rows,
      run: rows.all(),
      order: byProjects.name,
      rank: (topic) => shownProjects(topic, world),
      groups: inGroups(world, rows.state, byProjects),
      direction: 'desc',
      ties: 'oldest',
      filters: withoutProjects
        ? [where({ world, rows }, 'without projects', isUnused, undefined, [projects])]
        : [],
    })
  const matches = matcher(search, SHORTEST_WORD)
  const candidates = rows.mentioning(piecesOf(search, SHORTEST_WORD))?.rows() ?? rows.all().list()
  const ranked = [...candidates]
    .filter(({ name, title = name }) => matches([name, title]))
    .filter((topic) => !withoutProjects || isUnused(topic, world))
    .map((topic) => ({ topic, like: likeness(topic.name, search), projects: shownProjects(topic, world) }))
    .sort((a, b) => b.like - a.like || b.projects - a.projects || a.topic.id - b.topic.id)
  return listingOf(ranked.map(({ topic }) => topic))
}

function isUnused({ name }: Topic, { projects }: World): boolean {
  return projects.by('byTopic', name).count(1) === 0
}

function shownProjects({ name }: Topic, { projects }: World): number {
  return projects.by('byShownTopic', name).count()
}

// The topics that a project has, or had.
const projects: Followed<World> = followed<Project, World>(
  ({ projects }) => projects.state,
  ({ before, after }, world) =>
    before?.topics === after?.topics && before?.visibility === after?.visibility
      ? []
      : [before, after].flatMap(
          (it) => it?.topics.flatMap((name) => topicNamed(world, name)?.id ?? []) ?? [],
        ),
)

const byProjects: OrderDefinition<Topic, World> = {
  name: 'projects',
  rank: shownProjects,
  otherwise: 0,
  among: (world) =>
    (world.projects.by('byShownTopic').heads() ?? []).flatMap(
      (name) => topicNamed(world, String(name)) ?? [],
    ),
  follows: [projects],
}
