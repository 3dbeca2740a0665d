import type { World } from '../world.ts'
import type { Project } from './project.ts'

/** Changes the path of a project; git finds it by the old path until another project takes it. */
export function moveProject(world: World, before: Project, after: Project): Project {
  const [from, to] = [before.fullPath.toLowerCase(), after.fullPath.toLowerCase()]
  if (from !== to) world.redirects.put({ id: from, projectId: after.id })
  world.redirects.delete(to)
  return world.projects.put(after)
}

/** The project of a full path, in any case. */
export function projectAt(world: World, fullPath: string): Project | undefined {
  return world.projects.find('byFullPath', fullPath.toLowerCase())
}

/** The project of a full path, or of one that it had before: git goes on working with it. */
export function projectKnownAt(world: World, fullPath: string): Project | undefined {
  const redirect = world.redirects.get(fullPath.toLowerCase())
  return projectAt(world, fullPath) ?? world.projects.get(redirect?.projectId ?? 0)
}

/** How a text in a project names another one: not at all its own, by its path one in the same namespace. */
export function pathFrom(world: World, projectId: number, otherId: number): string {
  const [here, there] = [world.projects.require(projectId), world.projects.require(otherId)]
  if (here.id === there.id) return ''
  const near = here.namespaceKind === there.namespaceKind && here.namespaceId === there.namespaceId
  return near ? there.path : there.fullPath
}

/** The project that a text in a project names so. */
export function projectReferenced(world: World, project: Project, path: string): Project | undefined {
  if (path === '') return project
  const namespace = project.fullPath.slice(0, -project.path.length)
  return projectAt(world, path.includes('/') ? path : `${namespace}${path}`)
}
