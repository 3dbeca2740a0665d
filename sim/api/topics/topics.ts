import { topicEntity } from '../../entities/topic.ts'
import type { Topic } from '../../model/projects/project.ts'
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
      search: string({ about: 'Part of the name' }),
      without_projects: withDefault(
        boolean({ about: 'Whether only topics without projects are listed' }),
        false,
      ),
    },
    answers: { many: topicEntity },
    beyond: true,
  },
  ({ world, params }) => {
    const wanted = (params.search ?? '').toLowerCase()
    const rows = world.topics.all().list()
    const passing = rows.filter(
      (topic) =>
        topic.name.toLowerCase().includes(wanted) &&
        (!params.without_projects || projectsOf(world, topic) === 0),
    )
    return listingOf(passing.sort((a, b) => projectsOf(world, b) - projectsOf(world, a) || a.id - b.id))
  },
)

function projectsOf(world: World, { name }: Topic): number {
  return world.projects.by('byTopic', name).count()
}

export const getTopic = operation(
  {
    method: 'GET',
    path: '/topics/:topic_id',
    summary: 'Get a topic',
    auth: 'public',
    params: { topic_id: required(integer({ about: 'ID of the topic' })) },
    answers: { one: topicEntity },
    refuses: [404],
    beyond: true,
  },
  ({ world, params }) => {
    const topic = world.topics.get(params.topic_id ?? 0)
    if (topic === undefined) throw recordNotFound()
    return topic
  },
)
