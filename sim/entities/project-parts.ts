import { readCommit } from '../git/objects.ts'
import { entryAt } from '../git/tree.ts'
import { changed } from '../lib/dialect.ts'
import { Recent } from '../lib/recent/recent.ts'
import { avatarPath } from '../model/avatars/avatars.ts'
import { commitCount } from '../model/commits/commit-count.ts'
import type { Group } from '../model/groups/group.ts'
import { accessLevels } from '../model/members/access-level.ts'
import type { Member } from '../model/members/member.ts'
import { type Project, storageOf } from '../model/projects/project.ts'
import { type Licence, licenceOf } from '../model/repository/licence.ts'
import { headOf, objectsOf } from '../model/repository/repository.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import type { Situation } from '../policy/abilities.ts'
import { ancestorsAndSelf, directMember, groupOf } from '../policy/roles.ts'
import { licensed } from '../policy/tier.ts'
import {
  constant,
  entity,
  type Field,
  integer,
  json,
  nullable,
  object,
  serializeRow,
  shared,
  text,
  type View,
} from './entity.ts'
import { avatarOf } from './user-ref.ts'

type Condition = (project: Project, view: View) => boolean

export const administers: Condition = (project, view) => view.can('admin_project', project)
export const premium: Condition = (_, { world }) => licensed(world, 'premium')
export const ultimate: Condition = (_, { world }) => licensed(world, 'ultimate')

// Projects of one namespace show the same.
const groupSpaceEntity = entity<Group>('GroupSpace', {
  id: integer(({ id }) => id),
  name: text(({ name }) => name),
  path: text(({ path }) => path),
  kind: constant('group'),
  full_path: text(({ fullPath }) => fullPath),
  parent_id: nullable(integer(({ parentId }) => parentId as number)),
  avatar_url: nullable(text((group) => ownAvatar(group) as string)),
  web_url: text(({ fullPath }, view) => view.url(`groups/${fullPath}`)),
})
const ownSpaceEntity = entity<User>('OwnSpace', {
  id: integer(({ namespaceId }) => namespaceId),
  name: text(({ name }) => name),
  path: text(({ username }) => username),
  kind: constant('user'),
  full_path: text(({ username }) => username),
  parent_id: constant(null),
  avatar_url: nullable(text((owner, { world }) => avatarOf(world, owner) as string)),
  web_url: text(({ username }, view) => view.url(username)),
})

function ownAvatar(group: Group): string | null {
  const picture = avatarPath('group', group)
  return picture === null ? null : `/${picture}`
}

/** The namespace of a project: its group, or a user's own (projects#namespace). */
export const namespace: Field<Project> = {
  schema: {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      name: { type: 'string' },
      path: { type: 'string' },
      kind: { enum: ['group', 'user'] },
      full_path: { type: 'string' },
      parent_id: { type: ['integer', 'null'] },
      avatar_url: { type: ['string', 'null'] },
      web_url: { type: 'string' },
    },
    required: ['id', 'name', 'path', 'kind', 'full_path', 'parent_id', 'avatar_url', 'web_url'],
  },
  write: (project, view) => {
    const group = groupOf(view.world, project)
    if (group !== undefined) return serializeRow(groupSpaceEntity, group, view)
    return serializeRow(ownSpaceEntity, ownerOf(project, view), view)
  },
}

/** The user in whose own namespace a project lives. */
export function ownerOf(project: Project, { world }: View) {
  const owner = world.users.find('byNamespace', project.namespaceId)
  if (owner === undefined) throw new Error(`no user has namespace ${project.namespaceId}`)
  return owner
}

const README = ['README.md', 'README', 'README.rst', 'README.adoc', 'README.txt', 'readme.md']

/** The commit at the top of the default branch. */
export const defaultHead = shared((project: Project, { world }: View) =>
  headOf(world, project, project.defaultBranch),
)

/** Link to the readme at the top of the default branch; null when there is none. */
export function readmeUrl(project: Project, view: View): string | null {
  const head = defaultHead(project, view)
  const name = head === undefined ? null : readmeIn(view.world, head)
  return name === null ? null : view.url(`${project.fullPath}/-/blob/${project.defaultBranch}/${name}`)
}

// What a commit holds never changes, so it is remembered under its id for all worlds.
const readmes = new Recent<string, string | null>(2000)

function readmeIn(world: World, commit: string): string | null {
  const known = readmes.get(commit)
  if (known !== undefined) return known
  const objects = objectsOf(world)
  const { tree } = readCommit(objects, commit)
  const name = README.find((candidate) => entryAt(objects, tree, candidate) !== undefined) ?? null
  readmes.add(commit, name, 1)
  return name
}

