import type { ProjectDescription } from '../../../fixtures/schema.ts'
import type { Steps } from '../../lib/steps.ts'
import type { Project } from '../projects/project.ts'
import { defaultApprovals, defaultFeatures, defaultSettings } from '../projects/project-defaults.ts'
import { topicsOf } from '../topics/topics.ts'
import type { User } from '../users/user.ts'
import { nextId } from '../world.ts'
import { ownerOf } from './groups.ts'
import {
  type GroupScope,
  type Loading,
  loadEach,
  type ProjectScope,
  timeOf,
  timeOrNull,
  userIdOrNull,
} from './loading.ts'
import { Names } from './names.ts'
import { assignNumbers } from './numbers.ts'
import { loadMembers, loadShares } from './people.ts'
import { loadLabels, loadMilestones } from './planning.ts'
import { projectRunnersToken } from './secrets.ts'
import { putSequence } from './sequences.ts'

const noSizes = {
  repository: 0,
  wiki: 0,
  lfsObjects: 0,
  jobArtifacts: 0,
  pipelineArtifacts: 0,
  packages: 0,
  snippets: 0,
  uploads: 0,
}

/** Project rows with their members, labels and milestones. A fork has to be listed after what it was forked from. */
export function* loadProjects(loading: Loading): Steps<void> {
  const { projects = [] } = loading.description
  const ids = putSequence(
    loading,
    'projects',
    assignNumbers(
      projects.map((project) => project.id),
      'projects',
    ),
  )
  yield* loadEach(loading, projects, (project, i) =>
    addProject(loading, project, ids[i] as number, `projects[${i}]`),
  )
}

function addProject(
  loading: Loading,
  description: ProjectDescription,
  id: number,
  path: string,
): Steps<void> {
  const parent =
    description.forkOf === undefined
      ? undefined
      : loading.projects.require(description.forkOf, `${path}.forkOf`)
  const place = description.path.slice(0, description.path.lastIndexOf('/'))
  const group = loading.groups.find(place)
  const user = group === undefined ? loading.users.require(place, `${path}.path`) : undefined
  const row = loading.world.projects.insert(
    projectRow(loading, description, id, { group, user, parent }, path),
  )
  const scope: ProjectScope = {
    row,
    description,
    path,
    labels: new Names('label', group?.labels),
    milestones: new Names('milestone', group?.milestones),
    commits: new Names('commit', parent?.commits),
    mergeRequests: new Names('merge request'),
    pipelines: new Names('pipeline'),
    protectedBranches: new Names('protected branch'),
    rules: new Names('approval rule'),
    lastActivityAt: row.createdAt,
    bytes: { repository: 0, wiki: 0, packages: 0, snippets: 0 },
  }
  loading.projects.add(description.path, scope, `${path}.path`)
  return fillProject(loading, scope, user)
}

interface Around {
  readonly group: GroupScope | undefined
  readonly user: User | undefined
  readonly parent: ProjectScope | undefined
}

function projectRow(
  loading: Loading,
  it: ProjectDescription,
  id: number,
  { group, user, parent }: Around,
  path: string,
): Project {
  const visibility = it.visibility ?? 'private'
  const slug = it.path.slice(it.path.lastIndexOf('/') + 1)
  const name = it.name ?? slug
  const createdAt = timeOf(loading, it.createdAt)
  const creatorId =
    userIdOrNull(loading, it.creator, `${path}.creator`) ?? user?.id ?? ownerOf(loading, group)
  if (creatorId === undefined) throw new Error(`${path}.creator: missing, since its group has no owner`)
  return {
    id,
    name,
    path: slug,
    namespaceId: group?.row.id ?? (user as User).namespaceId,
    namespaceKind: group === undefined ? 'user' : 'group',
    fullPath: it.path,
    fullName: `${group?.row.fullName ?? user?.name} / ${name}`,
    description: it.description ?? null,
    visibility,
    archived: it.archived ?? false,
    creatorId,
    defaultBranch: it.defaultBranch ?? 'main',
    forkedFromId: parent?.row.id ?? null,
    networkId: parent?.row.networkId ?? id,
    topics: topicsOf(loading.world, it.topics ?? []),
    starCount: it.stars?.length ?? 0,
    features: { ...defaultFeatures(visibility), ...it.features },
    settings: {
      ...defaultSettings,
      runnersToken: projectRunnersToken(loading.options.seed, id),
      ...it.settings,
    },
    approvals: { ...defaultApprovals, ...it.approvals },
    sizes: { ...noSizes, ...it.sizes },
    importType: it.importType ?? null,
    importUrl: it.importUrl ?? null,
    importStatus: it.importStatus ?? 'none',
    importError: it.importError ?? null,
    repositoryStorage: 'default',
    markedForDeletionOn: it.markedForDeletionOn ?? null,
    createdAt,
    updatedAt: timeOrNull(loading, it.updatedAt) ?? createdAt,
    lastActivityAt: createdAt,
  }
}

function* fillProject(
  loading: Loading,
  { row, description, path, labels, milestones }: ProjectScope,
  user: User | undefined,
): Steps<void> {
  const { world } = loading
  const of = { source: 'project', id: row.id, createdAt: row.createdAt, path } as const
  // Whoever owns the namespace is a member as well, with the level of an owner.
  if (user !== undefined) yield* loadMembers(loading, of, [{ user: user.username, role: 'owner' }])
  yield* loadMembers(loading, of, description.members)
  yield* loadShares(loading, of, description.shares)
  const planning = {
    kind: 'project',
    id: row.id,
    createdAt: row.createdAt,
    path,
    labels,
    milestones,
  } as const
  yield* loadLabels(loading, planning, description.labels)
  yield* loadMilestones(loading, planning, description.milestones)
  yield* loadEach(loading, description.stars, (name, i) => {
    const userId = loading.users.require(name, `${path}.stars[${i}]`).id
    world.stars.insert({ id: nextId(world, 'stars'), userId, projectId: row.id })
  })
  yield* loadEach(loading, Object.entries(description.customAttributes ?? {}), ([key, value]) => {
    world.customAttributes.insert({ id: nextId(world, 'customAttributes'), projectId: row.id, key, value })
  })
}

/** Fills in what is known only when everything inside is loaded: the last activity, and measured sizes. */
export function finishProject(
  loading: Loading,
  { row, description, lastActivityAt, bytes }: ProjectScope,
): void {
  loading.world.projects.update(row.id, {
    lastActivityAt: timeOrNull(loading, description.lastActivityAt) ?? lastActivityAt,
    sizes: { ...row.sizes, ...bytes, ...description.sizes },
  })
}
