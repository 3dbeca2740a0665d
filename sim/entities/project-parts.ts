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
import type { World } from '../model/world.ts'
import { ancestorsAndSelf, directMember, groupOf } from '../policy/roles.ts'
import { entity, type Field, integer, json, nullable, object, text, type View } from './entity.ts'
import { avatarOf } from './user-ref.ts'

/** The namespace of a project: its group, or a user's own (projects#namespace). */
export const namespace: Field<Project> = json(
  {
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
  (project, view) => {
    const group = groupOf(view.world, project)
    if (group !== undefined) {
      const picture = avatarPath('group', group)
      return {
        id: group.id,
        name: group.name,
        path: group.path,
        kind: 'group',
        full_path: group.fullPath,
        parent_id: group.parentId,
        avatar_url: picture === null ? null : `/${picture}`,
        web_url: view.url(`groups/${group.fullPath}`),
      }
    }
    const owner = ownerOf(project, view)
    return {
      id: project.namespaceId,
      name: owner.name,
      path: owner.username,
      kind: 'user',
      full_path: owner.username,
      parent_id: null,
      avatar_url: avatarOf(view.world, owner),
      web_url: view.url(owner.username),
    }
  },
)

/** The user in whose own namespace a project lives. */
export function ownerOf(project: Project, { world }: View) {
  const owner = world.users.find('byNamespace', project.namespaceId)
  if (owner === undefined) throw new Error(`no user has namespace ${project.namespaceId}`)
  return owner
}

const README = ['README.md', 'README', 'README.rst', 'README.adoc', 'README.txt', 'readme.md']

/** Link to the readme at the top of the default branch; null when there is none. */
export function readmeUrl(project: Project, view: View): string | null {
  const head = headOf(view.world, project, project.defaultBranch)
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
export const permissions = permissionsAmong((project, { world }) => [
  ...ancestorsAndSelf(world, groupOf(world, project)),
])

/** In a list memberships of the groups above the project's own do not count. */
export const listedPermissions = permissionsAmong((project, { world }) => [groupOf(world, project)])

function permissionsAmong(
  groupsOf: (project: Project, view: View) => readonly (Group | undefined)[],
): Field<Project> {
  return json(permissionsSchema, (project, view) => {
    const { viewer, world } = view
    if (viewer === undefined) return { project_access: null, group_access: null }
    const owns = project.namespaceKind === 'user' && project.namespaceId === viewer.namespaceId
    const direct = directMember(world, 'project', project.id, viewer)
    const inherited = groupsOf(project, view).flatMap((group) =>
      group === undefined ? [] : (directMember(world, 'group', group.id, viewer) ?? []),
    )
    const highest = inherited.sort((a, b) => b.accessLevel - a.accessLevel)[0]
    return {
      project_access: owns
        ? { access_level: accessLevels.owner, notification_level: direct?.notificationLevel ?? 3 }
        : shown(direct),
      group_access: shown(highest),
    }
  })
}

function shown(member: Member | undefined) {
  return member === undefined
    ? null
    : { access_level: member.accessLevel, notification_level: member.notificationLevel }
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
