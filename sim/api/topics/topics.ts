import { topicEntity } from '../../entities/topic.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, required, string, withDefault } from '../../protocol/params.ts'
import { recordNotFound } from '../../protocol/refusal.ts'
import { topicList } from './topic-list.ts'

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
  ({ world, params }) => topicList(world, params.search ?? '', params.without_projects),
)

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
