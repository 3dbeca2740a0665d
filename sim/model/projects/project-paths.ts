import type { World } from '../world.ts'
import type { Project } from './project.ts'

/** Changes the path of a project; the old path redirects to it until another project takes it. */
export function moveProject(world: World, before: Project, after: Project): Project {
  const [from, to] = [before.fullPath.toLowerCase(), after.fullPath.toLowerCase()]
  if (from !== to) world.redirects.put({ id: from, projectId: after.id })
  world.redirects.delete(to)
  return world.projects.put(after)
}

/** The project of a full path, in any case, or of one that it had before. */
export function projectAt(world: World, fullPath: string): Project | undefined {
  const path = fullPath.toLowerCase()
  return (
    world.projects.find('byFullPath', path) ?? world.projects.get(world.redirects.get(path)?.projectId ?? 0)
  )
}
