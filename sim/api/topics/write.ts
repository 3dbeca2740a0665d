import { topicEntity } from '../../entities/topic.ts'
import type { Topic } from '../../model/projects/project.ts'
import { addTopic, changeTopic, mergeTopics, removeTopic } from '../../model/topics/topics.ts'
import type { World } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required, string } from '../../protocol/params.ts'
import { message, recordNotFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { avatar, withAvatar } from '../shared/avatar-params.ts'

const topicId = { id: required(integer({ about: 'ID of the topic' })) }
const name = string({ about: 'Name by which projects refer to the topic' })
const title = string({ about: 'Title that is shown' })

export const createTopic = operation(
  {
    method: 'POST',
    path: '/topics',
    summary: 'Create a topic',
    auth: 'admin',
    params: { name: required(name), title: required(title), description: string(), avatar },
    answers: { status: 201, one: topicEntity },
    refuses: [400],
    beyond: true,
  },
  ({ world, params, now }) => {
    const { description = null } = params
    const values = { name: params.name ?? '', title: params.title ?? '', description }
    const topic = refuseInvalidRow(() => addTopic(world, values, now))
    return withAvatar(world, 'topic', topic, params.avatar)
  },
)

export const updateTopic = operation(
  {
    method: 'PUT',
    path: '/topics/:id',
    summary: 'Update a topic',
    auth: 'admin',
    params: { ...topicId, name, title, description: string(), avatar },
    answers: { one: topicEntity },
    refuses: [400, 404],
    beyond: true,
  },
  ({ world, params, now }) => {
    const { description } = params
    const changes = {
      ...(params.name != null && { name: params.name }),
      ...(params.title != null && { title: params.title }),
      ...(description !== undefined && { description }),
    }
    const topic = named(world, params.id)
    const changed = refuseInvalidRow(() => changeTopic(world, topic, changes, now))
    return withAvatar(world, 'topic', changed, params.avatar)
  },
)

export const deleteTopic = operation(
  {
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: '/topics/:id',
    summary: 'Delete a topic',
    auth: 'admin',
    params: topicId,
    answers: { status: 204 },
    refuses: [404],
    beyond: true,
  },
  ({ world, params, unmodified }) => removeTopic(world, unmodified(named(world, params.id))),
)

export const mergeTwoTopics = operation(
  {
    method: 'POST',
    path: '/topics/merge',
    summary: 'Merge two topics',
    auth: 'admin',
    params: {
      source_topic_id: required(integer({ about: 'ID of the topic to merge, which is deleted' })),
      target_topic_id: required(integer({ about: 'ID of the topic that stays' })),
    },
    answers: { status: 201, one: topicEntity },
    refuses: [400, 404],
    beyond: true,
  },
  ({ world, params }) => {
    const source = named(world, params.source_topic_id)
    const target = named(world, params.target_topic_id)
    if (source.id === target.id) throw message(400, 'The source topic and the target topic are identical.')
    return mergeTopics(world, source, target)
  },
)

function named(world: World, id: number | null): Topic {
  const topic = world.topics.get(id ?? 0)
  if (topic === undefined) throw recordNotFound()
  return topic
}
