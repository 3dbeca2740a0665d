import { topicEntity } from '../../entities/topic.ts'
import { likeness } from '../../lib/trigrams.ts'
import type { Topic } from '../../model/projects/project.ts'
import { matcher } from '../../model/search/search.ts'
import type { World } from '../../model/world.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, required, string, withDefault } from '../../protocol/params.ts'
import { recordNotFound } from '../../protocol/refusal.ts'

export const listTopics = operation(
  {
    method: 'GET',
    path: '/topics',
    summary: 'List topics',
    auth: 'public',
    params: {
      search: string({ about: 'Words of the name or title, of at least three letters' }),
      without_projects: withDefault(
        boolean({ about: 'Whether only topics without projects are listed' }),
        false,
      ),
    },
    answers: { many: topicEntity },
    beyond: true,
  },
  ({ world, params }) => {
    const search = params.search ?? ''
    const matches = matcher(search, 3)
    const ranked = world.topics
      .all()
      .list()
      .filter(({ name, title = name }) => matches([name, title]))
      .filter(({ name }) => !params.without_projects || world.projects.by('byTopic', name).count(1) === 0)
      .map((topic) => ({ topic, like: likeness(topic.name, search), projects: shownProjects(world, topic) }))
      .sort((a, b) => b.like - a.like || b.projects - a.projects || a.topic.id - b.topic.id)
    return listingOf(ranked.map(({ topic }) => topic))
  },
)

/** How many projects of a topic are not private: by their number topics are ordered (topics#list). */
function shownProjects(world: World, { name }: Topic): number {
  const projects = world.projects.by('byTopic', name).list()
  return projects.filter(({ visibility }) => visibility !== 'private').length
}

export const getTopic = operation(
  {
    method: 'GET',
    path: '/topics/:id',
    summary: 'Get a topic',
    auth: 'public',
    params: { id: required(integer({ about: 'ID of the topic' })) },
    answers: { one: topicEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, params }) => {
    const topic = world.topics.get(params.id ?? 0)
    if (topic === undefined) throw recordNotFound()
    return topic
  },
)
