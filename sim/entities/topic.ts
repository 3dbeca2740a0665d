import { since } from '../lib/dialect.ts'
import { avatarPath } from '../model/avatars/avatars.ts'
import type { Topic } from '../model/projects/project.ts'
import { constant, entity, integer, nullable, shownAt, text, url } from './entity.ts'

/** A topic. */
export const topicEntity = entity<Topic>('Topic', {
  id: integer(({ id }) => id),
  name: text(({ name }) => name),
  title: text(({ name, title }) => title ?? name),
  description: nullable(text(({ description }) => (description ?? null) as string)),
  total_projects_count: integer(({ name }, { world }) => world.projects.by('byTopic', name).count()),
  organization_id: since('topics#later-organization', constant<Topic>(1)),
  avatar_url: nullable(url((topic, view) => shownAt(avatarPath('topic', topic), view))),
})
