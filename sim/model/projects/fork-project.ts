import type { Instant } from '../../time/calendar.ts'
import { protectDefaultBranch } from '../branches/protect-branch.ts'
import { closestAllowedVisibility, lowerVisibility } from '../installation/restricted-visibility.ts'
import { closeMergeRequest } from '../merge-requests/merge-requests.ts'
import { linkLfsObjectsOf } from '../repository/lfs-objects.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import { createProject, type Namespace } from './create-project.ts'
import type { Project } from './project.ts'
import type { Visibility } from './visibility.ts'

export interface NewFork {
  readonly source: Project
  readonly namespace: Namespace
  readonly creator: User
  readonly name: string | undefined
  readonly path: string | undefined
  readonly description: string | null | undefined
  readonly visibility: Visibility | undefined
  readonly targetsItself: boolean
  readonly runnersToken: string
}

/** How long a fork is shown as being imported; its branches are there from the start. */
const IMPORT_TAKES = 2000

/** Forks a project, with all branches and tags. Throws InvalidRow. */
export function forkProject(world: World, fork: NewFork, now: Instant): Project {
  const { source, namespace, creator, runnersToken, description } = fork
  const { runnersToken: _secret, ...settings } = source.settings
  const created = createProject(
    world,
    {
      namespace,
      creator,
      name: fork.name ?? source.name,
      path: fork.path ?? source.path,
      values: {
        description: description === undefined ? source.description : description,
        visibility: visibilityOf(world, fork),
        defaultBranch: source.defaultBranch,
        topics: source.topics,
        features: source.features,
        settings,
        ...(fork.targetsItself && { chosen: { targetsItself: true } }),
      },
      runnersToken,
      withReadme: false,
      forkedFrom: source,
    },
    now,
  )
  // Objects are shared by all repositories: a fork needs no more than the names.
  for (const { name, sha } of [...world.gitRefs.by('byProject', source.id).ascending()])
    world.gitRefs.put({ id: `${created.id}:${name}`, projectId: created.id, name, sha })
  protectDefaultBranch(world, created)
  linkLfsObjectsOf(world, source, created)
  const args = { projectId: created.id }
  world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'fork', args, due: now + IMPORT_TAKES })
  const { sizes } = world.projects.require(created.id)
  return world.projects.update(created.id, {
    importStatus: 'scheduled',
    sizes: { ...sizes, repository: source.sizes.repository },
  })
}

/** The wanted one, if the source and the group are as open; otherwise theirs (projects#fork-takes-over). */
function visibilityOf(world: World, { source, namespace, visibility }: NewFork): Visibility {
  const most =
    namespace.kind === 'user'
      ? source.visibility
      : lowerVisibility(source.visibility, namespace.group.visibility)
  return closestAllowedVisibility(world, lowerVisibility(most, visibility ?? most))
}

/** Creates a fork relation between two projects; merge requests between them become possible. */
export function linkFork(world: World, project: Project, source: Project): Project {
  for (const { id } of forksOf(world, project)) world.projects.update(id, { networkId: source.networkId })
  return world.projects.update(project.id, { forkedFromId: source.id })
}

/**
 * Deletes the fork relation of a project: it and its own forks form a network of their own, and merge requests to the
 * others are closed.
 */
export function unlinkFork(world: World, project: Project, by: User, now: Instant): void {
  const left = forksOf(world, project)
  const ids = new Set(left.map(({ id }) => id))
  for (const { id } of left)
    for (const request of [
      ...world.mergeRequests.by('bySource', id).list(),
      ...world.mergeRequests.by('byProject', id).list(),
    ])
      if (request.state === 'opened' && ids.has(request.sourceProjectId) !== ids.has(request.projectId))
        closeMergeRequest(world, request, by.id, now)
  for (const { id } of left) world.projects.update(id, { networkId: project.id })
  world.projects.update(project.id, { forkedFromId: null })
}

/** The project, its forks, and theirs. */
function forksOf(world: World, project: Project): Project[] {
  const forks = world.projects.by('byFork', project.id).list()
  return [project, ...forks.flatMap((fork) => forksOf(world, fork))]
}
