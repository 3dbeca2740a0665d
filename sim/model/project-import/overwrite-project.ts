import type { Steps } from '../../lib/steps.ts'
import type { Instant } from '../../time/calendar.ts'
import { nameOf, namespaceOf, pathOf } from '../projects/create-project.ts'
import { deleteProject } from '../projects/delete-project.ts'
import type { Project } from '../projects/project.ts'
import { moveProject } from '../projects/project-paths.ts'
import { linkLfsObjectsOf } from '../repository/lfs-objects.ts'
import type { User } from '../users/user.ts'
import type { World } from '../world.ts'

/**
 * Puts a project in the place of the one at a path of its namespace, which is deleted: people, stars, keys and forks
 * move over (project-import#overwrite-end). Where nothing is at that path, the project moves there.
 */
export function* overwriteProject(
  world: World,
  project: Project,
  { path, name }: { readonly path: string; readonly name: string | null },
  author: User,
  now: Instant,
): Steps<void> {
  const namespace = namespaceOf(world, project)
  const fullPath = `${pathOf(namespace)}/${path}`
  const old = world.projects.find('byFullPath', fullPath.toLowerCase())
  if (old !== undefined) {
    moveOver(world, old, project)
    linkLfsObjectsOf(world, old, project)
    yield* deleteProject(world, old, author, now)
  }
  const renamed = name ?? old?.name ?? path
  const current = world.projects.require(project.id)
  const fullName = `${nameOf(namespace)} / ${renamed}`
  moveProject(world, current, { ...current, path, name: renamed, fullPath, fullName })
  // The temporary path of the import leaves no redirect.
  world.redirects.delete(project.fullPath.toLowerCase())
}

function moveOver(world: World, old: Project, project: Project): void {
  for (const member of world.members.by('bySource', 'project', old.id).list())
    if (world.members.find('bySource', 'project', project.id, member.userId) === undefined)
      world.members.update(member.id, { sourceId: project.id })
  for (const share of world.shares.by('bySource', 'project', old.id).list())
    world.shares.update(share.id, { sourceId: project.id })
  const stars = world.stars.by('byProject', old.id).list()
  for (const star of stars) world.stars.update(star.id, { projectId: project.id })
  for (const key of world.deployKeyProjects.by('byProject', old.id).list())
    world.deployKeyProjects.update(key.id, { projectId: project.id })
  for (const fork of world.projects.by('byFork', old.id).list())
    world.projects.update(fork.id, { forkedFromId: project.id })
  const { forkedFromId, networkId } = old
  world.projects.update(project.id, { starCount: stars.length, forkedFromId, networkId })
}
