import type { Json } from '../../../lib/json.ts'
import type { Group } from '../../groups/group.ts'
import { type AccessLevel, accessLevels } from '../../members/access-level.ts'
import type { Member } from '../../members/member.ts'
import { groupsAbove } from '../../milestones/milestones.ts'
import type { Project } from '../../projects/project.ts'
import type { User } from '../../users/user.ts'
import { nextId, type World } from '../../world.ts'
import { Ending, fieldsOf, isObject, type JsonObject, type Reading } from './field.ts'
import type { Relation } from './relation.ts'
import { dayOrNull, time, wholeNumber } from './types.ts'

const { column, told } = fieldsOf<Member>()

const fields = {
  source_id: told(({ sourceId }) => sourceId),
  source_type: told(({ source }) => (source === 'project' ? 'Project' : 'Namespace')),
  access_level: column('accessLevel', {
    write: (level) => level,
    read: (given) => {
      const level = Object.values(accessLevels).find((candidate) => candidate === given)
      if (level === undefined || level === accessLevels.none) throw new Ending('is not included in the list')
      return level
    },
  }),
  notification_level: column('notificationLevel', wholeNumber(3)),
  created_at: column('createdAt', time),
  expires_at: column('expiresAt', dayOrNull),
  user_id: {
    write: ({ userId }: Member) => userId,
    read: (given: Json | undefined, into: Reading, member: JsonObject): Partial<Member> => {
      const user = knownUser(member.user, into)
      if (user === undefined || typeof given !== 'number') return {}
      into.users.set(given, user)
      return { userId: user.id }
    },
  },
  user: told(({ userId }, { world }) => {
    const user = world.users.get(userId)
    return user === undefined
      ? null
      : { id: user.id, username: user.username, public_email: user.publicEmail }
  }),
}

// An address that its owner shows to all stands for the same person wherever it is the first one (project-import#users).
function knownUser(given: Json | undefined, { world, mapsUsers }: Reading): User | undefined {
  const email = isObject(given) ? given.public_email : undefined
  if (!mapsUsers || typeof email !== 'string' || email === '') return undefined
  return world.users.find('byEmail', email.toLowerCase())
}

/** The highest access level that an archive can give. */
const HIGHEST: AccessLevel = accessLevels.maintainer

/** The members of a project, and, for whoever may know them, those of the groups above. */
export const projectMembers: Relation<Member, Project> = {
  name: 'project_members',
  shape: 'many',
  rows: (project, { world, withGroupMembers }) => {
    const direct = world.members.by('bySource', 'project', project.id).list()
    if (!withGroupMembers) return direct.sort((a, b) => a.id - b.id)
    const above = [...groupsAbove(world, { project })].flatMap((group) =>
      world.members.by('bySource', 'group', group.id).list(),
    )
    return [...direct, ...above].sort((a, b) => a.id - b.id)
  },
  fields,
  put: (columns, project, { world, importer }) => putMember(world, columns, 'project', project.id, importer),
}

/** The members of a group itself. */
export const groupMembers: Relation<Member, Group> = {
  name: 'members',
  shape: 'many',
  rows: (group, { world }) =>
    world.members
      .by('bySource', 'group', group.id)
      .list()
      .sort((a, b) => a.id - b.id),
  fields,
  put: (columns, group, { world, importer }) => putMember(world, columns, 'group', group.id, importer),
}

function putMember(
  world: World,
  columns: Partial<Member>,
  source: Member['source'],
  sourceId: number,
  importer: User,
): Member | undefined {
  const { userId, accessLevel = accessLevels.guest } = columns
  if (userId === undefined) return undefined
  const known = world.members.find('bySource', source, sourceId, userId)
  if (known !== undefined) return known
  return world.members.insert({
    id: nextId(world, 'members'),
    source,
    sourceId,
    userId,
    accessLevel: accessLevel < HIGHEST ? accessLevel : HIGHEST,
    notificationLevel: columns.notificationLevel ?? 3,
    expiresAt: columns.expiresAt ?? null,
    createdById: importer.id,
    createdAt: columns.createdAt ?? 0,
  })
}
