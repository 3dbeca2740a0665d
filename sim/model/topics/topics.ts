import type { Instant } from '../../time/calendar.ts'
import { deleteAvatar } from '../avatars/avatars.ts'
import { InvalidRow } from '../invalid-row.ts'
import { BLANK, isLonger, TAKEN, tooLong } from '../names.ts'
import type { Topic } from '../projects/project.ts'
import { nextId, type World } from '../world.ts'

export type TopicValues = Required<Omit<Topic, 'id' | 'avatar' | 'updatedAt'>>

/** The topic of a name, in any case of its letters. */
export function topicNamed(world: World, name: string): Topic | undefined {
  return world.topics.find('byName', name.toLowerCase())
}

/**
 * Topics trimmed, each once and as the instance spells it, sorted; new ones are known to it from now on. Those that a
 * world describes have no time.
 */
export function topicsOf(world: World, names: readonly string[], now?: Instant): readonly string[] {
  const wanted = names
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .sort()
  const topics = wanted.map(
    (name) =>
      topicNamed(world, name) ??
      world.topics.insert({
        id: nextId(world, 'topics'),
        name,
        ...(now !== undefined && { updatedAt: now }),
      }),
  )
  return [...new Set(topics.map(({ name }) => name))].sort()
}

/** Adds a topic that no project has yet. Throws InvalidRow. */
export function addTopic(world: World, values: TopicValues, now: Instant): Topic {
  refuse(world, values)
  return world.topics.insert({ id: nextId(world, 'topics'), ...values, updatedAt: now })
}

/** Changes a topic; its projects have it under its new name. Throws InvalidRow. */
export function changeTopic(world: World, topic: Topic, changes: Partial<TopicValues>, now: Instant): Topic {
  const changed = { ...topic, ...changes, updatedAt: now }
  refuse(world, { title: changed.name, ...changed }, topic)
  if (changed.name !== topic.name) renameIn(world, topic.name, changed.name)
  return world.topics.put(changed)
}

/** Removes a topic, which its projects lose. */
export function removeTopic(world: World, topic: Topic): void {
  renameIn(world, topic.name, undefined)
  deleteAvatar(world, 'topic', topic.id)
  world.topics.delete(topic.id)
}

/** Gives the projects of one topic to another, and removes the first. */
export function mergeTopics(world: World, source: Topic, target: Topic): Topic {
  renameIn(world, source.name, target.name)
  deleteAvatar(world, 'topic', source.id)
  world.topics.delete(source.id)
  return target
}

function renameIn(world: World, before: string, after: string | undefined): void {
  for (const project of world.projects.by('byTopic', before).list()) {
    const kept = project.topics.filter((name) => name !== before && name !== after)
    const topics = after === undefined ? kept : [...kept, after].sort()
    world.projects.update(project.id, { topics })
  }
}

const LONGEST = 255
const LONGEST_DESCRIPTION = 1024

function refuse(
  world: World,
  { name, title, description }: Pick<Topic, 'name' | 'title' | 'description'>,
  self?: Topic,
): void {
  const errors: { [attribute: string]: readonly string[] } = {}
  const twin = topicNamed(world, name)
  if (name.trim() === '') errors.name = [BLANK]
  else if (isLonger(name, LONGEST)) errors.name = [tooLong(LONGEST)]
  else if (twin !== undefined && twin.id !== self?.id) errors.name = [TAKEN]
  if ((title ?? '').trim() === '') errors.title = [BLANK]
  else if (isLonger(title, LONGEST)) errors.title = [tooLong(LONGEST)]
  if (isLonger(description, LONGEST_DESCRIPTION)) errors.description = [tooLong(LONGEST_DESCRIPTION)]
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
}
