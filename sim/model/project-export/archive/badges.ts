import type { Badge } from '../../badges/badge.ts'
import { addBadge, type BadgeOwner } from '../../badges/badges.ts'
import type { Group } from '../../groups/group.ts'
import { InvalidRow } from '../../invalid-row.ts'
import type { Project } from '../../projects/project.ts'
import { type Fields, fieldsOf, InvalidArchiveRow, type Reading } from './field.ts'
import type { Relation } from './relation.ts'
import { text, textOrNull, time } from './types.ts'

const { column, told } = fieldsOf<Badge>()

const fields: Fields<Badge> = {
  link_url: column('linkUrl', text),
  image_url: column('imageUrl', text),
  project_id: told(({ projectId }) => projectId),
  group_id: told(({ groupId }) => groupId),
  created_at: column('createdAt', time),
  updated_at: told(({ createdAt }, out) => time.write(createdAt, out)),
  type: told(({ projectId }) => (projectId === null ? 'GroupBadge' : 'ProjectBadge')),
  name: column('name', textOrNull),
}

export const projectBadges: Relation<Badge, Project> = {
  name: 'project_badges',
  shape: 'many',
  rows: (project, { world }) => world.badges.by('byProject', project.id).list(),
  fields,
  put: (columns, project, into) => put(columns as Badge, { project }, into),
}

export const groupBadges: Relation<Badge, Group> = {
  name: 'badges',
  shape: 'many',
  rows: (group, { world }) => world.badges.by('byGroup', group.id).list(),
  fields,
  put: (columns, group, into) => put(columns as Badge, { group }, into),
}

function put({ createdAt, ...values }: Badge, owner: BadgeOwner, { world }: Reading): Badge {
  const { name, linkUrl, imageUrl } = values
  try {
    return addBadge(world, owner, { name, linkUrl, imageUrl }, createdAt)
  } catch (problem) {
    if (!(problem instanceof InvalidRow)) throw problem
    throw new InvalidArchiveRow('Validation failed: Link url or image url is invalid')
  }
}
