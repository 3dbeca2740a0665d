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