const access = {
  type: 'object',
  properties: { access_level: { type: 'integer' }, notification_level: { type: ['integer', 'null'] } },
}

const permissionsSchema = {
  type: 'object',
  properties: {
    project_access: { anyOf: [access, { type: 'null' }] },
    group_access: { anyOf: [access, { type: 'null' }] },
  },
  required: ['project_access', 'group_access'],
}

/** The viewer's own membership: direct, and the highest in the group or above it (projects#permissions). */
export const permissions = permissionsAmong('permissions', (world, project) => [
  ...ancestorsAndSelf(world, groupOf(world, project)),
])

/** In a list memberships of the groups above the project's own do not count. */
export const listedPermissions = permissionsAmong('listed permissions', (world, project) => [
  groupOf(world, project),
])

// Decided as a text, so that what else is written of a project serves all callers who have the same.
function permissionsAmong(
  says: string,
  groupsOf: (world: World, project: Project) => readonly (Group | undefined)[],
): Field<Project> {
  const decided = (id: number) => (situation: Situation) => {
    const { world } = situation
    const { user } = situation.caller
    if (user === undefined) return accessInJson(null, null)
    const project = world.projects.require(id)
    const owns = project.namespaceKind === 'user' && project.namespaceId === user.namespaceId
    const direct = directMember(world, 'project', id, user)
    let highest: Member | undefined
    for (const group of groupsOf(world, project)) {
      const member = group && directMember(world, 'group', group.id, user)
      if (member !== undefined && member.accessLevel > (highest?.accessLevel ?? -1)) highest = member
    }
    return accessInJson(
      owns
        ? membershipInJson({
            accessLevel: accessLevels.owner,
            notificationLevel: direct?.notificationLevel ?? 3,
          })
        : membershipInJson(direct),
      membershipInJson(highest),
    )
  }
  return {
    schema: permissionsSchema,
    write: ({ id }, { decide }) => decide(`${says} ${id}`, decided(id)),
  }
}

function accessInJson(direct: string | null, inherited: string | null): string {
  return `{"project_access":${direct},"group_access":${inherited}}`
}

function membershipInJson(
  membership: Pick<Member, 'accessLevel' | 'notificationLevel'> | undefined,
): string | null {
  if (membership === undefined) return null
  return `{"access_level":${membership.accessLevel},"notification_level":${membership.notificationLevel}}`
}

/** Groups invited to the project, except those that the viewer may not see. */
export const sharedWithGroups: Field<Project> = json(
  { type: 'array', items: { type: 'object' } },
  (project, view) => {
    const shares = view.world.shares.by('bySource', 'project', project.id).list()
    return shares.flatMap((share) => {
      const group = view.world.groups.require(share.groupId)
      if (!view.sees('group', group.id)) return []
      return [
        {
          group_id: group.id,
          group_name: group.name,
          group_full_path: group.fullPath,
          group_access_level: share.accessLevel,
          expires_at: share.expiresAt,
        },
      ]
    })
  },
)

const counted = {
  commit_count: integer((project: Project, { world }) => commitCount(world, project)),
  storage_size: integer(({ sizes }: Project) => storageOf(sizes)),
  repository_size: integer(({ sizes }: Project) => sizes.repository),
  wiki_size: integer(({ sizes }: Project) => sizes.wiki),
  lfs_objects_size: integer(({ sizes }: Project) => sizes.lfsObjects),
  job_artifacts_size: integer(({ sizes }: Project) => sizes.jobArtifacts),
  pipeline_artifacts_size: integer(({ sizes }: Project) => sizes.pipelineArtifacts),
  packages_size: integer(({ sizes }: Project) => sizes.packages),
  snippets_size: integer(({ sizes }: Project) => sizes.snippets),
  uploads_size: integer(({ sizes }: Project) => sizes.uploads),
}

/** Sizes in bytes and the number of commits. */
export const statistics = changed('projects#later-registry-size', {
  before: object<Project>(counted),
  after: object<Project>({ ...counted, container_registry_size: integer(() => 0) }),
})

/** The page of the file that holds the licence (projects#license). */
export function licenceUrl(project: Project, view: View): string | null {
  const licence = licenceOf(view.world, project)
  if (licence === undefined) return null
  return view.url(`${project.fullPath}/-/blob/${project.defaultBranch}/${licence.path}`)
}

export const licenceEntity = entity<Licence>('RepositoryLicense', {
  key: text(({ key }) => key),
  name: text(({ name }) => name),
  nickname: nullable(text(({ nickname }) => nickname as string)),
  html_url: text(({ key }) => `http://choosealicense.com/licenses/${key}/`),
  source_url: nullable(text(({ sourceUrl }) => sourceUrl as string)),
})
