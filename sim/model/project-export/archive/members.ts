import { sha256Hex } from '../../../lib/hash.ts'
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

/** A member, or whoever is invited to become one. */
interface MemberRow extends Member {
  readonly inviteEmail?: string
}
const { column, told } = fieldsOf<MemberRow>()

const ADDRESS = /^[^\s@]{1,64}@[^\s@]{1,255}$/

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
    write: ({ userId, inviteEmail }: MemberRow) => (inviteEmail === undefined ? userId : null),
    read: (given: Json | undefined, into: Reading, member: JsonObject): Partial<MemberRow> => {
      const user = knownUser(member.user, into)
      if (user === undefined || typeof given !== 'number') return {}
      into.users.set(given, user)
      return { userId: user.id }
    },
  },
  invite_email: {
    write: ({ inviteEmail }: MemberRow) => inviteEmail ?? null,
    read: (given: Json | undefined): Partial<MemberRow> =>
      typeof given === 'string' && ADDRESS.test(given) ? { inviteEmail: given.toLowerCase() } : {},
  },
  user: told(({ userId }, { world }) => {
    const user = world.users.get(userId)
    return user === undefined
      ? null
      : { id: user.id, username: user.username, public_email: user.publicEmail }
  }),
}

// An address that its owner shows to all stands for the same person wherever it is the first one (project-import#users).
function knownUser(given: Json | undefined, { world }: Reading): User | undefined {
  // Archives of before release 14.2 tell the address as `email`.
  const email = isObject(given) ? (given.public_email ?? given.email) : undefined
  if (typeof email !== 'string' || email === '') return undefined
  return world.users.find('byEmail', email.toLowerCase())
}

/** The highest access level that an archive can give. */
const highest: { readonly [source in Member['source']]: AccessLevel } = {
  project: accessLevels.maintainer,
  group: accessLevels.owner,
}

/** The members of a project, and, for whoever may know them, those of the groups above. */
export const projectMembers: Relation<MemberRow, Project> = {
  name: 'project_members',
  shape: 'many',
  rows: (project, { world, withGroupMembers }) => {
    const direct = [
      ...world.members.by('bySource', 'project', project.id).list().sort(byId),
      ...invited(world, 'project', project.id),
    ]
    if (!withGroupMembers) return direct
    const above = [...groupsAbove(world, { project })].flatMap((group) =>
      world.members.by('bySource', 'group', group.id).list(),
    )
    return [...direct, ...above.sort(byId)]
  },
  fields,
  reads: ({ mapsUsers }) => mapsUsers,
  put: (columns, project, into) => putMember(into, columns, 'project', project.id),
}

/** The members of a group itself. */
export const groupMembers: Relation<MemberRow, Group> = {
  name: 'members',
  shape: 'many',
  rows: (group, { world }) => [
    ...world.members.by('bySource', 'group', group.id).list().sort(byId),
    ...invited(world, 'group', group.id),
  ],
  fields,
  reads: ({ mapsUsers }) => mapsUsers,
  put: (columns, group, into) => putMember(into, columns, 'group', group.id),
}

function byId(a: Member, b: Member): number {
  return a.id - b.id
}

function invited(world: World, source: Member['source'], sourceId: number): MemberRow[] {
  return world.invitations
    .by('bySource', source, sourceId)
    .list()
    .map(({ email, token: _, ...row }) => ({ ...row, userId: 0, notificationLevel: 3, inviteEmail: email }))
}

function putMember(
  { world, importer }: Reading,
  columns: Partial<MemberRow>,
  source: Member['source'],
  sourceId: number,
): Member | undefined {
  const { userId, accessLevel: asked = accessLevels.guest, inviteEmail: email } = columns
  const accessLevel = Math.min(asked, highest[source]) as AccessLevel
  if (userId === undefined) {
    const taken = invited(world, source, sourceId).some((it) => it.inviteEmail === email)
    if (email === undefined || taken) return undefined
    const { expiresAt = null, createdAt = 0 } = columns
    const token = sha256Hex(`invitation of ${email} to ${source} ${sourceId}`).slice(0, 20)
    const row = {
      source,
      sourceId,
      email,
      accessLevel,
      expiresAt,
      token,
      createdById: importer.id,
      createdAt,
    }
    world.invitations.insert({ id: nextId(world, 'invitations'), ...row })
    return undefined
  }
  const known = world.members.find('bySource', source, sourceId, userId)
  if (known !== undefined) return known
  return world.members.insert({
    id: nextId(world, 'members'),
    source,
    sourceId,
    userId,
    accessLevel,
    notificationLevel: columns.notificationLevel ?? 3,
    expiresAt: columns.expiresAt ?? null,
    createdById: importer.id,
    createdAt: columns.createdAt ?? 0,
  })
}
